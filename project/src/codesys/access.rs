//! What pragmas and symbol configurations say of access.

use super::object::Publication;
use crate::{declaration::Attribute, model::Access};

/// What `{attribute 'symbol' := 'read'}` says; `None` where there is none.
pub(super) fn by_pragma(attributes: &[Attribute]) -> Option<Publication> {
    let attribute = attributes.iter().rev().find(|attribute| attribute.is("symbol"))?;
    by_word(&attribute.value)
}

/// What a member's pragmas say of its access.
pub(super) fn of_member(attributes: &[Attribute]) -> Access {
    match by_pragma(attributes) {
        None => Access::Unknown,
        Some(Publication::Open(access)) => access,
        Some(Publication::WriteOnly | Publication::Hidden) => Access::None,
    }
}

/// `read`, `ReadWrite`, `none`, in whatever case.
pub(super) fn by_word(word: &str) -> Option<Publication> {
    match word.to_ascii_lowercase().as_str() {
        "read" => Some(Publication::Open(Access::ReadOnly)),
        "readwrite" => Some(Publication::Open(Access::ReadWrite)),
        "write" => Some(Publication::WriteOnly),
        "none" => Some(Publication::Hidden),
        _ => None,
    }
}

/// `VarAccess` of a native symbol configuration: bit 0 reads, bit 1 writes.
pub(super) fn by_number(number: &str) -> Option<Publication> {
    match number.parse::<u32>().ok()? & 3 {
        1 => Some(Publication::Open(Access::ReadOnly)),
        2 => Some(Publication::WriteOnly),
        3 => Some(Publication::Open(Access::ReadWrite)),
        _ => Some(Publication::Hidden),
    }
}

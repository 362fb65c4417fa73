//! The access according to pragmas and symbol configurations.

use super::object::Publication;
use crate::{declaration::Attribute, model::Access};

/// The access in `{attribute 'symbol' := 'read'}`; `None` if there is no such pragma.
pub(super) fn by_pragma(attributes: &[Attribute]) -> Option<Publication> {
    let attribute = attributes.iter().rev().find(|attribute| attribute.is("symbol"))?;
    by_word(&attribute.value)
}

/// The access of a member according to its pragmas.
pub(super) fn of_member(attributes: &[Attribute]) -> Access {
    match by_pragma(attributes) {
        None => Access::Unknown,
        Some(Publication::Open(access)) => access,
        Some(Publication::WriteOnly | Publication::Hidden) => Access::None,
    }
}

/// Parses `read`, `ReadWrite`, `none` and the like; not case-sensitive.
pub(super) fn by_word(word: &str) -> Option<Publication> {
    match word.to_ascii_lowercase().as_str() {
        "read" => Some(Publication::Open(Access::ReadOnly)),
        "readwrite" => Some(Publication::Open(Access::ReadWrite)),
        "write" => Some(Publication::WriteOnly),
        "none" => Some(Publication::Hidden),
        _ => None,
    }
}

/// Parses `VarAccess` of a native symbol configuration: bit 0 is read, bit 1 is write.
pub(super) fn by_number(number: &str) -> Option<Publication> {
    match number.parse::<u32>().ok()? & 3 {
        1 => Some(Publication::Open(Access::ReadOnly)),
        2 => Some(Publication::WriteOnly),
        3 => Some(Publication::Open(Access::ReadWrite)),
        _ => Some(Publication::Hidden),
    }
}

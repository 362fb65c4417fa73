//! Types and access according to attributes.

use super::tree::Element;
use crate::{Access, Dimension, TypeUse};

/// A type with the dimensions of an attribute: `10 5 2`, the outermost first; `0` or empty for a scalar.
pub(super) fn type_use(name: impl Into<String>, dimensions: Option<&str>) -> TypeUse {
    let dimensions = dimensions
        .unwrap_or_default()
        .split([' ', ','])
        .filter_map(|count| count.parse().ok().filter(|count| *count > 0))
        .map(Dimension::of)
        .collect();
    TypeUse { dimensions, ..TypeUse::scalar(name) }
}

/// The value of `ExternalAccess`.
pub(super) fn access(element: Element<'_, '_>, by_default: Access) -> Access {
    match element.attribute("ExternalAccess").as_deref() {
        Some("Read/Write") => Access::ReadWrite,
        Some("Read Only") => Access::ReadOnly,
        Some("None") => Access::None,
        Some(_) => Access::Unknown,
        None => by_default,
    }
}

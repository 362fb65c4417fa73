//! A controller's description of its own tags.

use std::sync::Arc;

use crate::Declared;

/// A tag in the controller's own list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagInfo {
    /// Its name in the controller's spelling, with its scope: `Program:Main.Step`.
    pub name: String,
    /// The controller's name of the element type: `DINT`, `STRING`, a UDT's name.
    pub type_name: Arc<str>,
    /// Elements in each dimension, outermost first; empty for a scalar.
    pub dimensions: Vec<u32>,
    /// The external access.
    pub access: Access,
    /// Whether it belongs to the system or to a module, not to the project.
    pub is_system: bool,
    /// The visible members of one element, in the controller's order; empty for a single value, or
    /// if the controller does not report them.
    pub members: Arc<[Declared]>,
}

/// A part of a controller's tag list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listing {
    /// More tags, in the controller's order.
    Tags(Vec<TagInfo>),
    /// The controller's program changed: the list starts again, and earlier parts are void.
    Restarted,
}

/// The external access to a tag, as the controller reports it. Tagbridge only reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read only.
    ReadOnly,
    /// No access.
    None,
    /// The controller does not report it.
    #[default]
    Unknown,
}

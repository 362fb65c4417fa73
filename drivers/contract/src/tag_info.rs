//! What a controller says about its own tags.

use std::sync::Arc;

use crate::Declared;

/// A tag as the controller itself lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagInfo {
    /// Its name in the controller's own spelling, with its scope: `Program:Main.Step`.
    pub name: String,
    /// The controller's name for the type of one element: `DINT`, `STRING`, a UDT's name.
    pub type_name: Arc<str>,
    /// Elements in each dimension, outermost first; empty for a scalar.
    pub dimensions: Vec<u32>,
    /// What an outsider may do with it.
    pub access: Access,
    /// Whether it belongs to the system or to a module rather than to the project.
    pub is_system: bool,
    /// The members of one element that a person sees, in the controller's order; empty where it is one
    /// value, or where the controller does not report them.
    pub members: Arc<[Declared]>,
}

/// A piece of a controller's list, as it comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listing {
    /// More tags, in the controller's order.
    Tags(Vec<TagInfo>),
    /// The controller's program changed meanwhile: the list begins again, what came before is void.
    Restarted,
}

/// What an outsider may do with a tag, as the controller tells it. We only ever read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read alone.
    ReadOnly,
    /// Neither.
    None,
    /// The controller does not tell.
    #[default]
    Unknown,
}

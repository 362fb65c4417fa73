//! The tags that a project declares, for drivers that then need not ask the controller.

use std::{fmt, sync::Arc};

/// The tags that a project declares, by name.
///
/// Drivers compare the declarations with the controller's answers: they save questions, not checks.
pub trait Declarations: fmt::Debug + Send + Sync {
    /// The tag with this name, case-insensitive, with its scope and without indices and members:
    /// `Program:Main.Motors`. `None`: the project does not declare it.
    fn tag(&self, name: &str) -> Option<Declared>;
}

/// A tag or a member of a structure, as its project declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name in the project's spelling.
    pub name: Arc<str>,
    /// The platform's name of the element type: `DINT`, a UDT's name.
    pub type_name: Arc<str>,
    /// Elements in each dimension, outermost first; empty for a scalar.
    pub dimensions: Vec<u32>,
    /// Whether it is an alias of a tag or of a part of one, so that its target may contain more
    /// than its name says.
    pub is_alias: bool,
    /// The members of one element that are visible from outside; empty for a single value, or if
    /// the project does not contain them.
    pub members: Arc<[Declared]>,
}

//! What a project says of a controller's tags, for drivers that need not ask the controller then.

use std::{fmt, sync::Arc};

/// The tags that a project declares, by name.
///
/// What it says is held against what the controller answers: it saves questions, not care.
pub trait Declarations: fmt::Debug + Send + Sync {
    /// The tag of this name in any case, with its scope and without indices and members:
    /// `Program:Main.Motors`. `None`: the project has none.
    fn tag(&self, name: &str) -> Option<Declared>;
}

/// A tag or a member of a structure as its project declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// In the project's spelling.
    pub name: Arc<str>,
    /// The platform's name for the type of one element: `DINT`, a UDT's name.
    pub type_name: Arc<str>,
    /// Elements in each dimension, outermost first; empty for a scalar.
    pub dimensions: Vec<u32>,
    /// Whether it is another name of a tag or of a part of one: what lies behind it may be more than
    /// the name means.
    pub is_alias: bool,
    /// What one element holds, as far as an outsider may see it; empty where it is one value, or
    /// where the project does not tell.
    pub members: Arc<[Declared]>,
}

//! A project, ready to be asked.

use std::sync::Arc;

use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Symbols};

/// A project with all that answers are made of: what its code does, and its declarations by name.
#[derive(Debug)]
pub struct Facts {
    pub(crate) symbols: Symbols,
    index: Index,
}

impl Facts {
    /// Reads all code once.
    pub fn new(project: Arc<Project>) -> Self {
        let index = Index::build(&project);
        Self { symbols: Symbols::new(project), index }
    }

    /// What its code does.
    pub fn logic(&self) -> Logic<'_> {
        Logic::new(self.project(), &self.index)
    }

    /// The project.
    pub fn project(&self) -> &Project {
        self.symbols.project()
    }
}

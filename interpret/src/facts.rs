//! A project, ready to be asked.

use std::sync::Arc;

use tagbridge_logic::{Index, Logic, PlaceId};
use tagbridge_project::{Project, Symbols};

/// A project with all that answers are made of: what its code does, and its declarations by name.
#[derive(Debug)]
pub struct Facts {
    pub(crate) symbols: Arc<Symbols>,
    index: Index,
}

impl Facts {
    /// Reads all code once.
    pub fn new(project: Arc<Project>) -> Self {
        let index = Index::build(&project);
        Self { symbols: Arc::new(Symbols::new(project)), index }
    }

    /// The same with a place for something that is declared and that no code names, where code
    /// reaches it in another way.
    pub(crate) fn reaching(&self, name: &str) -> Option<(Self, PlaceId)> {
        let (index, place) = self.index.naming(self.project(), name)?;
        let facts = Self { symbols: Arc::clone(&self.symbols), index };
        facts.logic().is_reached(place).then_some((facts, place))
    }

    /// What its code does.
    pub fn logic(&self) -> Logic<'_> {
        Logic::new(self.project(), &self.index)
    }

    /// Whether there is any code to ask about.
    pub fn has_code(&self) -> bool {
        self.index.units().next().is_some()
    }

    /// A name as its platform spells it whole, which is how a session knows it; as it is given
    /// where no tag is called so.
    pub fn spelled(&self, name: &str) -> String {
        self.symbols.find_without_hint(name).map_or_else(|_| name.to_owned(), |it| it.name())
    }

    /// The project.
    pub fn project(&self) -> &Project {
        self.symbols.project()
    }
}

//! A project, ready to be asked.

use std::sync::{Arc, OnceLock};

use tagbridge_logic::{Index, Logic, PlaceId};
use tagbridge_project::{Project, Symbols};

use crate::lexicon::Lexicon;

/// A project with all that answers are made of: what its code does, and its declarations by name.
#[derive(Debug)]
pub struct Facts {
    pub(crate) symbols: Arc<Symbols>,
    index: Index,
    lexicon: OnceLock<Lexicon>,
}

impl Facts {
    /// Reads all code once.
    pub fn new(project: Arc<Project>) -> Self {
        let index = Index::build(&project);
        Self { symbols: Arc::new(Symbols::new(project)), index, lexicon: OnceLock::new() }
    }

    /// The same with a place for something that is declared and that no code names, where code
    /// reaches it in another way.
    pub(crate) fn reaching(&self, name: &str) -> Option<(Self, PlaceId)> {
        let (index, place) = self.index.naming(self.project(), name)?;
        let symbols = Arc::clone(&self.symbols);
        let facts = Self { symbols, index, lexicon: OnceLock::new() };
        facts.logic().is_reached(place).then_some((facts, place))
    }

    /// What its code does.
    pub fn logic(&self) -> Logic<'_> {
        Logic::new(self.project(), &self.index)
    }

    /// The names of the project with the words that they are made of, read when they are first needed.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        self.lexicon.get_or_init(|| Lexicon::of(self.logic()))
    }

    /// All names that a question can be about, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.lexicon().0.iter().map(|entry| entry.name.as_str())
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

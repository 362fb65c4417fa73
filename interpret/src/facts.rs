//! A project with the data for answers.

use std::sync::{Arc, OnceLock};

use tagbridge_logic::{Index, Logic, NameId, PlaceId, Scope, Step, why::is_named};
use tagbridge_project::{BlockKind, Project, Symbols};

use crate::{Lexicon, places::Places};

/// A project with the data for answers: the index of its code, and its declarations by name.
#[derive(Debug)]
pub struct Facts {
    pub(crate) symbols: Arc<Symbols>,
    index: Index,
    lexicon: OnceLock<Lexicon>,
    places: OnceLock<Places>,
}

impl Facts {
    /// Reads all code once.
    pub fn new(project: Arc<Project>) -> Self {
        Self::of(Arc::new(Symbols::new(project)))
    }

    /// The same for a project whose names are known.
    pub fn of(symbols: Arc<Symbols>) -> Self {
        let index = Index::build(symbols.project());
        Self { symbols, index, lexicon: OnceLock::new(), places: OnceLock::new() }
    }

    /// Returns the facts with a place for a declared name that code reaches without naming it.
    pub(crate) fn reaching(&self, name: &str) -> Option<(Self, PlaceId)> {
        let (index, place) = self.index.naming(self.project(), name)?;
        let symbols = Arc::clone(&self.symbols);
        let facts = Self { symbols, index, lexicon: OnceLock::new(), places: OnceLock::new() };
        facts.logic().is_reached(place).then_some((facts, place))
    }

    /// The logic of its code.
    pub fn logic(&self) -> Logic<'_> {
        Logic::new(self.project(), &self.index)
    }

    /// The names of the project with their words, created on first use.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        self.lexicon.get_or_init(|| Lexicon::of(self.logic()))
    }

    /// The places of the project with their words, created on first use.
    pub(crate) fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::of(self.logic(), self.lexicon()))
    }

    /// All names that can be the subject of a question, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.lexicon().entries().iter().map(|entry| entry.name.as_str())
    }

    /// Whether it contains code.
    pub fn has_code(&self) -> bool {
        self.index.units().next().is_some()
    }

    /// The full name of a tag or of a part of it in the spelling of the platform, as a session knows
    /// it; `None` if the controller has no such tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.symbols.find_without_hint(name).ok().map(|it| it.name())
    }

    /// Whether a place exists once. A variable in the code of a block exists for each instance.
    pub(crate) fn is_value(&self, place: PlaceId) -> bool {
        let index = &self.index;
        let is_block = |owner: NameId| {
            let owner = index.names.text(owner);
            self.project().blocks.iter().any(|block| {
                block.kind != BlockKind::DataBlock && block.name.eq_ignore_ascii_case(owner)
            })
        };
        is_named(index, place)
            && match index.places.step(index.places.root_of(place)) {
                Step::Root(Scope::Unit(owner), _) => !is_block(owner),
                _ => true,
            }
    }

    /// The project.
    pub fn project(&self) -> &Project {
        self.symbols.project()
    }
}

//! Questions about code, and their answers: rows with citations, what was not understood, and
//! whether the answer is complete.

mod calls;
mod effects;
mod find;
mod slice;
mod states;
mod uses;

pub use self::{
    calls::{CallRow, RunRow},
    effects::{EffectRow, Turned},
    find::Found,
    slice::{Direction, Edge, Slice, SliceNode},
    states::{States, Transition},
    uses::{UseRow, Wanted},
};
use crate::{Citation, Logic, PlaceId, Reason, Relation, UnitId};

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer<T> {
    /// What was found, in the order of the project.
    pub rows: Vec<T>,
    /// What touches the subject and is not understood.
    pub opaque: Vec<(Citation, Reason)>,
    /// Whether nothing else can be in the code: the file has all of it, and all is understood.
    pub complete: bool,
}

impl Logic<'_> {
    /// The answer made of rows, with what is not understood in these units or everywhere.
    fn answer<T>(&self, rows: Vec<T>, units: Option<&[UnitId]>) -> Answer<T> {
        let opaque: Vec<(Citation, Reason)> = self
            .index
            .opaque()
            .iter()
            .filter(|opaque| units.is_none_or(|units| units.contains(&opaque.unit)))
            .map(|opaque| (self.cite(opaque.unit, opaque.span), opaque.reason))
            .collect();
        let complete = opaque.is_empty() && !self.is_partial();
        Answer { rows, opaque, complete }
    }

    /// Whether the file holds a part of a controller's program alone: a routine, an add-on
    /// instruction, a block.
    pub fn is_partial(&self) -> bool {
        let project = self.project;
        project.tasks.is_empty() || project.programs.is_empty()
    }

    /// A place as its platform writes it.
    pub fn place(&self, id: PlaceId) -> String {
        self.index.places.text(id, &self.index.names)
    }

    /// The aliases on the way from a place to what it stands for, if there are any.
    pub fn alias_of(&self, id: PlaceId) -> Option<String> {
        let canonical = self.index.canonical(id);
        (canonical != id).then(|| self.place(canonical))
    }

    /// Every place that is not disjoint from one, in the order of the index.
    fn related(&self, place: PlaceId) -> Vec<(PlaceId, Relation)> {
        self.index.related(place)
    }
}

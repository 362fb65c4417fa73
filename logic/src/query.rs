//! Questions about code, and their answers: rows with citations, unknown code, and whether the
//! answer is complete.

mod called_block;
mod calls;
mod constants;
mod effects;
mod find;
mod findings;
mod gap;
mod mentions;
mod slice;
mod states;
mod unreachable;
mod uses;

pub use self::{
    called_block::InsideRow,
    calls::{CallRow, RunRow},
    effects::{EffectRow, Turned},
    find::Found,
    findings::{FindingKind, FindingRow},
    gap::Gap,
    mentions::MentionRow,
    slice::{Dependence, Direction, Slice, SliceNode},
    states::{State, States, Transition},
    unreachable::{Dead, DeadRow},
    uses::{UseRow, Wanted},
};
use tagbridge_project::Vendor;

use crate::{Citation, Logic, OpaqueReason, PlaceId, Relation, UnitId};

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer<T> {
    /// The results, in the order of the project.
    pub rows: Vec<T>,
    /// Unknown code that affects the subject.
    pub opaque: Vec<(Citation, OpaqueReason)>,
    /// Why there may be more results. If it is empty, the answer is complete: the file has all
    /// code, and all code is understood.
    pub gaps: Vec<Gap>,
}

impl Logic<'_> {
    /// Creates an answer from rows, with the unknown code in these units or everywhere.
    fn answer<T>(&self, rows: Vec<T>, units: Option<&[UnitId]>) -> Answer<T> {
        let opaque: Vec<(Citation, OpaqueReason)> = self
            .index
            .opaque()
            .iter()
            .filter(|opaque| units.is_none_or(|units| units.contains(&opaque.unit)))
            .map(|opaque| (self.cite(opaque.unit, opaque.span), opaque.reason))
            .collect();
        let mut gaps = Vec::new();
        gaps.extend(self.is_partial().then_some(Gap::Partial));
        gaps.extend((!opaque.is_empty()).then_some(Gap::NotUnderstood(opaque.len())));
        Answer { rows, opaque, gaps }
    }

    /// Whether the file contains only a part of a controller's program: a routine, an add-on
    /// instruction, a block. An S7 project has no tasks: its organization blocks determine when
    /// they are executed.
    pub fn is_partial(&self) -> bool {
        let project = self.project;
        let has_tasks = project.vendor == Vendor::Siemens || !project.tasks.is_empty();
        !has_tasks || project.programs.is_empty()
    }

    /// The name of a place in the notation of its platform.
    pub fn place(&self, id: PlaceId) -> String {
        self.index.places.text(id, &self.index.names)
    }

    /// The aliases from a place to its target, if there are any.
    pub fn alias_of(&self, id: PlaceId) -> Option<String> {
        let canonical = self.index.canonical(id);
        (canonical != id).then(|| self.place(canonical))
    }

    /// Every place that is not disjoint from one, in the order of the index; of a part of an instance,
    /// what the code of its block names too.
    pub(crate) fn related(&self, place: PlaceId) -> Vec<(PlaceId, Relation)> {
        let mut related = self.index.related(place);
        for variable in self.variables_of(place) {
            related.extend(self.index.related(variable));
        }
        related.sort_unstable();
        related.dedup_by_key(|it| it.0);
        related
    }
}

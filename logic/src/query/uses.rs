//! The uses of a place: all, reads, writes.

use super::Answer;
use crate::{Citation, Logic, Operand, PlaceId, RefId, Relation, UseMode, unit::Certainty};

/// The kind of uses in a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    Used,
    /// Uses of its value.
    Read,
    /// Uses that write it, or that may: operands of unknown instructions, uses of its address.
    Written,
}

/// A use.
#[derive(Debug, Clone, PartialEq)]
pub struct UseRow {
    /// The location.
    pub citation: Citation,
    /// The occurrence.
    pub at: RefId,
    /// The kind of use.
    pub mode: UseMode,
    /// The certainty of the kind.
    pub certainty: Certainty,
    /// Whether it may be written there, although the code only names it.
    pub may_write: bool,
    /// The instruction or the construct.
    pub instruction: String,
    /// The operand.
    pub operand: Option<String>,
    /// The full name of the place in the code.
    pub place: String,
    /// Its relation to the place in the question.
    pub relation: Relation,
    /// Its target, if it is an alias.
    pub alias: Option<String>,
}

impl Logic<'_> {
    /// The uses of a place, of its parts, and of the places that contain it.
    pub fn uses(&self, place: PlaceId, wanted: Wanted) -> Answer<UseRow> {
        let mut found: Vec<(RefId, Relation)> = Vec::new();
        for (other, relation) in self.related(place) {
            found.extend(self.index.refs_to(other).iter().map(|at| (*at, relation)));
        }
        found.retain(|(at, _)| {
            let mode = self.index.reference(*at).mode;
            match wanted {
                Wanted::Used => true,
                Wanted::Read => mode.reads(),
                Wanted::Written => mode.writes() || self.index.may_write(*at),
            }
        });
        found.sort_unstable();
        let rows: Vec<UseRow> = found.iter().map(|(at, how)| self.use_row(*at, *how)).collect();
        let mut units: Vec<_> = rows.iter().map(|row| row.citation.unit).collect();
        units.dedup();
        self.answer(rows, Some(&units)).with_hidden(self)
    }

    fn use_row(&self, at: RefId, relation: Relation) -> UseRow {
        let reference = self.index.reference(at);
        let name = |id| self.index.names.text(id).to_owned();
        UseRow {
            citation: self.cite(self.index.unit_of(at), reference.span()),
            at,
            mode: reference.mode,
            certainty: reference.certainty,
            may_write: self.index.may_write(at),
            instruction: name(self.index.specs.name(reference.spec)),
            operand: match self.index.operand(reference) {
                Operand::None => None,
                Operand::Position(position) => Some(position.to_string()),
                Operand::Pin(pin) => Some(name(pin)),
            },
            place: self.place(reference.place),
            relation,
            alias: self.alias_of(reference.place),
        }
    }
}

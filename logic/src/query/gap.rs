//! Why an answer may be incomplete.

use tagbridge_texts::Coded;

use super::Answer;
use crate::{Logic, OpaqueReason, PlaceId};

/// Why there may be more results.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "logic-gap")]
pub enum Gap {
    /// The file contains only a part of a program.
    Partial,
    /// This number of places in the searched code is unknown.
    NotUnderstood(usize),
    /// The file does not contain the code of these routines or blocks.
    Protected(Vec<String>),
    /// The answer reached its limits.
    Cut,
    /// No code names it directly: the results reach it, or may reach it.
    Unnamed(String),
    /// No code reaches it.
    Unused(String),
    /// The name in the question is unknown; the answer is about this similar name.
    TakenFor(String),
}

impl<T> Answer<T> {
    /// Whether the answer is complete.
    pub fn is_complete(&self) -> bool {
        self.gaps.is_empty()
    }

    /// Records how a place was found if its name is not the one in the question.
    pub fn asked_by(mut self, logic: &Logic<'_>, place: PlaceId, name: &str) -> Self {
        if !logic.is_called(place, name) {
            self.gaps.push(Gap::TakenFor(logic.place(place)));
        }
        if !logic.is_named(place) {
            self.gaps.push(Gap::Unnamed(logic.place(place)));
        }
        self
    }

    /// Protected code may use any visible name.
    pub(super) fn with_hidden(mut self, logic: &Logic<'_>) -> Self {
        let hidden = logic.protected();
        self.gaps.extend((!hidden.is_empty()).then_some(Gap::Protected(hidden)));
        self
    }
}

impl Logic<'_> {
    /// The routines whose code is not in the file.
    pub fn protected(&self) -> Vec<String> {
        let hidden = self.index.opaque().iter().filter(|it| it.reason == OpaqueReason::Protected);
        let mut names: Vec<String> =
            hidden.map(|it| self.path(self.index.unit(it.unit).routine)).collect();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        CallHow, Certainty, How, Relation, UseMode,
        query::{Dead, Dependence, FindingKind, findings::RaceOf},
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            Gap::CODES,
            UseMode::CODES,
            How::CODES,
            CallHow::CODES,
            Certainty::CODES,
            Relation::CODES,
            Dependence::CODES,
            FindingKind::CODES,
            RaceOf::CODES,
            Dead::CODES,
        ];
        tagbridge_texts::assert_complete("logic", &codes);
    }
}

//! Whether and how often the code of a sentence is executed.

use tagbridge_texts::Language;

use super::{Row, sentence::Conjunction};
use crate::{Logic, RoutineId, UnitId, order::CallPath};

/// How certain it is that a routine is not executed.
#[derive(Clone, Copy)]
enum Idle {
    /// No code in the file executes it.
    Surely,
    /// No known code executes it. Hidden or unknown code may execute it.
    AsFarAsKnown,
}

impl Logic<'_> {
    /// How often an act without a condition happens: once per execution of its routine.
    pub(super) fn how_often(&self, row: &Row, joint: Conjunction, english: bool) -> &'static str {
        let routine = self.index.unit(row.citation.unit).routine;
        if self.idle(routine).is_some() {
            return "";
        }
        match (self.is_in_each_scan(routine), joint, english) {
            (true, Conjunction::While, true) => ", always",
            (true, Conjunction::While, false) => ", immer",
            (true, Conjunction::When, true) => ", in every scan",
            (true, Conjunction::When, false) => ", in jedem Zyklus",
            (false, _, true) => ", whenever this code is executed",
            (false, _, false) => ", sooft dieser Code ausgeführt wird",
        }
    }

    /// Returns a sentence about a routine, and adds that the routine is not executed if that is so.
    pub(super) fn with_execution(
        &self,
        sentence: String,
        routine: RoutineId,
        language: Language,
    ) -> String {
        let said = match (self.idle(routine), language) {
            (None, _) => return sentence,
            (Some(Idle::Surely), Language::English) => "nothing executes this code",
            (Some(Idle::Surely), Language::German) => "nichts führt diesen Code aus",
            (Some(Idle::AsFarAsKnown), Language::English) => {
                "nothing in this file is known to execute this code"
            }
            (Some(Idle::AsFarAsKnown), Language::German) => {
                "in dieser Datei ist nichts bekannt, das diesen Code ausführt"
            }
        };
        // A long condition ends with a list, so the addition begins on a new line.
        if sentence.contains('\n') {
            let (first, rest) = said.split_at(1);
            return format!("{sentence}\n{}{rest}.", first.to_uppercase());
        }
        format!("{}; {said}.", sentence.trim_end_matches('.'))
    }

    /// Whether no code in the file is known to execute a unit. False if the file does not show it.
    pub fn is_idle(&self, unit: UnitId) -> bool {
        self.idle(self.index.unit(unit).routine).is_some()
    }

    /// Whether a routine is not executed; `None` if it is, or if the file does not show it.
    fn idle(&self, routine: RoutineId) -> Option<Idle> {
        if self.surely_executed().is_some_and(|all| !all.contains(&routine)) {
            return Some(Idle::Surely);
        }
        let is_reached = self.executed_routines().is_none_or(|all| all.contains(&routine));
        (!is_reached).then_some(Idle::AsFarAsKnown)
    }

    /// Whether a task of the file executes a routine in each of its scans, without a condition.
    fn is_in_each_scan(&self, routine: RoutineId) -> bool {
        let is_unconditional = |way: &CallPath| {
            let mut guards = way.calls.iter().map(|call| self.index.statement(*call).guard);
            way.recurs && !way.root.in_state && guards.all(|it| self.fixed(it) == Some(true))
        };
        !self.is_partial()
            && self.index.order.ways(self.index, routine).iter().any(is_unconditional)
    }
}

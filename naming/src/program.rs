//! Detects changes of a controller's program since the session started, if the controller reports a
//! mark.
//!
//! The layout of a project is not valid for another program: members may have changed places
//! although every block keeps its length. After a change of the controller's mark, no value that is
//! found by the project's layout is returned, until the mark is the former one again or a person
//! accepts the program.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tagbridge_driver::{Cause, ProgramMark, Reason};
use tagbridge_texts::{Coded, Message};

use crate::log_message::{LogMessage, event};

/// How often the controller is asked.
const EVERY: Duration = Duration::from_secs(1);
/// Tolerance of the interval: scans with an interval of one second are sometimes early.
const SLACK: Duration = Duration::from_millis(300);

/// The program of a controller, over all connections to it.
#[derive(Debug, Default)]
pub(crate) struct Program(Mutex<Marks>);

#[derive(Debug, Default)]
struct Marks {
    /// The first one, or the one that was accepted since.
    accepted: Option<ProgramMark>,
    /// The last one.
    told: Option<ProgramMark>,
}

impl Program {
    /// Records the controller's report.
    pub(crate) fn tell(&self, mark: Option<ProgramMark>) {
        let mut marks = self.marks();
        marks.accepted = marks.accepted.or(mark);
        if marks.told != mark && marks.accepted != mark {
            event!(warn, LogMessage::ProgramChanged);
        }
        marks.told = mark;
    }

    /// Whether the controller has reported a mark yet.
    pub(crate) fn is_told(&self) -> bool {
        self.marks().accepted.is_some()
    }

    /// The program that it has now is accepted.
    pub(crate) fn accept(&self) {
        let mut marks = self.marks();
        marks.accepted = marks.told;
    }

    /// Why the project's layout may not be the controller's.
    pub(crate) fn doubt(&self) -> Option<LayoutProblem> {
        let marks = self.marks();
        match (marks.accepted, marks.told) {
            (Some(accepted), Some(told)) if told != accepted => Some(LayoutProblem::Changed),
            (Some(_), None) => Some(LayoutProblem::Untold),
            _ => None,
        }
    }

    fn marks(&self) -> MutexGuard<'_, Marks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why values that are found by the project's layout are not returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "naming-program")]
pub(crate) enum LayoutProblem {
    Changed,
    Untold,
}

/// The remedy.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "naming-program-remedy")]
pub(crate) enum DoubtRemedy {
    Compare,
}

impl LayoutProblem {
    /// As the reason of a tag.
    pub(crate) fn cause(self) -> Cause {
        let detail = Message::all([self.message(), DoubtRemedy::Compare.message()]);
        Cause::new(Reason::TypeMismatch, detail)
    }
}

/// When to ask the controller: after each scan if scans are at least a second apart, otherwise at
/// most once per second.
#[derive(Debug, Default)]
pub(crate) struct MarkSchedule {
    due: Option<Instant>,
}

impl MarkSchedule {
    /// Whether to read the mark after a scan that ended now.
    pub(crate) fn is_due(&mut self, now: Instant) -> bool {
        if self.due.is_some_and(|due| now + SLACK < due) {
            return false;
        }
        self.due = Some(self.due.map_or(now, |due| due.max(now)) + EVERY);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sequences of reported marks, and which of them leave the program uncertain.
    fn check(told: &[(Option<u64>, bool)]) {
        let program = Program::default();
        for (at, (mark, is_doubtful)) in told.iter().enumerate() {
            program.tell(mark.map(ProgramMark));
            assert_eq!(program.doubt().is_some(), *is_doubtful, "{told:?} at {at}");
        }
        program.accept();
        assert_eq!(program.doubt(), None, "{told:?} accepted");
    }

    #[test]
    fn another_mark_than_the_first_is_doubtful_until_that_comes_back_or_it_is_accepted() {
        check(&[(None, false), (None, false)]);
        check(&[(None, false), (Some(1), false), (Some(1), false)]);
        check(&[(Some(1), false), (Some(2), true), (Some(2), true)]);
        check(&[(Some(1), false), (Some(2), true), (Some(1), false)]);
        check(&[(Some(1), false), (None, true), (Some(1), false), (None, true)]);
    }

    #[test]
    fn it_is_asked_once_a_second_and_after_each_scan_of_a_second() {
        for (interval_ms, scans, asked) in [
            (50, 200, 10..=11),
            (100, 100, 10..=11),
            (700, 100, 50..=70),
            (1000, 50, 50..=50),
            (5000, 9, 9..=9),
        ] {
            let mut rhythm = MarkSchedule::default();
            let began = Instant::now();
            let ends = (0..scans).map(|it| {
                // Early, late, and in time.
                let late = match it % 3 {
                    0 => 0,
                    1 => interval_ms / 5,
                    _ => interval_ms / 10,
                };
                began + Duration::from_millis(it * interval_ms + late)
            });
            let times = ends.filter(|&it| rhythm.is_due(it)).count();
            assert!(asked.contains(&times), "{times} times at {interval_ms} ms");
        }
    }
}

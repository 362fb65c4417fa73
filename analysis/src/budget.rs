//! The limits of a phase for time and memory.

use std::{cell::Cell, panic, time::Duration};

use tagbridge_texts::Coded;

/// The limits of a phase. Exceeding one of them ends the phase.
pub struct Budget<'a> {
    elapsed: &'a dyn Fn() -> Duration,
    until: Duration,
    left: Cell<usize>,
}

/// Why a phase has no chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "analysis-failure")]
pub enum Failure {
    /// An internal error.
    Panicked,
    /// It exceeded its time limit.
    TooLong,
    /// Its findings exceeded the memory limit.
    TooMuch,
    /// The project could not be analysed.
    NotStarted,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(elapsed: &'a dyn Fn() -> Duration, limit: Duration, memory: usize) -> Self {
        Self { elapsed, until: elapsed().saturating_add(limit), left: Cell::new(memory) }
    }

    /// Ends the phase if its time limit is exceeded; to be called for each unit, and for each tag.
    pub fn check(&self) {
        if (self.elapsed)() > self.until {
            stop(Failure::TooLong);
        }
    }

    /// Reserves this number of bytes for findings.
    pub(crate) fn take(&self, bytes: usize) {
        match self.left.get().checked_sub(bytes) {
            Some(left) => self.left.set(left),
            None => stop(Failure::TooMuch),
        }
    }
}

/// The result of a part of a phase, or why it ended early.
pub(crate) fn catch_failure<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    panic::catch_unwind(panic::AssertUnwindSafe(run))
        .map_err(|payload| payload.downcast_ref::<Failure>().copied().unwrap_or(Failure::Panicked))
}

/// Ends the phase. Without a call of the panic hook, because it is not a bug.
fn stop(why: Failure) -> ! {
    panic::resume_unwind(Box::new(why))
}

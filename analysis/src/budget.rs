//! How long a phase may take, and how much it may find.

use std::{cell::Cell, panic, time::Duration};

use tagbridge_texts::Coded;

/// What a phase may use. Whoever uses more ends the phase.
pub struct Budget<'a> {
    elapsed: &'a dyn Fn() -> Duration,
    until: Duration,
    left: Cell<usize>,
}

/// Why a phase has no chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "analysis-failure")]
pub enum Failure {
    /// A fault of ours.
    Panicked,
    /// It took longer than it may.
    TooLong,
    /// What it found takes more memory than it may.
    TooMuch,
    /// The project could not be looked at.
    NotStarted,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(elapsed: &'a dyn Fn() -> Duration, limit: Duration, memory: usize) -> Self {
        Self { elapsed, until: elapsed().saturating_add(limit), left: Cell::new(memory) }
    }

    /// Ends the phase when its time is over: to be called at each unit, and at each tag.
    pub fn check(&self) {
        if (self.elapsed)() > self.until {
            stop(Failure::TooLong);
        }
    }

    /// Takes so many bytes for what was found.
    pub(crate) fn take(&self, bytes: usize) {
        match self.left.get().checked_sub(bytes) {
            Some(left) => self.left.set(left),
            None => stop(Failure::TooMuch),
        }
    }
}

/// What a piece of a phase gives, or why it ended before.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    panic::catch_unwind(panic::AssertUnwindSafe(run))
        .map_err(|payload| payload.downcast_ref::<Failure>().copied().unwrap_or(Failure::Panicked))
}

/// Ends the phase. No fault of ours, so that no hook for panics hears of it.
fn stop(why: Failure) -> ! {
    panic::resume_unwind(Box::new(why))
}

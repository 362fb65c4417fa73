//! The time that entries age by.

use std::time::Instant;

use tagbridge_api::Timestamp;

/// When something is appended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// What the system's clock says, which a person may set.
    pub(super) wall_ms: i64,
    /// What the file's own clock says. Ages are taken by this one alone.
    pub(super) running_ms: i64,
}

/// The file's own time, by which entries age: it passes while a bridge runs, whatever happens to
/// the system's clock, and goes on where it stood when one starts. So neither setting that clock
/// nor starting with a wrong one ever drops anything.
pub(super) struct Clock {
    base_ms: i64,
    base: Instant,
}

impl Clock {
    pub(super) fn starting_at(base_ms: i64) -> Self {
        Self { base_ms, base: Instant::now() }
    }

    pub(super) fn now(&self) -> Moment {
        let passed = i64::try_from(self.base.elapsed().as_millis()).unwrap_or(i64::MAX);
        Moment {
            wall_ms: Timestamp::now().as_millis(),
            running_ms: self.base_ms.saturating_add(passed),
        }
    }
}

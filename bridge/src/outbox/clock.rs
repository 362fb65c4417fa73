//! The clock for the age of entries.

use std::time::Instant;

use tagbridge_api::Timestamp;

/// The time at which an entry is appended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// The time of the system's clock, which can be set.
    pub(super) wall_ms: i64,
    /// The time of the file's own clock, which alone determines ages.
    pub(super) running_ms: i64,
}

/// The file's own clock, for the age of entries. It runs while a bridge runs, independent of the
/// system's clock, and continues at its last time when a bridge starts. So entries are never
/// dropped because the system's clock is wrong or is set.
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

//! The tags that a session reads to explain others.

use serde::{Deserialize, Serialize};

/// The tags that are read to explain the changes of others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CauseSetView {
    /// How many the project has of them.
    pub tags: usize,
    /// How many of them are read: fewer where the session has too many tags.
    pub read: usize,
}

impl CauseSetView {
    pub(super) fn is_empty(&self) -> bool {
        self.tags == 0
    }
}

//! Runs of analyses, one at a time for each version.
//!
//! A run waits or runs as long as its job exists; only its result is stored.

use tagbridge_api::Timestamp;

/// A run of an analysis of a version, independent of later versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRun {
    /// Its id, and its job's.
    pub id: String,
    /// The id of the version.
    pub version: String,
    /// The language of who asked for it.
    pub language: String,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// Its result; absent while it waits or runs.
    pub ended: Option<EndedRun>,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedRun {
    /// When.
    pub at: Timestamp,
    /// Whether it came to its end, with some phases failing or none.
    pub is_complete: bool,
    /// The phases that failed, as JSON.
    pub failed: String,
}

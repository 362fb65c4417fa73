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
    /// The language of the requester.
    pub language: String,
    /// When it was requested.
    pub created_at: Timestamp,
    /// Its result; absent while it waits or runs.
    pub ended: Option<RunResult>,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunResult {
    /// The time.
    pub at: Timestamp,
    /// Whether it is complete, possibly with failed phases.
    pub is_complete: bool,
    /// The failed phases, as JSON.
    pub failed: String,
}

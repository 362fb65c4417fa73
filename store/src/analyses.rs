//! Runs of analyses, one at a time for each version.
//!
//! A run waits or runs for as long as the job of its id does; only what became of it is stored.

use tagbridge_api::Timestamp;

use crate::{Org, ProjectRef, StoreError};

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
    /// What became of it; absent while it waits or runs.
    pub ended: Option<EndedRun>,
}

/// What became of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedRun {
    /// When.
    pub at: Timestamp,
    /// Whether it came to its end, with some phases failing or none.
    pub is_complete: bool,
    /// The phases that failed, as JSON.
    pub failed: String,
}

/// The runs.
pub trait Analyses {
    /// Adds a run that waits. [`StoreError::Conflict`]: one of this version waits or runs already.
    fn add_run(&self, org: &Org, project: &ProjectRef, run: &StoredRun) -> Result<(), StoreError>;

    /// The run with this id, and its project.
    fn run(&self, org: &Org, id: &str) -> Result<Option<(ProjectRef, StoredRun)>, StoreError>;

    /// The newest run of a version.
    fn newest_run(&self, version: &str) -> Result<Option<StoredRun>, StoreError>;

    /// The newest complete run of a version, or of any version of a project.
    fn newest_complete_run(
        &self,
        project: &ProjectRef,
        version: Option<&str>,
    ) -> Result<Option<StoredRun>, StoreError>;

    /// Ends a run and stores its results, as JSON. Returns false if the run does not exist or has
    /// already ended.
    fn end_run(
        &self,
        id: &str,
        ended: &EndedRun,
        results: Option<&str>,
    ) -> Result<bool, StoreError>;

    /// The results of a run; `None`: it has none, or they were deleted.
    fn results(&self, id: &str) -> Result<Option<String>, StoreError>;

    /// Drops all results of a project but those of the `versions` versions that were analyzed last,
    /// and of the last `runs` complete runs of each.
    fn keep_results(
        &self,
        project: &ProjectRef,
        versions: u32,
        runs: u32,
    ) -> Result<(), StoreError>;
}

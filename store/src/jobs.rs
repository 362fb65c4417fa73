//! Jobs: work that outlives the process that was asked for it.
//!
//! A worker takes a job under a lease that it extends while it works. Where it falls silent the
//! lease ends, and the next one takes the job again.

use tagbridge_api::Timestamp;

use crate::{Org, StoreError};

/// A job to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: String,
    /// The organization.
    pub org: Org,
    /// Which kind of work it is.
    pub kind: String,
    /// What it is about, as JSON.
    pub input: String,
}

/// A job that a worker has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// The organization.
    pub org: Org,
    /// Which kind of work it is.
    pub kind: String,
    /// What it is about, as JSON.
    pub input: String,
    /// How often it was taken, this time included.
    pub attempt: u32,
}

/// The jobs that wait or run.
pub trait Jobs {
    /// Adds a job, unless one of its id is there.
    fn add_job(&self, job: &NewJob, now: Timestamp) -> Result<(), StoreError>;

    /// Adds a job that its worker has begun already, until then.
    fn begin_job(&self, job: &NewJob, now: Timestamp, until: Timestamp) -> Result<Job, StoreError>;

    /// Takes the oldest job of these kinds that waits, or whose lease has ended before `now`, until
    /// then.
    fn take_job(
        &self,
        kinds: &[&str],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Job>, StoreError>;

    /// Until when a worker has the job; `None`: none has taken it, or there is no such job.
    fn job_taken_until(&self, id: &str) -> Result<Option<Timestamp>, StoreError>;

    /// The worker gives the job back: somebody else does it, as if this attempt had not been.
    fn return_job(&self, id: &str, attempt: u32) -> Result<(), StoreError>;

    /// Ends all leases; only if no worker is running.
    fn free_jobs(&self) -> Result<(), StoreError>;

    /// Extends the lease of this attempt. Returns false if the job no longer belongs to it.
    fn extend_job(&self, id: &str, attempt: u32, until: Timestamp) -> Result<bool, StoreError>;

    /// Completes the job. Returns false if the job no longer belongs to this attempt; then its
    /// result must not be used.
    fn end_job(&self, id: &str, attempt: u32) -> Result<bool, StoreError>;

    /// How many jobs wait or run.
    fn count_jobs(&self) -> Result<u64, StoreError>;
}

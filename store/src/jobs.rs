//! Jobs: work that outlives the process that was asked for it.
//!
//! A worker takes a job under a lease that it extends while it works. Where it falls silent the
//! lease ends, and the next one takes the job again.

use crate::Org;

/// A job to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: String,
    /// The organization.
    pub org: Org,
    /// Which kind of work it is.
    pub kind: String,
    /// Its input, as JSON.
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
    /// Its input, as JSON.
    pub input: String,
    /// How often it was taken, this time included.
    pub attempt: u32,
}

//! Jobs: work that continues after the process that received the request has ended.
//!
//! A worker takes a job with a lease that it extends while it works. If it stops, the lease ends,
//! and another worker takes the job.

use crate::Org;

/// A new job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: String,
    /// The organization.
    pub org: Org,
    /// The kind of work.
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
    /// The kind of work.
    pub kind: String,
    /// Its input, as JSON.
    pub input: String,
    /// Number of times that it was taken, this time included.
    pub attempt: u32,
}

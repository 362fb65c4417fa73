//! Jobs.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{
    OptionalExtension, Transaction,
    column::{count, maybe_timestamp, to_json},
};
use crate::{Job, NewJob, Org, StoreError};

impl Transaction<'_> {
    /// Adds a job, unless there is one with its id.
    pub fn add_job(&self, job: &NewJob, now: Timestamp) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO jobs (id, org, kind, input, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (id) DO NOTHING",
            )?
            .execute(params![job.id, job.org.as_str(), job.kind, job.input, now.as_millis()])?;
        Ok(())
    }

    /// Adds a job that its worker has already started, with this lease.
    pub fn begin_job(
        &self,
        job: &NewJob,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Job, StoreError> {
        let NewJob { id, org, kind, input } = job.clone();
        self.0
            .prepare_cached(
                "INSERT INTO jobs (id, org, kind, input, created_at, attempt, lease_until)
                 VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6)",
            )?
            .execute(params![id, org.as_str(), kind, input, now.as_millis(), until.as_millis()])?;
        Ok(Job { id, org, kind, input, attempt: 1 })
    }

    /// Takes the oldest job of these kinds that waits, or whose lease has ended before `now`, with
    /// a new lease.
    pub fn take_job(
        &self,
        kinds: &[&str],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        let taken = self
            .0
            .prepare_cached(
                "UPDATE jobs SET attempt = attempt + 1, lease_until = ?2
                 WHERE no = (SELECT no FROM jobs
                             WHERE (lease_until IS NULL OR lease_until <= ?1)
                               AND kind IN (SELECT value FROM json_each(?3))
                             ORDER BY no LIMIT 1)
                 RETURNING id, org, kind, input, attempt",
            )?
            .query_row(params![now.as_millis(), until.as_millis(), to_json(kinds)?], |row| {
                Ok(Job {
                    id: row.get(0)?,
                    org: Org::of_id(row.get::<String>(1)?),
                    kind: row.get(2)?,
                    input: row.get(3)?,
                    attempt: row.get(4)?,
                })
            })
            .optional()?;
        Ok(taken)
    }

    /// The end of a job's lease; `None` if no worker has taken it, or it does not exist.
    pub fn job_taken_until(&self, id: &str) -> Result<Option<Timestamp>, StoreError> {
        let until = self
            .0
            .prepare_cached("SELECT lease_until FROM jobs WHERE id = ?1")?
            .query_row([id], |row| maybe_timestamp(row, 0))
            .optional()?;
        Ok(until.flatten())
    }

    /// Returns the job: another worker takes it, and this attempt does not count.
    pub fn return_job(&self, id: &str, attempt: u32) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "UPDATE jobs SET lease_until = NULL, attempt = attempt - 1
                 WHERE id = ?1 AND attempt = ?2",
            )?
            .execute(params![id, attempt])?;
        Ok(())
    }

    /// Ends all leases; only if no worker is running.
    pub fn free_jobs(&self) -> Result<(), StoreError> {
        self.0.execute("UPDATE jobs SET lease_until = NULL WHERE lease_until IS NOT NULL", [])?;
        Ok(())
    }

    /// Extends the lease of this attempt. Returns false if the job no longer belongs to it.
    pub fn extend_job(&self, id: &str, attempt: u32, until: Timestamp) -> Result<bool, StoreError> {
        let extended = self
            .0
            .prepare_cached("UPDATE jobs SET lease_until = ?3 WHERE id = ?1 AND attempt = ?2")?
            .execute(params![id, attempt, until.as_millis()])?;
        Ok(extended == 1)
    }

    /// Completes the job. Returns false if the job no longer belongs to this attempt; then its
    /// result must not be used.
    pub fn end_job(&self, id: &str, attempt: u32) -> Result<bool, StoreError> {
        let ended = self
            .0
            .prepare_cached("DELETE FROM jobs WHERE id = ?1 AND attempt = ?2")?
            .execute(params![id, attempt])?;
        Ok(ended == 1)
    }

    /// Number of jobs that wait or run.
    pub fn count_jobs(&self) -> Result<u64, StoreError> {
        Ok(self.0.query_row("SELECT count(*) FROM jobs", [], count)?)
    }
}

//! Jobs.

use rusqlite::{OptionalExtension, params};
use tagbridge_api::Timestamp;

use super::SqliteTransaction;
use crate::{Job, Jobs, NewJob, Org, StoreError};

impl Jobs for SqliteTransaction<'_> {
    fn add_job(&self, job: &NewJob, now: Timestamp) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO jobs (id, org, kind, input, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![job.id, job.org.as_str(), job.kind, job.input, now.as_millis()])?;
        Ok(())
    }

    fn take_job(&self, now: Timestamp, until: Timestamp) -> Result<Option<Job>, StoreError> {
        let taken = self
            .0
            .prepare_cached(
                "UPDATE jobs SET attempt = attempt + 1, lease_until = ?2
                 WHERE no = (SELECT no FROM jobs
                             WHERE lease_until IS NULL OR lease_until <= ?1 ORDER BY no LIMIT 1)
                 RETURNING id, org, kind, input, attempt",
            )?
            .query_row(params![now.as_millis(), until.as_millis()], |row| {
                Ok(Job {
                    id: row.get(0)?,
                    org: Org::of_id(row.get::<_, String>(1)?),
                    kind: row.get(2)?,
                    input: row.get(3)?,
                    attempt: row.get(4)?,
                })
            })
            .optional()?;
        Ok(taken)
    }

    fn extend_job(&self, id: &str, attempt: u32, until: Timestamp) -> Result<bool, StoreError> {
        let extended = self
            .0
            .prepare_cached("UPDATE jobs SET lease_until = ?3 WHERE id = ?1 AND attempt = ?2")?
            .execute(params![id, attempt, until.as_millis()])?;
        Ok(extended == 1)
    }

    fn end_job(&self, id: &str, attempt: u32) -> Result<bool, StoreError> {
        let ended = self
            .0
            .prepare_cached("DELETE FROM jobs WHERE id = ?1 AND attempt = ?2")?
            .execute(params![id, attempt])?;
        Ok(ended == 1)
    }

    fn count_jobs(&self) -> Result<u64, StoreError> {
        let count: i64 = self.0.query_row("SELECT count(*) FROM jobs", [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }
}

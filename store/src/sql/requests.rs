//! The names that consumers asked for.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::SqlTransaction;
use crate::{ProjectRef, RequestedTag, Requests, StoreError};

impl Requests for SqlTransaction<'_> {
    fn request_tags(
        &self,
        project: &ProjectRef,
        names: &[String],
        group: Option<&str>,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let until = until.as_millis();
        let mut regroup = self.0.prepare_cached(
            "UPDATE requests SET rate_group = ?3
                 WHERE project = ?1 AND name = ?2 AND rate_group IS DISTINCT FROM ?3",
        )?;
        let mut renew = self.0.prepare_cached(
            "UPDATE requests SET expires_at = CASE WHEN expires_at > ?3 THEN expires_at ELSE ?3 END
             WHERE project = ?1 AND name = ?2",
        )?;
        let mut append = self.0.prepare_cached(
            "INSERT INTO requests (project, name, expires_at, position, rate_group)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        let before: i64 = self
            .0
            .prepare_cached("SELECT coalesce(max(position), 0) FROM requests WHERE project = ?1")?
            .query_row([project.no], |row| row.get(0))?;
        let (mut position, mut regrouped) = (before, 0);
        for name in names {
            if renew.execute(params![project.no, name, until])? == 0 {
                position += 1;
                append.execute(params![project.no, name, until, position, group])?;
            } else if group.is_some() {
                regrouped += regroup.execute(params![project.no, name, group])?;
            }
        }
        Ok(position > before || regrouped > 0)
    }

    fn has_expired_requests(
        &self,
        project: &ProjectRef,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let found = self
            .0
            .prepare_cached("SELECT 1 FROM requests WHERE project = ?1 AND expires_at <= ?2")?
            .exists(params![project.no, now.as_millis()])?;
        Ok(found)
    }

    fn expire_requests(&self, project: &ProjectRef, now: Timestamp) -> Result<bool, StoreError> {
        let expired = self
            .0
            .prepare_cached("DELETE FROM requests WHERE project = ?1 AND expires_at <= ?2")?
            .execute(params![project.no, now.as_millis()])?;
        Ok(expired > 0)
    }

    fn requested_tags(&self, project: &ProjectRef) -> Result<Vec<RequestedTag>, StoreError> {
        let names = self
            .0
            .prepare_cached(
                "SELECT name, rate_group FROM requests WHERE project = ?1 ORDER BY position",
            )?
            .query_map([project.no], |row| {
                Ok(RequestedTag { name: row.get(0)?, group: row.get(1)? })
            })?
            .collect::<Result<_, _>>()?;
        Ok(names)
    }

    fn count_requested_tags(&self, project: &ProjectRef) -> Result<usize, StoreError> {
        let count: i64 = self
            .0
            .prepare_cached("SELECT count(*) FROM requests WHERE project = ?1")?
            .query_row([project.no], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    fn requests_revision(&self, project: &ProjectRef) -> Result<u64, StoreError> {
        let revision = self
            .0
            .prepare_cached("SELECT requests_revision FROM projects WHERE no = ?1")?
            .query_row([project.no], |row| row.get::<i64>(0))?;
        Ok(revision.cast_unsigned())
    }

    fn revise_requests(&self, project: &ProjectRef) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "UPDATE projects SET requests_revision = requests_revision + 1 WHERE no = ?1",
            )?
            .execute([project.no])?;
        Ok(())
    }
}

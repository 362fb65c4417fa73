//! The names that consumers requested.

use std::collections::HashSet;

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{Transaction, column::to_json, tags::stored};
use crate::{ProjectRef, RequestedTag, StoreError};

/// The condition for the listed names of a project.
const NAMED: &str = "project = ?1 AND name IN (SELECT value FROM json_each(?2))";

impl Transaction<'_> {
    /// Adds names to the list, each once, with this lease. A listed name keeps its place, its group
    /// if no other is given, and the later end; new names are appended. Returns whether the list
    /// changed.
    pub fn request_tags(
        &self,
        project: &ProjectRef,
        names: &[String],
        group: Option<&str>,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let until = until.as_millis();
        let names: Vec<_> = names.iter().map(|name| stored(name)).collect();
        // One statement for all names: there may be thousands, and the database may be on another
        // computer.
        let all = to_json(&names)?;
        let known: HashSet<String> = self
            .0
            .prepare_cached(&format!("SELECT name FROM requests WHERE {NAMED}"))?
            .query_map(params![project.no, all], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        self.0.execute(
            &format!("UPDATE requests SET expires_at = ?3 WHERE {NAMED} AND expires_at < ?3"),
            params![project.no, all, until],
        )?;
        let regrouped = match group {
            Some(group) => self.0.execute(
                &format!(
                    "UPDATE requests SET rate_group = ?3
                     WHERE {NAMED} AND rate_group IS DISTINCT FROM ?3"
                ),
                params![project.no, all, group],
            )?,
            None => 0,
        };
        let mut seen = HashSet::new();
        let added: Vec<_> =
            names.iter().filter(|name| !known.contains(&***name) && seen.insert(*name)).collect();
        if !added.is_empty() {
            let before: i64 = self.0.query_row(
                "SELECT coalesce(max(position), 0) FROM requests WHERE project = ?1",
                [project.no],
                |row| row.get(0),
            )?;
            self.0.execute(
                "INSERT INTO requests (project, name, expires_at, position, rate_group)
                 SELECT ?1, value, ?3, ?4 + 1 + key, ?5 FROM json_each(?2) AS added",
                params![project.no, to_json(&added)?, until, before, group],
            )?;
        }
        Ok(!added.is_empty() || regrouped > 0)
    }

    /// Removes expired names from the list. Returns whether there were any.
    pub fn expire_requests(
        &self,
        project: &ProjectRef,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let expired = self
            .0
            .prepare_cached("DELETE FROM requests WHERE project = ?1 AND expires_at <= ?2")?
            .execute(params![project.no, now.as_millis()])?;
        Ok(expired > 0)
    }

    /// The list.
    pub fn requested_tags(&self, project: &ProjectRef) -> Result<Vec<RequestedTag>, StoreError> {
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

    /// Number of names on the list.
    pub fn count_requested_tags(&self, project: &ProjectRef) -> Result<usize, StoreError> {
        let count: i64 = self
            .0
            .prepare_cached("SELECT count(*) FROM requests WHERE project = ?1")?
            .query_row([project.no], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Number of changes of the list, and whether it contains expired names.
    pub fn requests_revision(
        &self,
        project: &ProjectRef,
        now: Timestamp,
    ) -> Result<(u64, bool), StoreError> {
        let (revision, is_due): (i64, bool) = self
            .0
            .prepare_cached(
                "SELECT requests_revision,
                     EXISTS (SELECT 1 FROM requests WHERE project = ?1 AND expires_at <= ?2)
                 FROM projects WHERE no = ?1",
            )?
            .query_row(params![project.no, now.as_millis()], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        Ok((revision.cast_unsigned(), is_due))
    }

    /// Counts a change of the list.
    pub fn revise_requests(&self, project: &ProjectRef) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "UPDATE projects SET requests_revision = requests_revision + 1 WHERE no = ?1",
            )?
            .run([project.no])?;
        Ok(())
    }
}

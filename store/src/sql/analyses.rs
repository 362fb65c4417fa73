//! Runs of analyses.

use std::io;

use rusqlite::params;

use super::{
    OptionalExtension, Row, Transaction,
    column::{maybe_timestamp, timestamp},
};
use crate::{
    Org, ProjectRef, RunResult, StoreError, StoredRun,
    messages::{StoreOperation, UnexpectedState},
    sql,
};

/// Compression level of results: text is compressed to a tenth within milliseconds.
const LEVEL: i32 = 3;
const RUN: &str = "analyses.id, version, language, created_at, ended_at, is_complete, failed";

impl Transaction<'_> {
    /// Adds a waiting run. Returns [`StoreError::Conflict`] if one of this version waits or runs
    /// already.
    pub fn add_run(
        &self,
        org: &Org,
        project: &ProjectRef,
        run: &StoredRun,
    ) -> Result<(), StoreError> {
        let in_flight = self
            .0
            .prepare_cached("SELECT 1 FROM analyses WHERE version = ?1 AND ended_at IS NULL")?
            .exists([&run.version])?;
        if in_flight {
            return Err(StoreError::conflict(
                &StoreOperation::AddingRun,
                UnexpectedState::RunInFlight,
            ));
        }
        self.0
            .prepare_cached(
                "INSERT INTO analyses (id, org, project, version, language, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                run.id,
                org.as_str(),
                project.no,
                run.version,
                run.language,
                run.created_at.as_millis()
            ])?;
        Ok(())
    }

    /// The run with this id, and its project.
    pub fn run(&self, org: &Org, id: &str) -> Result<Option<(ProjectRef, StoredRun)>, StoreError> {
        let sql = format!(
            "SELECT {RUN}, projects.no, projects.id FROM analyses
             JOIN projects ON projects.no = analyses.project
             WHERE analyses.id = ?1 AND analyses.org = ?2"
        );
        let found = self.0.prepare_cached(&sql)?.query_row([id, org.as_str()], |row| {
            Ok((ProjectRef { org: org.clone(), no: row.get(7)?, id: row.get(8)? }, run(row)?))
        });
        Ok(found.optional()?)
    }

    /// The newest run of a version.
    pub fn newest_run(&self, version: &str) -> Result<Option<StoredRun>, StoreError> {
        let sql = format!("SELECT {RUN} FROM analyses WHERE version = ?1 ORDER BY no DESC LIMIT 1");
        Ok(self.0.prepare_cached(&sql)?.query_row([version], run).optional()?)
    }

    /// The newest complete run of a version, or of any version of a project.
    pub fn newest_complete_run(
        &self,
        project: &ProjectRef,
        version: Option<&str>,
    ) -> Result<Option<StoredRun>, StoreError> {
        let sql = format!(
            "SELECT {RUN} FROM analyses
             WHERE project = ?1 AND is_complete AND (CAST(?2 AS text) IS NULL OR version = ?2)
             ORDER BY no DESC LIMIT 1"
        );
        let found = self.0.prepare_cached(&sql)?.query_row(params![project.no, version], run);
        Ok(found.optional()?)
    }

    /// Ends a run and stores its results, as JSON. Returns false if the run does not exist or has
    /// already ended.
    pub fn end_run(
        &self,
        id: &str,
        ended: &RunResult,
        results: Option<&str>,
    ) -> Result<bool, StoreError> {
        let packed = results.map(|text| zstd::encode_all(text.as_bytes(), LEVEL)).transpose();
        let packed =
            packed.map_err(|error| StoreError::broken(&StoreOperation::AddingRun, error))?;
        let ended = self
            .0
            .prepare_cached(
                "UPDATE analyses SET ended_at = ?2, is_complete = ?3, failed = ?4, results = ?5
                 WHERE id = ?1 AND ended_at IS NULL",
            )?
            .execute(params![id, ended.at.as_millis(), ended.is_complete, ended.failed, packed])?;
        Ok(ended == 1)
    }

    /// The results of a run; `None`: it has none, or they were deleted.
    pub fn results(&self, id: &str) -> Result<Option<String>, StoreError> {
        let packed = self
            .0
            .prepare_cached("SELECT results FROM analyses WHERE id = ?1")?
            .query_row([id], |row| row.get::<Option<Vec<u8>>>(0))
            .optional()?
            .flatten();
        let unpacked = packed.map(|packed| {
            let bytes = zstd::decode_all(&*packed)?;
            String::from_utf8(bytes)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
        });
        unpacked
            .transpose()
            .map_err(|error| StoreError::broken(&StoreOperation::ReadingResults, error))
    }

    /// Deletes the results of a project, except those of the `versions` versions that were analyzed
    /// last, and of the last `runs` complete runs of each.
    pub fn keep_results(
        &self,
        project: &ProjectRef,
        versions: u32,
        runs: u32,
    ) -> Result<(), StoreError> {
        // Versions are ordered by their last run; runs by their position within their version.
        self.0
            .prepare_cached(
                "UPDATE analyses SET results = NULL WHERE results IS NOT NULL AND no IN (
                     SELECT no FROM (
                         SELECT no, dense_rank() OVER (ORDER BY newest DESC) AS of_version, of_run
                         FROM (
                             SELECT no, max(no) OVER (PARTITION BY version) AS newest,
                                    row_number() OVER (PARTITION BY version ORDER BY no DESC) AS of_run
                             FROM analyses WHERE project = ?1 AND is_complete
                         ) AS runs
                     ) AS ranked WHERE of_version > ?2 OR of_run > ?3
                 )",
            )?
            .execute(params![project.no, versions, runs])?;
        Ok(())
    }
}

/// Reads the columns of [`RUN`].
fn run(row: &Row<'_>) -> sql::Result<StoredRun> {
    let ended = maybe_timestamp(row, 4)?.map(|at| {
        let (is_complete, failed) = (row.get(5)?, row.get(6)?);
        Ok::<_, sql::Error>(RunResult { at, is_complete, failed })
    });
    Ok(StoredRun {
        id: row.get(0)?,
        version: row.get(1)?,
        language: row.get(2)?,
        created_at: timestamp(row, 3)?,
        ended: ended.transpose()?,
    })
}

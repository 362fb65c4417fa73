//! Exports.

use rusqlite::{params, types::Type};
use tagbridge_api::{Timestamp, export::ExportKind};

use super::{
    OptionalExtension, Row, Transaction,
    column::{file_hash, maybe_timestamp, timestamp},
};
use crate::{Artifact, ExportResult, FileHash, Org, ProjectRef, StoreError, StoredExport, sql};

impl Transaction<'_> {
    /// Adds a waiting export.
    pub fn add_export(
        &self,
        org: &Org,
        project: &ProjectRef,
        export: &StoredExport,
    ) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO exports (id, org, project, kind, version, version_number, file,
                     file_name, language, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                export.id,
                org.as_str(),
                project.no,
                export.kind.as_str(),
                export.version,
                export.version_number,
                export.file.as_str(),
                export.file_name,
                export.language,
                export.created_at.as_millis()
            ])?;
        Ok(())
    }

    /// The export with this id, and its project.
    pub fn export(
        &self,
        org: &Org,
        id: &str,
    ) -> Result<Option<(ProjectRef, StoredExport)>, StoreError> {
        let found = self
            .0
            .prepare_cached(
                "SELECT projects.no, projects.id, exports.id, kind, version, version_number, file,
                     file_name, language, created_at, ended_at, artifact, name, made_of, error
                 FROM exports JOIN projects ON projects.no = exports.project
                 WHERE exports.id = ?1 AND exports.org = ?2",
            )?
            .query_row([id, org.as_str()], |row| {
                Ok((
                    ProjectRef { org: org.clone(), no: row.get(0)?, id: row.get(1)? },
                    export(row)?,
                ))
            })
            .optional()?;
        Ok(found)
    }

    /// Ends an export. Returns false if it does not exist or has already ended.
    pub fn end_export(&self, id: &str, ended: &ExportResult) -> Result<bool, StoreError> {
        let (artifact, error) = match &ended.result {
            Ok(artifact) => (Some(artifact), None),
            Err(error) => (None, Some(error)),
        };
        let ended = self
            .0
            .prepare_cached(
                "UPDATE exports
                 SET ended_at = ?2, artifact = ?3, name = ?4, made_of = ?5, error = ?6
                 WHERE id = ?1 AND ended_at IS NULL",
            )?
            .execute(params![
                id,
                ended.at.as_millis(),
                artifact.map(|it| it.hash.as_str()),
                artifact.map(|it| &it.name),
                artifact.map(|it| &it.made_of),
                error
            ])?;
        Ok(ended == 1)
    }

    /// The newest artifact that was created from these inputs.
    pub fn artifact_of(&self, made_of: &str) -> Result<Option<FileHash>, StoreError> {
        let found = self
            .0
            .prepare_cached(
                "SELECT artifact FROM exports WHERE made_of = ?1 ORDER BY no DESC LIMIT 1",
            )?
            .query_row([made_of], |row| file_hash(row, 0))
            .optional()?;
        Ok(found)
    }

    /// Whether an export has this artifact.
    pub fn is_artifact_used(&self, hash: &FileHash) -> Result<bool, StoreError> {
        let used = self
            .0
            .prepare_cached("SELECT 1 FROM exports WHERE artifact = ?1 LIMIT 1")?
            .exists([hash.as_str()])?;
        Ok(used)
    }

    /// Deletes the exports that ended before; returns their number.
    pub fn forget_exports(&self, before: Timestamp) -> Result<usize, StoreError> {
        let forgotten = self
            .0
            .prepare_cached("DELETE FROM exports WHERE ended_at < ?1")?
            .execute([before.as_millis()])?;
        Ok(forgotten)
    }
}

/// Reads the columns from the third one on.
fn export(row: &Row<'_>) -> sql::Result<StoredExport> {
    let kind: String = row.get(3)?;
    let kind = ExportKind::ALL.into_iter().find(|it| it.as_str() == kind).ok_or_else(|| {
        rusqlite::Error::FromSqlConversionFailure(3, Type::Text, "it is no kind of export".into())
    })?;
    let ended = maybe_timestamp(row, 10)?.map(|at| {
        let result = match row.get::<Option<String>>(14)? {
            Some(error) => Err(error),
            None => Ok(Artifact {
                hash: file_hash(row, 11)?,
                name: row.get(12)?,
                made_of: row.get(13)?,
            }),
        };
        Ok::<_, sql::Error>(ExportResult { at, result })
    });
    Ok(StoredExport {
        id: row.get(2)?,
        kind,
        version: row.get(4)?,
        version_number: row.get(5)?,
        file: file_hash(row, 6)?,
        file_name: row.get(7)?,
        language: row.get(8)?,
        created_at: timestamp(row, 9)?,
        ended: ended.transpose()?,
    })
}

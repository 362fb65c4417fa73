//! Versions.

use rusqlite::params;
use tagbridge_api::project::Vendor;

use super::{
    OptionalExtension, Row, Transaction,
    column::{file_hash, timestamp},
    projects::reference,
};
use crate::{FileHash, Org, ProjectRef, StoreError, Version, sql};

impl Transaction<'_> {
    /// Adds a version.
    pub fn add_version(&self, project: &ProjectRef, version: &Version) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO versions (project, number, id, own_name, file_name, hash, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                project.no,
                version.number,
                version.id,
                version.own_name,
                version.file_name,
                version.hash.as_str(),
                version.created_at.as_millis()
            ])?;
        Ok(())
    }

    /// The current version; `None` if the project was created without a file.
    pub fn current_version(&self, project: &ProjectRef) -> Result<Option<Version>, StoreError> {
        let found = self
            .0
            .prepare_cached(
                "SELECT id, number, own_name, file_name, hash, created_at FROM versions
                 WHERE project = ?1 ORDER BY number DESC LIMIT 1",
            )?
            .query_row([project.no], version)
            .optional()?;
        Ok(found)
    }

    /// All versions, the newest first.
    pub fn versions(&self, project: &ProjectRef) -> Result<Vec<Version>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT id, number, own_name, file_name, hash, created_at FROM versions
             WHERE project = ?1 ORDER BY number DESC",
        )?;
        let found = statement.query_map([project.no], version)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// The version with this number.
    pub fn version_numbered(
        &self,
        project: &ProjectRef,
        number: u32,
    ) -> Result<Option<Version>, StoreError> {
        let found = self
            .0
            .prepare_cached(
                "SELECT id, number, own_name, file_name, hash, created_at FROM versions
                 WHERE project = ?1 AND number = ?2",
            )?
            .query_row([project.no, i64::from(number)], version)
            .optional()?;
        Ok(found)
    }

    /// Deletes the version with this number, if there is one.
    pub fn drop_version(&self, project: &ProjectRef, number: u32) -> Result<(), StoreError> {
        self.0
            .prepare_cached("DELETE FROM versions WHERE project = ?1 AND number = ?2")?
            .execute(params![project.no, number])?;
        Ok(())
    }

    /// The projects of a platform whose current version's file contains this name, without archived
    /// ones, most recently changed first.
    pub fn projects_called(
        &self,
        org: &Org,
        vendor: Vendor,
        own_name: &str,
    ) -> Result<Vec<ProjectRef>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT projects.no, projects.id, projects.org FROM projects
             JOIN versions ON versions.project = projects.no
             WHERE versions.number =
                   (SELECT max(number) FROM versions WHERE project = projects.no)
               AND projects.org = ?1 AND projects.resource ->> 'vendor' = ?2
               AND versions.own_name = ?3 AND projects.resource ->> 'archived_at' IS NULL
             ORDER BY projects.updated_at DESC, projects.no DESC",
        )?;
        let found = statement.query_map([org.as_str(), vendor.as_str(), own_name], reference)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Whether a version, an export, or a job that waits or runs, uses this file.
    pub fn is_file_used(&self, hash: &FileHash) -> Result<bool, StoreError> {
        let used = self
            .0
            .prepare_cached(
                "SELECT 1 FROM versions WHERE hash = ?1
                 UNION ALL SELECT 1 FROM exports WHERE file = ?1
                 UNION ALL SELECT 1 FROM staged WHERE hash = ?1
                 UNION ALL SELECT 1 FROM jobs WHERE input LIKE '%' || ?1 || '%' LIMIT 1",
            )?
            .exists([hash.as_str()])?;
        Ok(used)
    }
}

fn version(row: &Row<'_>) -> sql::Result<Version> {
    Ok(Version {
        id: row.get(0)?,
        number: row.get(1)?,
        own_name: row.get(2)?,
        file_name: row.get(3)?,
        hash: file_hash(row, 4)?,
        created_at: timestamp(row, 5)?,
    })
}

//! Files of projects, each a version; the last one is current.

use rusqlite::{Connection, OptionalExtension, params};
use tagbridge_api::{
    Timestamp,
    project::{Project, Vendor},
    upload::{Resolution, Uploaded},
};
use uuid::Uuid;

use super::{
    ProjectRef, StoreError,
    projects::{ProjectNo, insert_project},
    read_project, to_json,
};

/// A file that was read as a project.
#[derive(Debug, Clone)]
pub(crate) struct NewVersion {
    /// The name to show; without it, the file's own.
    pub(crate) name: Option<String>,
    /// What the file calls its project.
    pub(crate) own_name: String,
    /// Its platform.
    pub(crate) vendor: Vendor,
    /// What it is called.
    pub(crate) file_name: String,
    /// SHA-256 of its bytes in hexadecimal digits.
    pub(crate) hash: String,
    /// The bytes.
    pub(crate) file: Vec<u8>,
}

/// The file of a project's current version.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) version_id: String,
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Why a file became no version.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VersionError {
    /// The project is of another platform.
    #[error("the file is of {found}, the project of {expected}")]
    OtherVendor { found: Vendor, expected: Vendor },
    /// It belongs to no project in the key's scope.
    #[error("the file belongs to no project in the key's scope")]
    OutOfScope,
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

impl From<StoreError> for VersionError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(error) => Self::Database(error),
            error => Self::Database(rusqlite::Error::ToSqlConversionFailure(error.into())),
        }
    }
}

/// Makes a project of a file, or the next version of the project that it belongs to: the one of
/// its platform whose last file called itself the same and is shown under the same name.
///
/// A key with a scope adds versions to projects in it, and makes none.
pub(crate) fn ingest(
    db: &Connection,
    version: &NewVersion,
    scope: Option<&[String]>,
    now: Timestamp,
) -> Result<Uploaded, VersionError> {
    match find_identity(db, version, scope)? {
        Some(project) => {
            let uploaded = add_version(db, &project, version, now)?;
            Ok(match uploaded.resolution {
                Resolution::AddVersion => Uploaded { resolution: Resolution::Existing, ..uploaded },
                _ => uploaded,
            })
        }
        None if scope.is_some() => Err(VersionError::OutOfScope),
        None => {
            let name = version.name.clone().unwrap_or_else(|| version.own_name.clone());
            let (no, project) = insert_project(db, name, version.vendor, now)?;
            let project = store_version(db, no, project, version, now)?;
            Ok(uploaded(project, Resolution::Created))
        }
    }
}

/// Makes a file the current version of a project; nothing where it is that already.
pub(crate) fn add_version(
    db: &Connection,
    project: &ProjectRef,
    version: &NewVersion,
    now: Timestamp,
) -> Result<Uploaded, VersionError> {
    let mut resource = read_project(db, project)?;
    if let Some(expected) = resource.vendor.filter(|own| *own != version.vendor) {
        return Err(VersionError::OtherVendor { found: version.vendor, expected });
    }
    let current: Option<String> = db
        .prepare_cached(
            "SELECT hash FROM versions WHERE project = ?1 ORDER BY number DESC LIMIT 1",
        )?
        .query_row([project.no], |row| row.get(0))
        .optional()?;
    if current.as_ref() == Some(&version.hash) {
        return Ok(Uploaded { version_id: None, ..uploaded(resource, Resolution::IdenticalFile) });
    }
    // A project that was made without a file has a version's id and number already.
    if current.is_some() {
        resource.version_number = Some(resource.version_number.unwrap_or(1) + 1);
        resource.current_version_id = format!("ver_{}", Uuid::new_v4().simple());
    }
    let resource = store_version(db, project.no, resource, version, now)?;
    Ok(uploaded(resource, Resolution::AddVersion))
}

/// The current version's file; `None`: the project was made without one.
pub(crate) fn current_file(
    db: &Connection,
    project: &ProjectRef,
) -> rusqlite::Result<Option<File>> {
    db.prepare_cached(
        "SELECT id, file_name, file FROM versions WHERE project = ?1 ORDER BY number DESC LIMIT 1",
    )?
    .query_row([project.no], |row| {
        Ok(File { version_id: row.get(0)?, name: row.get(1)?, bytes: row.get(2)? })
    })
    .optional()
}

fn find_identity(
    db: &Connection,
    version: &NewVersion,
    scope: Option<&[String]>,
) -> rusqlite::Result<Option<ProjectRef>> {
    let scope = scope.map(|scope| to_json(&scope)).transpose()?;
    // Of several in the scope, the one that was touched last.
    db.prepare_cached(
        "SELECT projects.no, projects.id FROM projects
         JOIN versions ON versions.project = projects.no
         WHERE versions.number = (SELECT max(number) FROM versions WHERE project = projects.no)
           AND versions.own_name = ?1 AND projects.resource ->> '$.vendor' = ?2
           AND (?3 IS NULL OR projects.resource ->> '$.name' = ?3)
           AND (?4 IS NULL OR projects.id IN (SELECT value FROM json_each(?4)))
         ORDER BY projects.updated_at DESC, projects.no DESC LIMIT 1",
    )?
    .query_row(params![version.own_name, version.vendor.as_str(), version.name, scope], |row| {
        Ok(ProjectRef { no: row.get(0)?, id: row.get(1)? })
    })
    .optional()
}

fn store_version(
    db: &Connection,
    no: ProjectNo,
    project: Project,
    version: &NewVersion,
    now: Timestamp,
) -> Result<Project, VersionError> {
    let project = Project {
        file_size_bytes: Some(version.file.len() as u64),
        original_filename: Some(version.file_name.clone()),
        updated_at: now,
        ..project
    };
    db.prepare_cached(
        "INSERT INTO versions (project, number, id, own_name, file_name, hash, file, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        no,
        project.version_number,
        project.current_version_id,
        version.own_name,
        version.file_name,
        version.hash,
        version.file,
        now.as_millis()
    ])?;
    db.prepare_cached("UPDATE projects SET resource = ?2, updated_at = ?3 WHERE no = ?1")?
        .execute(params![no, to_json(&project)?, now.as_millis()])?;
    Ok(project)
}

fn uploaded(project: Project, resolution: Resolution) -> Uploaded {
    Uploaded {
        project_id: project.project_id,
        identity_id: project.identity_id,
        display_name: project.display_name,
        version_id: Some(project.current_version_id),
        version_number: project.version_number.unwrap_or(1),
        resolution,
        vendor: project.vendor.unwrap_or(Vendor::AllenBradley),
    }
}

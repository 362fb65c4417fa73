//! Files as versions of projects.

use tagbridge_api::{
    ErrorCode, Timestamp,
    project::{Project, Vendor},
    upload::{Decision, Resolution, Uploaded},
};
use tagbridge_project::{ProjectError, Source};
use tagbridge_store::{FileHash, Org, ProjectRef, StoreError, Transaction, Version};
use uuid::Uuid;

use super::{
    Advice, Refusal, TechnicalReason, UserMessage,
    identity::{NewFile, ProjectMatch},
    projects,
};

/// A file that was parsed as a project, and is stored.
#[derive(Debug, Clone)]
pub(super) struct NewVersion {
    /// The display name; by default the name in the file.
    pub(super) name: Option<String>,
    /// The project name in the file.
    pub(super) own_name: String,
    /// Its platform.
    pub(super) vendor: Vendor,
    /// The file's name.
    pub(super) file_name: String,
    /// The hash of its bytes.
    pub(super) hash: FileHash,
    /// Its size in bytes.
    pub(super) size: u64,
}

impl NewVersion {
    /// Creates the data of a parsed file.
    pub(super) fn of(
        model: &tagbridge_project::Project,
        name: Option<String>,
        file_name: String,
        hash: FileHash,
        size: u64,
    ) -> Self {
        Self { name, own_name: model.name.clone(), vendor: model.vendor, file_name, hash, size }
    }

    /// The properties that decide its project.
    pub(super) fn newcomer<'a>(&'a self, model: &'a tagbridge_project::Project) -> NewFile<'a> {
        NewFile { model, hash: &self.hash, name: self.name.as_deref() }
    }
}

/// Why a file did not become a version.
#[derive(Debug, thiserror::Error)]
pub(super) enum VersionError {
    /// The project has another platform.
    #[error("the file is for {found}, but the project is for {expected}")]
    OtherVendor { found: Vendor, expected: Vendor },
    /// It belongs to no project in the key's scope.
    #[error("the file belongs to no project in the key's scope")]
    OutOfScope,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Parses a file as a project. Blocks for up to seconds.
pub(super) fn read(
    file_name: &str,
    bytes: Vec<u8>,
) -> Result<tagbridge_project::Project, ProjectError> {
    Source::of_bytes(file_name, bytes).and_then(|source| tagbridge_project::read(&source))
}

/// Creates a project from a file, or the next version of the chosen project.
///
/// A caller with a scope can add versions to projects in it, but cannot create projects.
pub(super) fn ingest(
    tx: &Transaction<'_>,
    org: &Org,
    version: &NewVersion,
    joined: &ProjectMatch,
    has_scope: bool,
    now: Timestamp,
) -> Result<Uploaded, VersionError> {
    let decision = Some(joined.why.clone());
    if let Some(project) = &joined.project {
        let uploaded = add(tx, project, version, now)?;
        let resolution = match uploaded.resolution {
            Resolution::AddVersion => Resolution::Existing,
            resolution => resolution,
        };
        return Ok(Uploaded { resolution, decision, ..uploaded });
    }
    if has_scope {
        return Err(VersionError::OutOfScope);
    }
    let name = version.name.clone().unwrap_or_else(|| version.own_name.clone());
    let (project, resource) = projects::add(tx, org, name, version.vendor, now)?;
    let resource = store(tx, &project, resource, version, now)?;
    Ok(Uploaded { decision, ..uploaded(resource, Resolution::Created) })
}

/// A version of this project by its id. A version of another project is not found.
pub(super) fn find(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    id: &str,
) -> Result<Version, Refusal> {
    tx.versions(project)?
        .into_iter()
        .find(|it| it.id == id)
        .ok_or_else(|| unknown(&TechnicalReason::NoVersionId { id }))
}

/// A version of this project by its number.
pub(super) fn numbered(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    number: u32,
) -> Result<Version, Refusal> {
    let found = tx.version_numbered(project, number)?;
    found.ok_or_else(|| unknown(&TechnicalReason::NoVersion { number: number.into() }))
}

fn unknown(why: &TechnicalReason<'_>) -> Refusal {
    Refusal::new(ErrorCode::NotFound, why)
        .for_user(&UserMessage::NoVersion)
        .with_remedy(&Advice::ListVersions)
}

/// Makes a file the current version of a project; has no effect if it already is.
pub(super) fn add(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    version: &NewVersion,
    now: Timestamp,
) -> Result<Uploaded, VersionError> {
    let mut resource = tx.project(project)?;
    if let Some(expected) = resource.vendor.filter(|own| *own != version.vendor) {
        return Err(VersionError::OtherVendor { found: version.vendor, expected });
    }
    let current = tx.current_version(project)?;
    if current.as_ref().is_some_and(|current| current.hash == version.hash) {
        return Ok(Uploaded { version_id: None, ..uploaded(resource, Resolution::IdenticalFile) });
    }
    // A project that was created without a file already has the id and number of a version.
    if current.is_some() {
        resource.version_number = Some(resource.version_number.unwrap_or(1) + 1);
        resource.current_version_id = format!("ver_{}", Uuid::new_v4().simple());
    }
    let resource = store(tx, project, resource, version, now)?;
    Ok(uploaded(resource, Resolution::AddVersion))
}

/// Makes an older version current again, with the next number; has no effect if its file is the
/// current one's.
pub(super) fn again(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    older: &Version,
    now: Timestamp,
) -> Result<Uploaded, StoreError> {
    let mut resource = tx.project(project)?;
    if tx.current_version(project)?.is_some_and(|current| current.hash == older.hash) {
        return Ok(Uploaded { version_id: None, ..uploaded(resource, Resolution::IdenticalFile) });
    }
    resource.version_number = Some(resource.version_number.unwrap_or(1) + 1);
    resource.current_version_id = format!("ver_{}", Uuid::new_v4().simple());
    resource.original_filename = Some(older.file_name.clone());
    // Answers about another file do not apply to this one.
    resource.file_size_bytes = None;
    resource.updated_at = now;
    tx.add_version(
        project,
        &Version {
            id: resource.current_version_id.clone(),
            number: resource.version_number.unwrap_or(1),
            created_at: now,
            ..older.clone()
        },
    )?;
    tx.save_project(project, &resource)?;
    Ok(uploaded(resource, Resolution::AddVersion))
}

fn store(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    resource: Project,
    version: &NewVersion,
    now: Timestamp,
) -> Result<Project, StoreError> {
    let resource = Project {
        file_size_bytes: Some(version.size),
        original_filename: Some(version.file_name.clone()),
        updated_at: now,
        ..resource
    };
    tx.add_version(
        project,
        &Version {
            id: resource.current_version_id.clone(),
            number: resource.version_number.unwrap_or(1),
            own_name: version.own_name.clone(),
            file_name: version.file_name.clone(),
            hash: version.hash.clone(),
            created_at: now,
        },
    )?;
    tx.save_project(project, &resource)?;
    Ok(resource)
}

fn uploaded(project: Project, resolution: Resolution) -> Uploaded {
    Uploaded {
        project_id: project.project_id,
        identity_id: project.identity_id,
        display_name: project.display_name,
        version_id: Some(project.current_version_id),
        version_number: project.version_number.unwrap_or(1),
        resolution,
        vendor: project.vendor.unwrap_or_default(),
        decision: Some(Decision::Told),
    }
}

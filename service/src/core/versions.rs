//! Files as versions of projects.

use tagbridge_api::{
    Timestamp,
    project::{Project, Vendor},
    upload::{Resolution, Uploaded},
};
use tagbridge_project::{ProjectError, Source};
use tagbridge_store::{FileHash, Org, ProjectRef, StoreError, Transaction, Version};
use uuid::Uuid;

use super::projects;

/// A file that was read as a project, and is kept.
#[derive(Debug, Clone)]
pub(super) struct NewVersion {
    /// The name to show; without it, the file's own.
    pub(super) name: Option<String>,
    /// What the file calls its project.
    pub(super) own_name: String,
    /// Its platform.
    pub(super) vendor: Vendor,
    /// What it is called.
    pub(super) file_name: String,
    /// Where its bytes are.
    pub(super) hash: FileHash,
    /// How many they are.
    pub(super) size: u64,
}

/// Why a file became no version.
#[derive(Debug, thiserror::Error)]
pub(super) enum VersionError {
    /// The project is of another platform.
    #[error("the file is of {found}, the project of {expected}")]
    OtherVendor { found: Vendor, expected: Vendor },
    /// It belongs to no project in the key's scope.
    #[error("the file belongs to no project in the key's scope")]
    OutOfScope,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads a file as a project. Blocks for up to seconds.
pub(super) fn read(
    file_name: &str,
    bytes: Vec<u8>,
) -> Result<tagbridge_project::Project, ProjectError> {
    Source::of_bytes(file_name, bytes).and_then(|source| tagbridge_project::read(&source))
}

/// Makes a project of a file, or the next version of the project that it belongs to: the one of
/// its platform whose last file called itself the same and is shown under the same name.
///
/// A caller with a scope adds versions to projects in it, and makes none.
pub(super) fn ingest(
    tx: &dyn Transaction,
    org: &Org,
    version: &NewVersion,
    scope: Option<&[String]>,
    now: Timestamp,
) -> Result<Uploaded, VersionError> {
    if let Some(project) = find_identity(tx, org, version, scope)? {
        let uploaded = add(tx, &project, version, now)?;
        return Ok(match uploaded.resolution {
            Resolution::AddVersion => Uploaded { resolution: Resolution::Existing, ..uploaded },
            _ => uploaded,
        });
    }
    if scope.is_some() {
        return Err(VersionError::OutOfScope);
    }
    let name = version.name.clone().unwrap_or_else(|| version.own_name.clone());
    let (project, resource) = projects::add(tx, org, name, version.vendor, now)?;
    let resource = store(tx, &project, resource, version, now)?;
    Ok(uploaded(resource, Resolution::Created))
}

/// Makes a file the current version of a project; nothing where it is that already.
pub(super) fn add(
    tx: &dyn Transaction,
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
    // A project that was made without a file has a version's id and number already.
    if current.is_some() {
        resource.version_number = Some(resource.version_number.unwrap_or(1) + 1);
        resource.current_version_id = format!("ver_{}", Uuid::new_v4().simple());
    }
    let resource = store(tx, project, resource, version, now)?;
    Ok(uploaded(resource, Resolution::AddVersion))
}

/// Of several in the scope, the one that was touched last.
fn find_identity(
    tx: &dyn Transaction,
    org: &Org,
    version: &NewVersion,
    scope: Option<&[String]>,
) -> Result<Option<ProjectRef>, StoreError> {
    for project in tx.projects_called(org, version.vendor, &version.own_name)? {
        if scope.is_some_and(|ids| !ids.contains(&project.id)) {
            continue;
        }
        let Some(name) = &version.name else {
            return Ok(Some(project));
        };
        if tx.project(&project)?.name == *name {
            return Ok(Some(project));
        }
    }
    Ok(None)
}

fn store(
    tx: &dyn Transaction,
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
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_store::{Sqlite, Store};

    use super::*;

    #[test]
    fn a_caller_with_a_scope_adds_to_the_project_in_it_though_another_was_touched_since() {
        let folder = tempfile::tempdir().unwrap();
        let data = Store::on(Sqlite::open(folder.path()).unwrap());
        let version = |name: &str, content: &str| NewVersion {
            name: Some(name.to_owned()),
            own_name: "PLC_1".to_owned(),
            vendor: Vendor::Siemens,
            file_name: "line.scl".to_owned(),
            hash: FileHash::of(content.as_bytes()),
            size: 1,
        };
        let put = |version: &NewVersion, scope: Option<&[String]>, hours: i64| {
            let now = Timestamp::from_millis(hours * 3_600_000).unwrap();
            data.write(|tx| ingest(tx, &Org::local(), version, scope, now))
        };
        let first = put(&version("First", "1"), None, 0).unwrap().project_id;
        let second = put(&version("Second", "2"), None, 1).unwrap().project_id;
        let nameless = NewVersion { name: None, ..version("", "3") };
        let uploaded = put(&nameless, Some(std::slice::from_ref(&first)), 2).unwrap();
        assert_eq!((uploaded.project_id, uploaded.version_number), (first, 2));
        let error = put(&nameless, Some(&["prj_other".to_owned()]), 3).expect_err("not in scope");
        assert!(matches!(error, VersionError::OutOfScope), "{error}");
        assert_eq!(put(&version("Second", "2"), None, 4).unwrap().project_id, second);
    }
}

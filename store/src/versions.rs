//! Versions: the files of a project; the one with the highest number is current.

use tagbridge_api::{Timestamp, project::Vendor};

use crate::{FileHash, Org, ProjectRef, StoreError};

/// A file that was read as a project. Its bytes are kept among the [`Files`](crate::Files).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Its id.
    pub id: String,
    /// Counts the project's versions, from 1.
    pub number: u32,
    /// What the file calls its project.
    pub own_name: String,
    /// What the file is called.
    pub file_name: String,
    /// The hash of its bytes.
    pub hash: FileHash,
    /// When it was added.
    pub created_at: Timestamp,
}

/// The versions.
pub trait Versions {
    /// Adds a version.
    fn add_version(&self, project: &ProjectRef, version: &Version) -> Result<(), StoreError>;

    /// The current version; `None`: the project was made without a file.
    fn current_version(&self, project: &ProjectRef) -> Result<Option<Version>, StoreError>;

    /// All versions, the newest first.
    fn versions(&self, project: &ProjectRef) -> Result<Vec<Version>, StoreError>;

    /// The version of this number.
    fn version_numbered(
        &self,
        project: &ProjectRef,
        number: u32,
    ) -> Result<Option<Version>, StoreError>;

    /// Takes a version out, if there is one of this number.
    fn drop_version(&self, project: &ProjectRef, number: u32) -> Result<(), StoreError>;

    /// The projects of a platform, archived ones left out, whose current version's file called itself so, most recently
    /// touched first.
    fn projects_called(
        &self,
        org: &Org,
        vendor: Vendor,
        own_name: &str,
    ) -> Result<Vec<ProjectRef>, StoreError>;

    /// Whether a version, an export, or a job that waits or runs, is of this file.
    fn is_file_used(&self, hash: &FileHash) -> Result<bool, StoreError>;
}

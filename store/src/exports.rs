//! Exports: files that were asked for, and are kept for a time.
//!
//! An export waits or runs for as long as the job of its id does; only what became of it is stored.

use tagbridge_api::{Timestamp, export::ExportKind};

use crate::{FileHash, Org, ProjectRef, StoreError};

/// An export of a version, independent of later versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredExport {
    /// Its id, and its job's.
    pub id: String,
    /// What is exported.
    pub kind: ExportKind,
    /// The id of the version.
    pub version: String,
    /// The number of the version.
    pub version_number: u32,
    /// The version's file, which is kept for as long as the export is.
    pub file: FileHash,
    /// What that file is called.
    pub file_name: String,
    /// The language of who asked for it.
    pub language: String,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// What became of it; absent while it waits or runs.
    pub ended: Option<EndedExport>,
}

/// What became of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedExport {
    /// When.
    pub at: Timestamp,
    /// The file to download; or the reason why there is none, as JSON.
    pub result: Result<Artifact, String>,
}

/// What there is to download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// The hash of its bytes.
    pub hash: FileHash,
    /// What to call it.
    pub name: String,
    /// All that it was made of: the same makes no other.
    pub made_of: String,
}

/// The exports.
pub trait Exports {
    /// Adds an export that waits.
    fn add_export(
        &self,
        org: &Org,
        project: &ProjectRef,
        export: &StoredExport,
    ) -> Result<(), StoreError>;

    /// The export with this id, and its project.
    fn export(&self, org: &Org, id: &str)
    -> Result<Option<(ProjectRef, StoredExport)>, StoreError>;

    /// Ends an export. Returns false if it does not exist or has already ended.
    fn end_export(&self, id: &str, ended: &EndedExport) -> Result<bool, StoreError>;

    /// The newest artifact that was made of this.
    fn artifact_of(&self, made_of: &str) -> Result<Option<FileHash>, StoreError>;

    /// Whether an export has this artifact.
    fn is_artifact_used(&self, hash: &FileHash) -> Result<bool, StoreError>;

    /// Takes out the exports that were over by then; how many.
    fn forget_exports(&self, before: Timestamp) -> Result<usize, StoreError>;
}

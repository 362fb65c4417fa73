//! Exports: requested files that are kept for some time.
//!
//! An export waits or runs as long as its job exists; only its result is stored.

use tagbridge_api::{Timestamp, export::ExportKind};

use crate::FileHash;

/// An export of a version, independent of later versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredExport {
    /// Its id, and its job's.
    pub id: String,
    /// The kind of export.
    pub kind: ExportKind,
    /// The id of the version.
    pub version: String,
    /// The number of the version.
    pub version_number: u32,
    /// The version's file, which is kept as long as the export.
    pub file: FileHash,
    /// The name of that file.
    pub file_name: String,
    /// The language of the requester.
    pub language: String,
    /// When it was requested.
    pub created_at: Timestamp,
    /// Its result; absent while it waits or runs.
    pub ended: Option<ExportResult>,
}

/// The result of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportResult {
    /// The time.
    pub at: Timestamp,
    /// The file to download, or the reason of the failure, as JSON.
    pub result: Result<Artifact, String>,
}

/// The file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// The hash of its bytes.
    pub hash: FileHash,
    /// The name of the file.
    pub name: String,
    /// All inputs that it was created from: the same inputs give the same file.
    pub made_of: String,
}

//! Versions: the files of a project; the one with the highest number is current.

use tagbridge_api::Timestamp;

use crate::FileHash;

/// A file that was read as a project. Its bytes are in the [`Files`](crate::Files).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Its id.
    pub id: String,
    /// Number of the version, from 1.
    pub number: u32,
    /// The project's name in the file.
    pub own_name: String,
    /// The name of the file.
    pub file_name: String,
    /// The hash of its bytes.
    pub hash: FileHash,
    /// When it was added.
    pub created_at: Timestamp,
}

//! Versions: the files of a project; the one with the highest number is current.

use tagbridge_api::Timestamp;

use crate::FileHash;

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

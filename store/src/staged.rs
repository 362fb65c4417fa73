//! Large files that came by a link of their own, until a version is made of them.

use tagbridge_api::Timestamp;

use crate::FileHash;

/// A file that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedFile {
    /// The upload's id.
    pub id: String,
    /// The hash of its bytes.
    pub hash: FileHash,
    /// When it had come.
    pub created_at: Timestamp,
}

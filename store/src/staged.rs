//! Large files that were uploaded through a separate link, before they become a version.

use tagbridge_api::Timestamp;

use crate::FileHash;

/// An uploaded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedFile {
    /// The upload's id.
    pub id: String,
    /// The hash of its bytes.
    pub hash: FileHash,
    /// When it was completely received.
    pub created_at: Timestamp,
}

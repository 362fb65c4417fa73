//! Large files that came by a link of their own, until a version is made of them.

use tagbridge_api::Timestamp;

use crate::{FileHash, Org, StoreError};

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

/// The files that came.
pub trait Staging {
    /// Keeps what came. False: something came under this id before, and stays.
    fn stage(&self, org: &Org, file: &StagedFile) -> Result<bool, StoreError>;

    /// What came under this id.
    fn staged(&self, org: &Org, id: &str) -> Result<Option<StagedFile>, StoreError>;

    /// Takes out what came before this; how many. The files themselves stay.
    fn forget_staged(&self, before: Timestamp) -> Result<usize, StoreError>;
}

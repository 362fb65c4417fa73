//! Which the file of an outbox and its log are, so that others in their places are noticed.

use std::path::Path;

use tagbridge_system::FileId;

use super::salvage::beside;

/// Which the file and its log are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Files([Option<FileId>; 2]);

impl Files {
    /// Those at the path of an outbox.
    pub(super) fn at(path: &Path) -> Self {
        Self([path, &beside(path, "-wal")].map(FileId::of))
    }
}

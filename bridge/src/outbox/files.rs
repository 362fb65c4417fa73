//! The identity of an outbox's file and of its log, to detect that they were replaced.

use std::path::Path;

use tagbridge_system::FileId;

use super::salvage::with_suffix;

/// The ids of the file and of its log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Files([Option<FileId>; 2]);

impl Files {
    /// The files that are now at the path of an outbox.
    pub(super) fn at(path: &Path) -> Self {
        Self([path, &with_suffix(path, "-wal")].map(FileId::of))
    }
}

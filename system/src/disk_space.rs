//! Free resources of the system.

use std::{io, path::Path};

/// Number of free bytes on the disk of a folder that this user may use; `None`: not known.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

/// Number of bytes of the disk of a folder, free or not; `None`: not known.
pub fn total_bytes(folder: &Path) -> Option<u64> {
    fs4::total_space(folder).ok()
}

/// Whether an error means that the disk or the user's quota is full.
pub fn is_disk_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Maximum number of open files and connections; `None`: unlimited.
pub fn open_files() -> Option<usize> {
    #[cfg(unix)]
    return {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::Nofile).current.and_then(|it| usize::try_from(it).ok())
    };
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_room_and_one_that_is_not_there_cannot_be_asked() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_bytes(folder.path()).is_some_and(|free| free > 0));
        assert!(total_bytes(folder.path()) >= free_bytes(folder.path()));
        // Windows may report the disk on which the folder would be.
        #[cfg(unix)]
        assert_eq!(free_bytes(&folder.path().join("none")), None);
        assert!(open_files().is_none_or(|most| most >= 3));
    }
}

//! How much of something the system has for us.

use std::{io, path::Path};

/// Bytes that are free for us on the disk of a folder; `None`: that cannot be found out.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

/// Whether there was no room: on the disk, or in what its owner may have of it.
pub fn is_disk_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// How many files and connections may be open at a time; `None`: as many as memory holds.
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
        // Windows may answer for the disk that it would be on.
        #[cfg(unix)]
        assert_eq!(free_bytes(&folder.path().join("none")), None);
        assert!(open_files().is_none_or(|most| most >= 3));
    }
}

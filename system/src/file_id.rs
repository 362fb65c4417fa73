//! The identity of the file at a path.

use std::path::Path;

/// Identifies a file. Determined without opening the file: closing it again would release the locks
/// of this process on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    /// The identity of the file at this path; `None`: the file does not exist. On systems that
    /// cannot remove or replace an open file, all files have the same identity.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        let (device, number) = {
            use std::os::unix::fs::MetadataExt;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let (device, number) = (0, u64::from(metadata.is_dir()));
        Some(Self { device, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_removed_or_replaced_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a"), folder.path().join("b"));
        assert_eq!(FileId::of(&path), None);
        std::fs::write(&path, "1").unwrap();
        std::fs::write(&other, "2").unwrap();
        let it = FileId::of(&path);
        std::fs::write(&path, "3").unwrap();
        assert!(it.is_some() && it == FileId::of(&path), "its content alone is another one");
        #[cfg(unix)]
        {
            std::fs::rename(&other, &path).unwrap();
            assert_ne!(it, FileId::of(&path));
        }
    }
}

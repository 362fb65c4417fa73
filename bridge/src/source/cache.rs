//! The stored copy of a project's file.

use std::{fmt::Write as _, fs, io, path::PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const SOURCE: &str = "source";
const FILE: &str = "project.bin";
const LABEL: &str = "project.json";

/// The metadata of a copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CopyMetadata {
    pub(super) version_id: String,
    pub(super) file_name: String,
    /// SHA-256 of the copy, to detect an incomplete write.
    sha256: String,
}

/// The copy of one project.
pub(super) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The copy of this project in the data folder. The name of its folder is a hash, as a project
    /// id may contain any character.
    pub(super) fn new(data: &std::path::Path, project: &str) -> Self {
        let digest = hex(&Sha256::digest(project.as_bytes()));
        Self { folder: data.join(SOURCE).join(&digest[..16]) }
    }

    /// The copies of all projects.
    pub(super) fn all(data: &std::path::Path) -> Vec<Self> {
        let folders = fs::read_dir(data.join(SOURCE)).into_iter().flatten().flatten();
        folders.map(|it| Self { folder: it.path() }).collect()
    }

    /// Reads the copy, if it exists and is complete.
    pub(super) fn load(&self) -> Option<(CopyMetadata, Vec<u8>)> {
        let label = fs::read(self.folder.join(LABEL)).ok()?;
        let label: CopyMetadata = serde_json::from_slice(&label).ok()?;
        let bytes = fs::read(self.folder.join(FILE)).ok()?;
        (hex(&Sha256::digest(&bytes)) == label.sha256).then_some((label, bytes))
    }

    /// Deletes the copy.
    pub(super) fn remove(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Replaces the copy.
    pub(super) fn keep(&self, version_id: &str, file_name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let label = CopyMetadata {
            version_id: version_id.to_owned(),
            file_name: file_name.to_owned(),
            sha256: hex(&Sha256::digest(bytes)),
        };
        fs::write(self.folder.join(FILE), bytes)?;
        fs::write(self.folder.join(LABEL), serde_json::to_vec(&label)?)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, it| {
        let _never_fails = write!(text, "{it:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_found_again_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("there is room");
        let cache = Cache::new(folder.path(), "../p 1");
        assert!(cache.load().is_none());
        cache.keep("v1", "line.L5X", b"one").expect("it is kept");
        cache.keep("v2", "line.L5X", b"two").expect("it is kept");
        let (label, bytes) = cache.load().expect("it is there");
        assert_eq!((label.version_id.as_str(), &bytes[..]), ("v2", &b"two"[..]));
        fs::write(cache.folder.join(FILE), b"tw").expect("it is torn");
        assert!(cache.load().is_none());
        assert!(Cache::new(folder.path(), "p2").load().is_none());
        cache.keep("v3", "line.L5X", b"three").expect("it is kept");
        cache.remove().expect("it can be removed");
        assert!(cache.load().is_none());
        cache.remove().expect("there is nothing to do");
    }
}

//! A small disk that a test can fill.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// A mounted file system. It is unmounted when it is dropped.
pub(crate) struct SmallDisk(TempDir);

impl SmallDisk {
    /// Mounts a file system of this size; `None` if this user is not allowed to.
    pub(crate) fn new(size: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(folder.path())
            .output();
        if mount.is_ok_and(|it| it.status.success()) {
            return Some(Self(folder));
        }
        tagbridge_needs::skip("root, who may mount a small file system");
        None
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills the disk with another file, and returns its path.
    pub(crate) fn fill(&self) -> PathBuf {
        let hog = self.path().join("hog");
        let mut file = File::create(&hog).unwrap();
        while file.write_all(&[1; 4096]).is_ok() {}
        hog
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _left = Command::new("umount").arg(self.0.path()).status();
    }
}

//! New files: those that not everybody may read, and why one cannot be written.

use std::{
    fs::{File, OpenOptions},
    io::{self, ErrorKind},
    path::Path,
};

use crate::failure::{Exit, Failure};

/// A new file that only its owner can read.
pub(crate) fn create_private(path: &Path) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| cannot_write(path, &error))
}

/// The file, or what belongs into it, cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let (exit, remedy) = match error.kind() {
        ErrorKind::AlreadyExists => (Exit::Usage, "name another file, or move this one away"),
        ErrorKind::StorageFull => (Exit::Ours, "make room on the disk, or name another one"),
        _ => (Exit::Usage, "name a file in a folder that you may write to"),
    };
    Failure::new(exit, format!("cannot write {}", path.display()), error, remedy)
}

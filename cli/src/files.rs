//! New files: those that not everybody may read, and why one cannot be written.

use std::{
    fs::{File, OpenOptions},
    io::{self, ErrorKind},
    path::Path,
};

use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    says::{Cannot, Do},
};

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
        ErrorKind::AlreadyExists => (Exit::Usage, Do::AnotherFile),
        ErrorKind::StorageFull => (Exit::Ours, Do::RoomOnDisk),
        _ => (Exit::Usage, Do::WritableFile),
    };
    Failure::new(exit, &Cannot::Write { file: path }, Message::system(error), &remedy)
}

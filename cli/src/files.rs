//! New files: those that not everybody may read, and why one cannot be written.

use std::{
    fs::File,
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
    tagbridge_system::create_private(path).map_err(|error| cannot_write(path, &error))
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

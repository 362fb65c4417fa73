//! New files: private ones, and errors of writing.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write as _},
    path::Path,
};

use tagbridge_system::is_disk_full;
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do},
};

/// A new file that only its owner can read.
pub(crate) fn create_private(path: &Path) -> Result<File, Failure> {
    tagbridge_system::create_private(path).map_err(|error| cannot_write(path, &error))
}

/// Creates a file with these bytes; an existing file is never overwritten.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = File::create_new(path).map_err(|error| cannot_write(path, &error))?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|error| {
        // An incomplete file would look complete.
        drop(fs::remove_file(path));
        cannot_write(path, &error)
    })
}

/// The error of a file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let (exit, remedy) = match error.kind() {
        ErrorKind::AlreadyExists => (Exit::Usage, Do::AnotherFile),
        _ if is_disk_full(error) => (Exit::Ours, Do::RoomOnDisk),
        _ => (Exit::Usage, Do::WritableFile),
    };
    Failure::new(exit, &Cannot::Write { file: path }, Message::system(error), &remedy)
}

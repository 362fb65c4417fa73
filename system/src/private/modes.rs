//! Permissions of Unix: three bits each for the owner, a group, and all others.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

/// The owner reads and writes.
const OWNERS: u32 = 0o600;

pub(super) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(OWNERS).open(path)
}

pub(super) fn close(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(OWNERS))
}

pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

pub(super) fn is_open(path: &Path) -> io::Result<bool> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o007 != 0)
}

#[expect(clippy::unnecessary_wraps, reason = "as on Windows, where it may fail")]
pub(super) fn open_to_background(_path: &Path, _may: super::Background) -> io::Result<()> {
    Ok(())
}

pub(super) fn sync(folder: &Path) -> io::Result<()> {
    let here = folder.as_os_str().is_empty();
    File::open(if here { Path::new(".") } else { folder })?.sync_all()
}

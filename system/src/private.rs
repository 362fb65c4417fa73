//! Files that only their owner can read.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

#[cfg_attr(unix, path = "private/modes.rs")]
#[cfg_attr(windows, path = "private/lists.rs")]
mod rights;

/// Compiled on every system, so that every system tests it.
#[cfg(any(test, windows))]
mod sddl;

/// Creates a file that only its owner can read, from the first byte on. `AlreadyExists`: the file
/// exists.
pub fn create_private(path: &Path) -> io::Result<File> {
    rights::create(path)
}

/// Creates or replaces a file as a whole. It is durable when this function returns, and never
/// readable by others. Creates its folder.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, bytes, create_private)
}

/// The same with the default permissions of a file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, bytes, |next| File::create_new(next))
}

fn replace(
    path: &Path,
    bytes: &[u8],
    create: impl FnOnce(&Path) -> io::Result<File>,
) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)?;
    let mut next = path.as_os_str().to_owned();
    next.push(".next");
    let next = PathBuf::from(next);
    let _left_over = fs::remove_file(&next);
    let mut file = create(&next)?;
    file.write_all(bytes).and_then(|()| file.sync_all())?;
    // Windows cannot rename an open file.
    drop(file);
    fs::rename(&next, path)?;
    sync_folder(folder)
}

/// Restricts an existing file to its owner.
pub fn make_private(path: &Path) -> io::Result<()> {
    rights::close(path)
}

/// Creates a folder and its parents; only the owner may read the created ones.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    rights::create_folder(path)
}

/// Whether all users of this computer can read a file. A group that an administrator chose does not
/// count.
pub fn is_open_to_all(path: &Path) -> io::Result<bool> {
    rights::is_open(path)
}

/// The access of a background program to a file or a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// Read it.
    Reads,
    /// Read and write, including new files in it.
    Writes,
}

/// Gives a background program on Windows access to a path. On other systems its package defines the
/// user.
pub fn open_to_background(path: &Path, may: Background) -> io::Result<()> {
    rights::open_to_background(path, may)
}

/// Makes data durable that others wrote into a file. Windows allows this only to programs with
/// write access.
pub fn sync_file(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path)?.sync_all()
}

/// Makes the names in a folder durable, if the system supports it.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    rights::sync(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_its_owners_from_the_beginning_and_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made/key");
        for text in ["first", "second"] {
            write_private(&path, text.as_bytes()).expect("it is written");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert!(!is_open_to_all(&path).unwrap());
        }
        assert_eq!(
            fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "nothing is left over"
        );
        sync_file(&path).expect("it is there");
        assert!(sync_file(&folder.path().join("none")).is_err());
        let there = create_private(&path).expect_err("it is there");
        assert_eq!(there.kind(), io::ErrorKind::AlreadyExists);
        assert!(is_open_to_all(&folder.path().join("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_everybody_can_read_is_told_and_taken_from_them() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for (given, open) in [(0o644, true), (0o602, true), (0o640, false), (0o600, false)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(given)).unwrap();
            assert_eq!(is_open_to_all(&path).unwrap(), open, "{given:o}");
            make_private(&path).expect("it is ours");
            assert_eq!(mode(&path), 0o600);
        }
        create_private_folder(&folder.path().join("a/b")).expect("it is made");
        assert_eq!(mode(&folder.path().join("a/b")), 0o700);
    }
}

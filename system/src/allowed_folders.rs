//! Files that others name: they are opened only in allowed folders.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use same_file::Handle;

/// Opens the regular file at a path if it is in one of these folders, and returns its real path
/// there. All links are resolved before the check, and no link is followed while the file is
/// opened, so a link that is changed in between has no effect.
///
/// `None`: the file does not exist, is elsewhere, is not a regular file, or has further hard links,
/// which may be elsewhere. The caller, who may not see other files, does not learn which reason
/// applies.
pub fn open_beneath(path: &Path, roots: &[PathBuf]) -> Option<(File, PathBuf)> {
    if !path.is_absolute() || is_remote(path) {
        return None;
    }
    let resolved = path.canonicalize().ok()?;
    let is_in = |root: &PathBuf| root.canonicalize().is_ok_and(|root| resolved.starts_with(root));
    if !roots.iter().any(is_in) {
        return None;
    }
    // Opening a device or a pipe may have side effects.
    if !resolved.symlink_metadata().ok()?.is_file() {
        return None;
    }
    let file = open_itself(&resolved).ok()?;
    let is_regular = file.metadata().ok()?.is_file();
    (is_regular && has_one_name(&file) && is_at(&file, &resolved)).then_some((file, resolved))
}

/// Whether a path is on a share of another computer, or a device: on Windows, even checking it
/// would log in there. A path with all links resolved begins with `\\?\C:\`, and is on this
/// computer.
pub fn is_remote(path: &Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes();
    let is_separator = |at: usize| matches!(text.get(at), Some(b'/' | b'\\'));
    let is_followed =
        |drive: &[u8]| matches!(drive, [letter, b':', ..] if letter.is_ascii_alphabetic());
    is_separator(0) && is_separator(1) && !text.strip_prefix(br"\\?\").is_some_and(is_followed)
}

/// Opens the file at a path without links, and never the target of a link.
fn open_itself(path: &Path) -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
        let how = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        let strictly = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        match openat2(CWD, path, how, Mode::empty(), strictly) {
            // Sandboxes may not support this system call.
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => {}
            opened => return Ok(opened?.into()),
        }
    }
    File::open(path)
}

fn has_one_name(file: &File) -> bool {
    #[cfg(unix)]
    return {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|it| it.nlink() == 1)
    };
    #[cfg(windows)]
    return winapi_util::file::information(file).is_ok_and(|it| it.number_of_links() == 1);
    #[cfg(not(any(unix, windows)))]
    return false;
}

/// Whether a path without links is still the path of this open file.
fn is_at(file: &File, path: &Path) -> bool {
    let same = || {
        let opened = Handle::from_file(file.try_clone()?)?;
        let there = Handle::from_path(path)?;
        Ok::<_, io::Error>(opened == there && path.canonicalize()? == path)
    };
    same().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_opened_by_any_path_that_leads_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let (named, root) = (folder.path(), folder.path().canonicalize().unwrap());
        let file = root.join("line.L5X");
        std::fs::write(&file, "x").unwrap();
        std::fs::create_dir(root.join("below")).unwrap();
        for path in [file.clone(), named.join("below/../line.L5X"), named.join("./line.L5X")] {
            let opened = open_beneath(&path, std::slice::from_ref(&root));
            assert_eq!(opened.expect("it is there").1, file, "{}", path.display());
        }
        assert!(open_beneath(&file, &[root.join("below")]).is_none());
        assert!(open_beneath(&file, &[]).is_none());
    }

    #[test]
    fn shares_are_known_by_how_they_begin() {
        for (path, expected) in [
            ("//server/share/line.L5X", true),
            (r"\\server\share\line.L5X", true),
            (r"\\?\UNC\server\share\line.L5X", true),
            (r"\\?\C:\line.L5X", false),
            (r"\\?\pipe\line", true),
            (r"\/server/share/line.L5X", true),
            ("/home/line.L5X", false),
            ("line.L5X", false),
            ("", false),
        ] {
            assert_eq!(is_remote(Path::new(path)), expected, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_is_put_there_meanwhile_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::write(root.join("secret"), "x").unwrap();
        std::os::unix::fs::symlink(root.join("secret"), root.join("line.L5X")).unwrap();
        let opened = open_itself(&root.join("line.L5X"));
        assert!(opened.is_err() || !is_at(&opened.unwrap(), &root.join("line.L5X")));
    }
}

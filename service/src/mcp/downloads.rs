//! Files that are written for an agent on this computer.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use tagbridge_system::is_device_name;

/// Maximum number of files with the same name.
const ALIKE_MAX: u32 = 10_000;
/// Maximum number of characters of a name.
const NAME_CHARS_MAX: usize = 120;

/// Creates a file in a folder, with this name or, if it exists, with a number.
pub(super) fn begin(folder: &Path, name: &str) -> io::Result<(File, PathBuf)> {
    fs::create_dir_all(folder)?;
    let folder = folder.canonicalize()?;
    let name = plain(name);
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (&*name, String::new()),
    };
    for number in 1..=ALIKE_MAX {
        let numbered = if number == 1 { String::new() } else { format!(" ({number})") };
        let path = folder.join(format!("{stem}{numbered}{ending}"));
        match File::options().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            begun => return begun.map(|file| (file, path)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A name that is valid on every system, without a path.
fn plain(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_odd = |c: char| c.is_control() || "<>:\"|?*".contains(c);
    let kept: String = name.chars().map(|c| if is_odd(c) { '_' } else { c }).collect();
    let kept = kept.trim_matches(|c| c == ' ' || c == '.');
    let long = kept.chars().count().saturating_sub(NAME_CHARS_MAX);
    // The extension is kept.
    let kept: String = kept.chars().skip(long).collect();
    if kept.is_empty() || is_device_name(&kept) { format!("file_{kept}") } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_plain() {
        for (name, expected) in [
            ("Line4.L5X", "Line4.L5X"),
            ("../../etc/passwd", "passwd"),
            (r"C:\Windows\x.ini", "x.ini"),
            ("a:b?.L5X", "a_b_.L5X"),
            ("nul.L5X", "file_nul.L5X"),
            ("..", "file_"),
            ("", "file_"),
            (" x. ", "x"),
        ] {
            assert_eq!(plain(name), expected);
        }
        assert!(plain(&("x".repeat(999) + ".L5X")).ends_with("x.L5X"));
    }

    #[test]
    fn nothing_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<_> = (0..3)
            .map(|_| begin(folder.path(), "a.L5X").unwrap().1)
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
            .collect();
        assert_eq!(names, ["a.L5X", "a (2).L5X", "a (3).L5X"]);
    }
}

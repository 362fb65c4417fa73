//! Rights as Windows has them: a list of who may do what, by numbers (SID) that no language
//! changes. Its own program `icacls` sets and tells them; what it saves is SDDL in UTF-16
//! (MS-DTYP, section 2.5.1).
#![cfg_attr(not(windows), expect(dead_code, reason = "here the reading of lists is tested alone"))]

use std::{
    env,
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io::{self, Error, ErrorKind},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Who may: the owner, the system and the administrators, who could take it anyway.
const OURS: [&str; 3] = ["*S-1-3-4", "*S-1-5-18", "*S-1-5-32-544"];
/// Everybody, whoever has logged in, users, guests, the domain's users, guests and computers, the
/// network, whoever sits there, all apps: as SDDL abbreviates them, and in numbers.
const EVERYBODY: [&str; 20] = [
    "WD",
    "AU",
    "BU",
    "BG",
    "DU",
    "DG",
    "DC",
    "NU",
    "IU",
    "AN",
    "AC",
    "S-1-1-0",
    "S-1-5-11",
    "S-1-5-32-545",
    "S-1-5-32-546",
    "S-1-5-2",
    "S-1-5-4",
    "S-1-5-7",
    "S-1-15-2-1",
    "S-1-15-2-2",
];
/// Rights that include reading, as SDDL abbreviates them.
const READING: [&str; 4] = ["FA", "FR", "GA", "GR"];
/// The bits of those that it writes as a number: read data, read all, do all.
const READING_BITS: u32 = 0x9000_0001;

pub(super) fn create(path: &Path) -> io::Result<File> {
    // It holds nothing until it is closed to others.
    drop(OpenOptions::new().write(true).create_new(true).open(path)?);
    close(path).inspect_err(|_| drop(fs::remove_file(path)))?;
    OpenOptions::new().write(true).open(path)
}

pub(super) fn close(path: &Path) -> io::Result<()> {
    fs::metadata(path)?;
    grant(path, "F")
}

pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(path)?;
    // What is made in it has the same list.
    grant(path, "(OI)(CI)F")
}

pub(super) fn is_open(path: &Path) -> io::Result<bool> {
    fs::metadata(path)?;
    let folder = tempfile::tempdir()?;
    let saved = folder.path().join("list");
    icacls([path.as_os_str(), OsStr::new("/save"), saved.as_os_str()])?;
    let bytes = fs::read(saved)?;
    let units: Vec<u16> =
        bytes.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]])).collect();
    lets_everybody_read(&String::from_utf16_lossy(&units)).ok_or_else(|| {
        Error::new(ErrorKind::InvalidData, "the list of who may read it is not understood")
    })
}

/// A name is as durable as its file there.
#[expect(clippy::unnecessary_wraps, reason = "as on unix, where it may fail")]
pub(super) fn sync(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn grant(path: &Path, rights: &str) -> io::Result<()> {
    let grants = OURS.map(|who| format!("{who}:{rights}"));
    let [owner, system, administrators] = grants.each_ref().map(OsStr::new);
    let [own, replace] = ["/inheritance:r", "/grant:r"].map(OsStr::new);
    icacls([path.as_os_str(), own, replace, owner, system, administrators])
}

/// The program of the system's own folder, whatever else is called so.
fn icacls<'a>(arguments: impl IntoIterator<Item = &'a OsStr>) -> io::Result<()> {
    let root =
        env::var_os("SystemRoot").map_or_else(|| PathBuf::from(r"C:\Windows"), PathBuf::from);
    let output = Command::new(root.join("System32").join("icacls.exe"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::new(ErrorKind::PermissionDenied, format!("icacls: {}", said.trim())))
}

/// Whether a list in SDDL lets everybody read; `None`: it is not understood. A line with the file's
/// name goes before it.
fn lets_everybody_read(saved: &str) -> Option<bool> {
    let list = saved.lines().map(str::trim).rev().find_map(|it| it.strip_prefix("D:"))?;
    let entries = list.find('(').map_or("", |at| &list[at..]);
    if entries.is_empty() {
        // No list at all is leave for everybody; an empty one is leave for nobody.
        return Some(list.contains("NO_ACCESS_CONTROL"));
    }
    // The auditor's list may follow.
    let entries = entries.split("S:").next()?;
    entries
        .split_terminator(')')
        .map(|it| {
            let mut fields = it.strip_prefix('(')?.split(';');
            let (kind, _flags, rights) = (fields.next()?, fields.next()?, fields.next()?);
            let who = fields.nth(2)?;
            Some(matches!(kind, "A" | "XA") && EVERYBODY.contains(&who) && reads(rights)?)
        })
        .try_fold(false, |any, it| Some(any | it?))
}

/// Two letters each, or one number in hexadecimal.
fn reads(rights: &str) -> Option<bool> {
    if let Some(number) = rights.strip_prefix("0x") {
        return u32::from_str_radix(number, 16).ok().map(|it| it & READING_BITS != 0);
    }
    let letters = rights.as_bytes().chunks(2).map(|it| std::str::from_utf8(it).unwrap_or_default());
    // "CC" is the first bit of the rights of an object, which is reading the data of a file.
    Some(letters.into_iter().any(|it| it == "CC" || READING.contains(&it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_tells_whether_everybody_can_read() {
        for (list, expected) in [
            ("D:PAI(A;;FA;;;OW)(A;;FA;;;SY)(A;;FA;;;BA)", Some(false)),
            ("D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)", Some(true)),
            ("D:(A;;FR;;;WD)", Some(true)),
            ("D:(A;;0x100116;;;S-1-5-11)", Some(false)),
            ("D:(A;;0x120089;;;S-1-5-11)", Some(true)),
            ("D:(D;;FA;;;WD)(A;;FA;;;S-1-5-21-1-2-3-1001)", Some(false)),
            ("D:(A;;CCSWRPLO;;;BU)", Some(true)),
            ("D:P(A;;FA;;;SY)S:AI(AU;SAFA;FA;;;WD)", Some(false)),
            ("D:P", Some(false)),
            ("D:NO_ACCESS_CONTROL", Some(true)),
            ("D:(A;;0xzz;;;WD)", None),
            ("D:(A;;FA", None),
            ("", None),
        ] {
            assert_eq!(lets_everybody_read(list), expected, "{list}");
            let saved = format!("\u{feff}D: key (1).txt\r\n{list}\r\n");
            assert_eq!(lets_everybody_read(&saved), expected, "{saved}");
        }
    }
}

//! Permissions of Windows: access control lists.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Error, ErrorKind},
    path::Path,
};

use windows_permissions::{
    LocalBox, SecurityDescriptor,
    constants::{SeObjectType, SecurityInformation},
    wrappers::{
        ConvertSecurityDescriptorToStringSecurityDescriptor, GetNamedSecurityInfo,
        SetNamedSecurityInfo,
    },
};

use super::{Background, sddl};

/// All permissions for the owner, the system and the administrators, who could get them anyway;
/// nothing is inherited from the folder.
const OURS: &str = "D:P(A;;FA;;;OW)(A;;FA;;;SY)(A;;FA;;;BA)";
/// The same for files that are created in a folder.
const OUR_FOLDERS: &str = "D:P(A;OICI;FA;;;OW)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)";
/// The account of services: it may read a file, and change a folder and its contents.
const SERVICES_READ: &str = "(A;;FR;;;LS)";
const SERVICES_WRITE: &str = "(A;OICI;0x1301bf;;;LS)";

pub(super) fn create(path: &Path) -> io::Result<File> {
    // The file is empty until it is restricted.
    drop(OpenOptions::new().write(true).create_new(true).open(path)?);
    close(path).inspect_err(|_| drop(fs::remove_file(path)))?;
    OpenOptions::new().write(true).open(path)
}

pub(super) fn close(path: &Path) -> io::Result<()> {
    write(path, OURS)
}

pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(path)?;
    write(path, OUR_FOLDERS)
}

pub(super) fn is_open(path: &Path) -> io::Result<bool> {
    sddl::lets_everybody_read(&read(path)?).ok_or_else(|| {
        Error::new(ErrorKind::InvalidData, "the list of who may read it is not understood")
    })
}

pub(super) fn open_to_background(path: &Path, may: Background) -> io::Result<()> {
    let entry = match may {
        Background::Reads => SERVICES_READ,
        Background::Writes => SERVICES_WRITE,
    };
    sddl::with_entry(&read(path)?, entry).map_or(Ok(()), |list| write(path, &list))
}

/// On Windows a name is as durable as its file.
#[expect(clippy::unnecessary_wraps, reason = "as on unix, where it may fail")]
pub(super) fn sync(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn read(path: &Path) -> io::Result<String> {
    let (kind, part) = (SeObjectType::SE_FILE_OBJECT, SecurityInformation::Dacl);
    let found = GetNamedSecurityInfo(path, kind, part)?;
    let list = ConvertSecurityDescriptorToStringSecurityDescriptor(&found, part)?;
    Ok(list.to_string_lossy().trim_end_matches('\0').to_owned())
}

fn write(path: &Path, list: &str) -> io::Result<()> {
    let descriptor: LocalBox<SecurityDescriptor> = list.parse()?;
    let protection = if sddl::is_protected(list) {
        SecurityInformation::ProtectedDacl
    } else {
        SecurityInformation::UnprotectedDacl
    };
    let part = SecurityInformation::Dacl | protection;
    let list = descriptor.dacl();
    SetNamedSecurityInfo(path, SeObjectType::SE_FILE_OBJECT, part, None, None, list, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_can_read_is_told_and_taken_from_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, "").unwrap();
        write(&path, "D:P(A;;FR;;;WD)(A;;FA;;;OW)(A;;FA;;;BA)").expect("a list");
        assert!(is_open(&path).unwrap());
        close(&path).expect("it is ours");
        assert!(!is_open(&path).unwrap(), "{:?}", read(&path));
        open_to_background(&path, Background::Reads).expect("it is ours");
        assert!(!is_open(&path).unwrap(), "{:?}", read(&path));
        assert!(is_open(&folder.path().join("none")).is_err());
    }
}

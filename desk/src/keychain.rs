//! Where the service's key is kept: the keychain, a file by explicit choice, or nowhere.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::view::{Failure, KeyPlace};

/// Under what it is kept.
const SERVICE: &str = "tagbridge";

/// The places that a key can be kept in on this computer.
#[derive(Debug, Clone)]
pub(crate) struct Keychain {
    file: PathBuf,
    /// Whether the system's keychain may be used at all.
    system: bool,
}

impl Keychain {
    pub(crate) fn new(data: &Path, system: bool) -> Self {
        Self { file: data.join("service.key"), system }
    }

    /// Why there is no keychain; `None`: there is one. Blocks for a moment.
    pub(crate) fn trouble(&self) -> Option<String> {
        if !self.system {
            return Some("the keychain is not used in this mode".into());
        }
        match keyring::Entry::store_status() {
            Ok(()) => None,
            Err(error) => Some(format!("no keychain answers on this computer: {error}")),
        }
    }

    /// Keeps a key for an address.
    pub(crate) fn keep(&self, place: KeyPlace, url: &str, key: &str) -> Result<(), Failure> {
        match place {
            KeyPlace::Nowhere => Ok(()),
            KeyPlace::File => {
                private(&self.file, key).map_err(|error| self.no_file("write", &error))
            }
            KeyPlace::Keychain => {
                if let Some(trouble) = self.trouble() {
                    return Err(no_keychain(&trouble));
                }
                entry(url)?.set_password(key).map_err(|error| no_keychain(&error.to_string()))
            }
        }
    }

    /// The key that is kept for an address; `None`: there is none.
    pub(crate) fn fetch(&self, place: KeyPlace, url: &str) -> Result<Option<String>, Failure> {
        match place {
            KeyPlace::Nowhere => Ok(None),
            KeyPlace::File => match fs::read_to_string(&self.file) {
                Ok(key) => Ok(Some(key)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(self.no_file("read", &error)),
            },
            KeyPlace::Keychain => {
                if let Some(trouble) = self.trouble() {
                    return Err(no_keychain(&trouble));
                }
                match entry(url)?.get_password() {
                    Ok(key) => Ok(Some(key)),
                    Err(keyring::Error::NoEntry) => Ok(None),
                    Err(error) => Err(no_keychain(&error.to_string())),
                }
            }
        }
    }

    fn no_file(&self, doing: &str, error: &io::Error) -> Failure {
        let message = format!("cannot {doing} the key's file {}: {error}", self.file.display());
        Failure::new("disk", message, "check the folder and its owner")
    }
}

fn entry(url: &str) -> Result<keyring::Entry, Failure> {
    keyring::Entry::new(SERVICE, url).map_err(|error| no_keychain(&error.to_string()))
}

fn no_keychain(why: &str) -> Failure {
    Failure::new(
        "no_keychain",
        format!("the key cannot be kept in the keychain: {why}"),
        "unlock or install a keychain (a secret service), or choose to keep the key in a file that only you can read",
    )
}

/// Writes a file that only its owner can read, from its first byte on.
fn private(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let next = path.with_extension("next");
    let _old = fs::remove_file(&next);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&next)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all())?;
    fs::rename(next, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://a.example/api/v1";

    #[test]
    fn a_file_is_for_its_owner_alone_and_a_keychain_is_never_replaced_silently() {
        let folder = tempfile::tempdir().unwrap();
        let keychain = Keychain::new(folder.path(), false);
        assert_eq!(keychain.fetch(KeyPlace::File, URL), Ok(None));
        keychain.keep(KeyPlace::File, URL, "tb_1").expect("it is kept");
        keychain.keep(KeyPlace::File, URL, "tb_2").expect("it is replaced");
        assert_eq!(keychain.fetch(KeyPlace::File, URL), Ok(Some("tb_2".into())));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&keychain.file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let error = keychain.keep(KeyPlace::Keychain, URL, "tb_3").unwrap_err();
        assert_eq!(error.error, "no_keychain");
        assert!(error.remedy.contains("choose to keep the key in a file"), "{error}");
        assert_eq!(keychain.fetch(KeyPlace::File, URL), Ok(Some("tb_2".into())));
        keychain.keep(KeyPlace::Nowhere, URL, "tb_4").expect("nothing is to be done");
        assert_eq!(keychain.fetch(KeyPlace::Nowhere, URL), Ok(None));
    }
}

//! Where the service's key is.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::secret::Key;

/// Where the service's key is. The configuration never holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// In an environment variable of this name.
    Env(String),
    /// In a file that only its owner can read.
    File(PathBuf),
    /// Here: from the keychain, or from the same process. No file can say this.
    Given(Key),
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The variable is not there.
    #[error(
        "environment variable {name} with the service's key is not set; set it, or name a file with `key = {{ file = \"…\" }}`"
    )]
    NoVariable {
        /// Its name.
        name: String,
    },
    /// The file cannot be read.
    #[error("key file {} cannot be read: {source}; check that it exists and belongs to this user", path.display())]
    NoFile {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// Anybody on this machine can read the file.
    #[error("key file {} can be read by everybody on this machine; run `chmod 600` on it, and have the key replaced if others use this machine", path.display())]
    OpenToAll {
        /// The file.
        path: PathBuf,
    },
    /// What was found is no key.
    #[error("{place} holds no key; put the key there as it was printed, in one line")]
    NoKey {
        /// Where it was looked for.
        place: String,
    },
}

impl KeySource {
    /// Fetches the key.
    pub fn read(&self) -> Result<Key, KeyError> {
        match self {
            Self::Given(key) => Ok(key.clone()),
            Self::Env(name) => {
                let text =
                    std::env::var(name).map_err(|_| KeyError::NoVariable { name: name.clone() })?;
                let place = || format!("environment variable {name}");
                Key::new(&text).ok_or_else(|| KeyError::NoKey { place: place() })
            }
            Self::File(path) => read_file(path),
        }
    }
}

fn read_file(path: &Path) -> Result<Key, KeyError> {
    let no_file = |source| KeyError::NoFile { path: path.to_owned(), source };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_err(no_file)?.permissions().mode();
        if mode & 0o007 != 0 {
            return Err(KeyError::OpenToAll { path: path.to_owned() });
        }
    }
    let text = fs::read_to_string(path).map_err(no_file)?;
    let place = || format!("key file {}", path.display());
    Key::new(&text).ok_or_else(|| KeyError::NoKey { place: place() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn check(content: &str, mode: u32, expected: Result<&str, &str>) {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        match (KeySource::File(path).read(), expected) {
            (Ok(key), Ok(expected)) => assert_eq!(key.expose(), expected),
            (Err(error), Err(says)) => assert!(error.to_string().contains(says), "{error}"),
            (outcome, _) => panic!("{outcome:?} instead of {expected:?}"),
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_key_file_belongs_to_its_owner() {
        check("tb_1\n", 0o600, Ok("tb_1"));
        check("tb_1\n", 0o640, Ok("tb_1"));
        check("tb_1\n", 0o644, Err("by everybody"));
        check("\n", 0o600, Err("holds no key"));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let error = KeySource::Env("TAGBRIDGE_NO_SUCH".into()).read().unwrap_err();
        assert!(error.to_string().contains("TAGBRIDGE_NO_SUCH with"), "{error}");
        let error = KeySource::File("/no/such".into()).read().unwrap_err();
        assert!(error.to_string().contains("/no/such cannot be read"), "{error}");
    }
}

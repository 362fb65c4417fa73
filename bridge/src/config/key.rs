//! Where secrets are stored. The configuration names the place, but never contains the secret.

use std::{
    io,
    path::{Path, PathBuf},
};

use tagbridge_driver::Password;

use tagbridge_texts::{Coded, Message};

use crate::secret::Key;

/// Where the service's key is stored. The configuration never contains the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// In a place that the configuration names.
    Kept(SecretPlace),
    /// In this value: from the keychain, or from the same process. A configuration file cannot
    /// express this.
    Given(Key),
}

/// Where a controller's password is stored. The configuration never contains the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PasswordSource {
    /// In a place that the configuration names.
    Kept(SecretPlace),
    /// In this value: from the keychain, or from the user. A configuration file cannot express this.
    Given(Password),
    /// The place cannot be read now, for this reason. No other password is used instead.
    Missing(Message),
}

/// A place that can hold a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretPlace {
    /// An environment variable of this name.
    Env(String),
    /// A file that only its owner can read.
    File(PathBuf),
}

/// Why a secret cannot be read.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "secret")]
pub enum SecretError {
    /// The environment variable does not exist.
    NoVariable {
        /// Which secret: `the service's key`.
        secret: Secret,
        /// Its name.
        name: String,
    },
    /// The file cannot be read.
    NoFile {
        /// Which secret.
        secret: Secret,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Other users of this computer can read the file.
    OpenToAll {
        /// Which secret.
        secret: Secret,
        /// The file.
        path: PathBuf,
        /// How to restrict the file to its owner.
        how: FileProtection,
    },
    /// The secret is stored in another place, which cannot be read.
    Missing {
        /// The reason.
        why: Message,
    },
    /// The place does not contain a valid secret.
    Nothing {
        /// Which secret.
        secret: Secret,
        /// The place.
        place: SecretLocation,
    },
}

/// Maximum size of a file with a secret, in bytes.
const LENGTH_MAX: u64 = 64 << 10;
/// The kind of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "secret-of")]
pub enum Secret {
    /// The service's key.
    Service,
    /// A controller's password.
    Controller,
    /// The password for the MQTT broker.
    Broker,
}

/// How to restrict a file to its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "secret-closing")]
pub enum FileProtection {
    /// With the file mode.
    Mode,
    /// With the access control list, on Windows.
    List,
}

impl FileProtection {
    const HERE: Self = if cfg!(windows) { Self::List } else { Self::Mode };
}

/// The place of a secret.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "secret-in")]
pub enum SecretLocation {
    /// An environment variable.
    Variable {
        /// Its name.
        name: String,
    },
    /// A file.
    File {
        /// Its path.
        path: PathBuf,
    },
}

const KEY: Secret = Secret::Service;
const PASSWORD: Secret = Secret::Controller;

impl KeySource {
    /// Reads the key.
    pub fn read(&self) -> Result<Key, SecretError> {
        match self {
            Self::Given(key) => Ok(key.clone()),
            Self::Kept(place) => {
                Key::new(&place.read(KEY)?).ok_or_else(|| place.holds_nothing(KEY))
            }
        }
    }
}

impl PasswordSource {
    /// Reads the password.
    pub fn read(&self) -> Result<Password, SecretError> {
        match self {
            Self::Given(password) => Ok(password.clone()),
            Self::Kept(place) => place.password(),
            Self::Missing(why) => Err(SecretError::Missing { why: why.clone() }),
        }
    }
}

impl SecretPlace {
    /// Reads a controller's password: the first line, with its blanks.
    pub fn password(&self) -> Result<Password, SecretError> {
        self.password_of(PASSWORD)
    }

    pub(crate) fn password_of(&self, secret: Secret) -> Result<Password, SecretError> {
        let text = self.read(secret)?;
        match text.lines().next() {
            Some(line) if !line.is_empty() => Ok(Password::new(line)),
            _ => Err(self.holds_nothing(secret)),
        }
    }

    fn read(&self, secret: Secret) -> Result<String, SecretError> {
        match self {
            Self::Env(name) => std::env::var(name)
                .map_err(|_| SecretError::NoVariable { secret, name: name.clone() }),
            Self::File(path) => read_file(path, secret),
        }
    }

    fn holds_nothing(&self, secret: Secret) -> SecretError {
        match self {
            Self::Env(name) => SecretError::Nothing {
                secret,
                place: SecretLocation::Variable { name: name.clone() },
            },
            Self::File(path) => nothing_in(path, secret),
        }
    }
}

fn nothing_in(path: &Path, secret: Secret) -> SecretError {
    SecretError::Nothing { secret, place: SecretLocation::File { path: path.to_owned() } }
}

fn read_file(path: &Path, secret: Secret) -> Result<String, SecretError> {
    let no_file = |source| SecretError::NoFile { secret, path: path.to_owned(), source };
    if tagbridge_system::is_open_to_all(path).map_err(no_file)? {
        return Err(SecretError::OpenToAll {
            secret,
            path: path.to_owned(),
            how: FileProtection::HERE,
        });
    }
    super::read_file(path, LENGTH_MAX).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => nothing_in(path, secret),
        _ => no_file(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn file(content: &str, mode: u32) -> (tempfile::TempDir, SecretPlace) {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        (folder, SecretPlace::File(path))
    }

    #[cfg(unix)]
    fn check(content: &str, mode: u32, expected: Result<&str, &str>) {
        let (_folder, place) = file(content, mode);
        match (KeySource::Kept(place).read(), expected) {
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
        check("tb_1\n", 0o644, Err("by all users"));
        check("\n", 0o600, Err("does not contain the service's key"));
        check(&"a".repeat(70_000), 0o600, Err("does not contain the service's key"));
    }

    #[cfg(unix)]
    #[test]
    fn a_password_is_a_line_with_its_blanks() {
        for (content, expected) in [(" schlüssel 1 \n", Some(" schlüssel 1 ")), ("\n", None)] {
            let (_folder, place) = file(content, 0o600);
            let found = place.password();
            assert_eq!(found.as_ref().ok().map(Password::expose), expected, "{found:?}");
            if let Err(error) = found {
                assert!(error.to_string().contains("the controller's password"), "{error}");
            }
        }
    }

    #[test]
    fn what_is_not_there_is_named() {
        let place = |place| KeySource::Kept(place).read().unwrap_err().to_string();
        let error = place(SecretPlace::Env("TAGBRIDGE_NO_SUCH".into()));
        assert!(error.contains("TAGBRIDGE_NO_SUCH with the service's key"), "{error}");
        let error = place(SecretPlace::File("/no/such".into()));
        assert!(error.contains("/no/such with the service's key cannot be read"), "{error}");
    }
}

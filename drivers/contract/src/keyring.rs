//! Settings of this installation that an endpoint must not contain: secrets, trusted certificates,
//! and cached knowledge about controllers.

use std::{fmt, path::PathBuf};

/// Settings of this installation that an endpoint must not contain.
#[derive(Debug, Clone, Default)]
pub struct Keyring {
    /// The password of the endpoint's user.
    pub password: Option<Password>,
    /// The folder with our own certificate and the trusted certificates of controllers. `None`:
    /// this computer has no such folder, and secured connections are not possible.
    pub pki: Option<PathBuf>,
    /// The folder for cached answers about controllers' programs, which the next connection uses.
    /// `None`: they are cached in memory by the driver.
    pub learnt: Option<PathBuf>,
}

/// A password. Its debug output does not contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Takes the password unchanged: blanks belong to it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the password, for the code that sends it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_stays_hidden() {
        let password = Password::new(" canary ");
        assert_eq!(password.expose(), " canary ");
        let keyring = Keyring { password: Some(password), ..Keyring::default() };
        assert!(!format!("{keyring:?}").contains("canary"));
    }
}

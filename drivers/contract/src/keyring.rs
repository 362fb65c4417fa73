//! What this installation knows that an endpoint must not hold: secrets, whom it trusts, and what it
//! learnt of controllers.

use std::{fmt, path::PathBuf};

/// What this installation knows that an endpoint must not hold.
#[derive(Debug, Clone, Default)]
pub struct Keyring {
    /// For the user that an endpoint names.
    pub password: Option<Password>,
    /// The folder with our own certificate and the controllers' trusted ones. `None`: this machine
    /// has no place for it, and no secured connection can be made.
    pub pki: Option<PathBuf>,
    /// The folder in which is kept what controllers told of their programs, so that the next
    /// connection need not learn it again. `None`: it is kept for as long as the driver.
    pub learnt: Option<PathBuf>,
}

/// A password. Its debug form never shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// As it was given: blanks belong to it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// For the one place that sends it.
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

//! //! A session whose password cannot be read from its configured place.

use std::sync::Arc;

use async_trait::async_trait;
use tagbridge_driver::{Connection, Driver, LinkError, LinkStep, LoginRemedy};
use tagbridge_texts::{Coded, Message};

use crate::{StartError, config::SessionConfig};

/// Reads the password at each attempt to connect, and connects as soon as it can be read.
pub(crate) struct PasswordDriver(SessionConfig);

impl PasswordDriver {
    pub(crate) fn new(session: &SessionConfig) -> Self {
        Self(session.clone())
    }
}

#[async_trait]
impl Driver for PasswordDriver {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        let locked = |why: Message| LinkError::Unprepared {
            doing: LinkStep::LogIn,
            why,
            remedy: LoginRemedy::PlacePassword.message(),
        };
        let keyring = self.0.keyring().map_err(|error| locked(error.message()))?;
        let driver = tagbridge_drivers::driver_with(&self.0.endpoint, &self.0.link, &keyring)
            .map_err(|error| locked(error.message()))?;
        driver.connect().await
    }
}

/// Creates the driver of a session. If the password cannot be read, the session reports this and
/// tries again at each attempt; the other sessions run.
pub(crate) fn driver(config: &SessionConfig) -> Result<Arc<dyn Driver>, StartError> {
    let Ok(keyring) = config.keyring() else { return Ok(Arc::new(PasswordDriver::new(config))) };
    tagbridge_drivers::driver_with(&config.endpoint, &config.link, &keyring)
        .map(Arc::from)
        .map_err(|source| StartError::Endpoint { session: config.name.clone(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{PasswordSource, SecretPlace};

    #[tokio::test]
    async fn a_password_that_comes_later_is_used_then() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("password");
        // No program listens on this port: an attempt that gets this far has a password.
        let endpoint = "opc.tcp://127.0.0.1:1?user=joe".parse().unwrap();
        let mut session = SessionConfig::new("a", "p", endpoint);
        session.password = Some(PasswordSource::Kept(SecretPlace::File(path.clone())));
        session.pki = Some(folder.path().join("pki"));
        let driver = PasswordDriver::new(&session);
        let error = driver.connect().await.err().expect("there is no password").to_string();
        assert!(error.contains("the controller's password cannot be read"), "{error}");
        std::fs::write(&path, "canary").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
        let error = driver.connect().await.err().expect("nobody is there");
        assert!(matches!(error, LinkError::Connect { .. }), "{error}");
    }
}

//! The signer: a key pair of Ed25519. The private key is a file, the public key a text.

use std::{fmt, fs, io::Write, path::Path};

use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use crate::FleetError;

/// The prefix of a public key's text.
const ALGORITHM: &str = "ed25519:";
/// The prefix of a private key's file.
const PRIVATE: &str = "tagbridge-fleet-key ed25519:";
/// No such file is longer.
const LENGTH_MAX: u64 = 1024;

/// The required signer of a fleet file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignerKey([u8; 32]);

impl SignerKey {
    /// Parses `ed25519:` and base64; `None` for any other text.
    pub fn of_text(text: &str) -> Option<Self> {
        let bytes = BASE64.decode(text.trim().strip_prefix(ALGORITHM)?).ok()?;
        Some(Self(bytes.try_into().ok()?))
    }

    /// Its text, or the name of a file with it.
    pub fn of_argument(argument: &str) -> Result<Self, FleetError> {
        let bad = || FleetError::BadSigner { found: argument.to_owned() };
        if let Some(key) = Self::of_text(argument) {
            return Ok(key);
        }
        let is_small = fs::metadata(argument).is_ok_and(|it| it.len() <= LENGTH_MAX);
        let text = is_small.then(|| fs::read_to_string(argument).ok()).flatten();
        text.as_deref().and_then(Self::of_text).ok_or_else(bad)
    }

    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&ED25519, self.0).verify(message, signature).is_ok()
    }
}

impl fmt::Display for SignerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ALGORITHM}{}", BASE64.encode(self.0))
    }
}

/// A key that signs.
pub struct SigningKey([u8; 32]);

impl SigningKey {
    /// Creates a key in a new file that only its owner can read.
    pub fn create(path: &Path) -> Result<Self, FleetError> {
        let key = Self(rand::random());
        let unwritable = |error| FleetError::unwritable(path, &error);
        let mut file = tagbridge_system::create_private(path).map_err(unwritable)?;
        writeln!(file, "{PRIVATE}{}", BASE64.encode(key.0))
            .and_then(|()| file.sync_all())
            .map_err(unwritable)?;
        Ok(key)
    }

    /// Reads one.
    pub fn read(path: &Path) -> Result<Self, FleetError> {
        let bad = || FleetError::BadKey { path: path.to_owned() };
        let size = fs::metadata(path).map_err(|error| FleetError::unreadable(path, &error))?.len();
        if size > LENGTH_MAX || tagbridge_system::is_open_to_all(path).unwrap_or(true) {
            return Err(bad());
        }
        let text =
            fs::read_to_string(path).map_err(|error| FleetError::unreadable(path, &error))?;
        let bytes = text.trim().strip_prefix(PRIVATE).and_then(|it| BASE64.decode(it).ok());
        bytes.and_then(|it| it.try_into().ok()).map(Self).ok_or_else(bad)
    }

    /// The public key, which identifies its signatures.
    pub fn public(&self) -> SignerKey {
        let public = self.pair().map(|it| it.public_key().as_ref().try_into().unwrap_or([0; 32]));
        SignerKey(public.unwrap_or([0; 32]))
    }

    pub(crate) fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.pair().map(|it| it.sign(message).as_ref().to_vec()).unwrap_or_default()
    }

    /// Any seed is one.
    fn pair(&self) -> Option<Ed25519KeyPair> {
        Ed25519KeyPair::from_seed_unchecked(&self.0).ok()
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_and_its_public_half_is_a_word() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("key");
        let key = SigningKey::create(&path).expect("it is made");
        assert!(SigningKey::create(&path).is_err(), "it is never written over");
        assert!(!format!("{key:?}").contains(&BASE64.encode(key.0)));
        let again = SigningKey::read(&path).expect("it is kept");
        let word = again.public().to_string();
        assert_eq!(SignerKey::of_argument(&word).expect("a word"), key.public());
        let public = folder.path().join("public");
        fs::write(&public, format!("{word}\n")).expect("it is written");
        let named = public.to_str().expect("a plain path");
        assert_eq!(SignerKey::of_argument(named).expect("a file"), key.public());
        assert!(key.public().has_signed(b"m", &again.sign(b"m")));
        assert!(!key.public().has_signed(b"n", &again.sign(b"m")));
        for no_key in ["", "ed25519:", "ed25519:AAAA", "/no/such"] {
            assert!(SignerKey::of_argument(no_key).is_err(), "{no_key}");
        }
        fs::write(&path, "something else").expect("it is written");
        assert!(matches!(SigningKey::read(&path), Err(FleetError::BadKey { .. })));
    }
}

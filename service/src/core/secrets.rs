//! The service's own secrets: it signs with the newest one, and accepts signatures of the previous
//! one as long as they can be valid.

use std::time::Duration;

use ring::hmac::{self, HMAC_SHA256};
use tagbridge_api::Timestamp;
use tagbridge_store::{SigningSecret, StoreError};
use uuid::Uuid;

use super::Core;

/// A secret is used for signing for this time …
const SIGNS: Duration = Duration::from_hours(30 * 24);
/// … and its signatures are valid for this time longer. No signature is valid for more than an
/// hour.
const GOOD: Duration = Duration::from_hours(30 * 24 + 2);

/// The purpose of a signature: a signature for one purpose is not valid for another.
#[derive(Debug, Clone, Copy)]
pub(super) enum SignaturePurpose {
    Links,
    Embed,
}

/// A secret for one use.
pub(super) struct Signer {
    /// The secret's id.
    pub(super) id: String,
    key: [u8; 32],
}

impl Signer {
    fn of(secret: SigningSecret, of_use: SignaturePurpose) -> Self {
        let name: &[u8] = match of_use {
            SignaturePurpose::Links => b"links",
            SignaturePurpose::Embed => b"embed",
        };
        Self { id: secret.id, key: authenticate(&secret.bytes, &[name]) }
    }

    /// 256 secret bits.
    pub(super) fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// The signature of these parts, in this order.
    pub(super) fn sign(&self, parts: &[&[u8]]) -> [u8; 32] {
        authenticate(&self.key, parts)
    }
}

/// HMAC-SHA-256 of the parts, each with its length before it.
fn authenticate(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut context = hmac::Context::with_key(&hmac::Key::new(HMAC_SHA256, key));
    for part in parts {
        context.update(&(part.len() as u64).to_le_bytes());
        context.update(part);
    }
    let mut signature = [0; 32];
    signature.copy_from_slice(context.sign().as_ref());
    signature
}

impl Core {
    /// The current signing secret. Blocks.
    pub(super) fn signer(&self, of_use: SignaturePurpose) -> Result<Signer, StoreError> {
        let now = self.now();
        let newest = |secrets: Vec<SigningSecret>| {
            secrets.into_iter().next().filter(|it| now < it.created_at.saturating_add(SIGNS))
        };
        let known = self.store().read(|tx| tx.secrets().map(newest))?;
        let secret = match known {
            Some(secret) => secret,
            None => self.store().write(|tx| {
                // Another instance may have been faster.
                if let Some(secret) = newest(tx.secrets()?) {
                    return Ok::<_, StoreError>(secret);
                }
                tx.forget_secrets(now.saturating_sub(GOOD))?;
                let id = Uuid::new_v4().simple().to_string()[..8].to_owned();
                let secret = SigningSecret { id, bytes: rand::random(), created_at: now };
                tx.add_secret(&secret)?;
                Ok(secret)
            })?,
        };
        Ok(Signer::of(secret, of_use))
    }

    /// A secret by its id, to verify a signature. Blocks.
    pub(super) fn signer_of(
        &self,
        of_use: SignaturePurpose,
        id: &str,
    ) -> Result<Option<Signer>, StoreError> {
        let is_good = |at: Timestamp| self.now() < at.saturating_add(GOOD);
        let found = self.store().read(|tx| {
            let secrets = tx.secrets()?;
            Ok::<_, StoreError>(
                secrets.into_iter().find(|it| it.id == id && is_good(it.created_at)),
            )
        })?;
        Ok(found.map(|secret| Signer::of(secret, of_use)))
    }
}

//! The service's own secrets for signing links and tokens. They belong to no organization.

use tagbridge_api::Timestamp;

/// A secret that signs.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret {
    /// Its id, which a signature contains.
    pub id: String,
    /// 256 random bits.
    pub bytes: [u8; 32],
    /// When it was created.
    pub created_at: Timestamp,
}

impl std::fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningSecret").field("id", &self.id).finish_non_exhaustive()
    }
}

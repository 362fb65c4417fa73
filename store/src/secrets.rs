//! What signs links and tokens: the service's own secrets. They belong to no organization.

use tagbridge_api::Timestamp;

use crate::StoreError;

/// A secret that signs.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret {
    /// What is signed with it names it by this.
    pub id: String,
    /// 256 random bits.
    pub bytes: [u8; 32],
    /// When it was made.
    pub created_at: Timestamp,
}

impl std::fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningSecret").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The secrets.
pub trait Secrets {
    /// All that are kept and not revoked, the newest first.
    fn secrets(&self) -> Result<Vec<SigningSecret>, StoreError>;

    /// Adds one.
    fn add_secret(&self, secret: &SigningSecret) -> Result<(), StoreError>;

    /// Takes out those that were made before this.
    fn forget_secrets(&self, before: Timestamp) -> Result<(), StoreError>;
}

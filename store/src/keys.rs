//! Keys: kept as a hash of their text.

use tagbridge_api::{Permission, Timestamp};

use crate::{Org, StoreError};

/// The SHA-256 of a key's whole text.
pub type KeyHash = [u8; 32];

/// A key, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// Its id, which is part of its secret's text.
    pub id: String,
    /// The organization.
    pub org: Org,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that it may touch; none given: all.
    pub projects: Option<Vec<String>>,
    /// The device that it may push for; none given: any.
    pub device: Option<String>,
    /// When it expires; `None`: never.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// The keys.
pub trait Keys {
    /// Adds a key.
    fn add_key(&self, key: &KeyInfo, hash: &KeyHash) -> Result<(), StoreError>;

    /// The key with this id, revoked or not, and its hash.
    fn key(&self, id: &str) -> Result<Option<(KeyInfo, KeyHash)>, StoreError>;

    /// All keys, revoked ones too, the oldest first.
    fn keys(&self, org: &Org) -> Result<Vec<KeyInfo>, StoreError>;

    /// How many are valid at this time, of all organizations.
    fn count_keys(&self, now: Timestamp) -> Result<u64, StoreError>;

    /// The keys that are bound to a device, of all organizations, revoked ones too, the oldest first.
    fn keys_of_device(&self, device: &str) -> Result<Vec<KeyInfo>, StoreError>;

    /// Lets a key expire, then or when it would anyway. False: there is no such key.
    fn expire_key(&self, org: &Org, id: &str, at: Timestamp) -> Result<bool, StoreError>;

    /// A key was used; an earlier time changes nothing.
    fn use_key(&self, id: &str, at: Timestamp) -> Result<(), StoreError>;

    /// Ends a key's validity; one that ended before keeps its time. False: there is no such key.
    fn revoke_key(&self, org: &Org, id: &str, now: Timestamp) -> Result<bool, StoreError>;
}

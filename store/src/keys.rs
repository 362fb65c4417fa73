//! Keys: stored as a hash of their text.

use tagbridge_api::{Permission, Timestamp};

use crate::Org;

/// The SHA-256 of a key's whole text.
pub type KeyHash = [u8; 32];

/// A key, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// Its id, which is part of its secret's text.
    pub id: String,
    /// The organization.
    pub org: Org,
    /// Its name.
    pub name: String,
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that it may access; `None`: all.
    pub projects: Option<Vec<String>>,
    /// The device that it may push for; `None`: any.
    pub device: Option<String>,
    /// When it expires; `None`: never.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

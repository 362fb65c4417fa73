//! Codes with which devices get their own keys: stored as a hash of their text.

use tagbridge_api::{Permission, Timestamp};

use crate::Org;

/// A code, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// Its id, which is part of its text.
    pub id: String,
    /// The organization of the keys.
    pub org: Org,
    /// Its name, which is also the name of its keys.
    pub name: String,
    /// The permissions of the keys.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that the keys may access; `None`: all.
    pub projects: Option<Vec<String>>,
    /// Number of keys that it can create.
    pub uses: u32,
    /// Number of created keys.
    pub used: u32,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

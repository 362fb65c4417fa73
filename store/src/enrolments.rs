//! Codes by which devices get keys of their own: kept as a hash of their text.

use tagbridge_api::{Permission, Timestamp};

use crate::{KeyHash, Org, StoreError};

/// A code, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// Its id, which is part of its text.
    pub id: String,
    /// The organization of the keys.
    pub org: Org,
    /// What its owner calls it; the keys are called after it.
    pub name: String,
    /// What the keys may do.
    pub permissions: Vec<Permission>,
    /// The ids of the projects that they may touch; none given: all.
    pub projects: Option<Vec<String>>,
    /// Number of keys that it can create.
    pub uses: u32,
    /// How many there are.
    pub used: u32,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// The codes.
pub trait Enrolments {
    /// Adds a code.
    fn add_enrolment(&self, code: &Enrolment, hash: &KeyHash) -> Result<(), StoreError>;

    /// The code with this id, valid or not, and its hash.
    fn enrolment(&self, id: &str) -> Result<Option<(Enrolment, KeyHash)>, StoreError>;

    /// All codes, the oldest first.
    fn enrolments(&self, org: &Org) -> Result<Vec<Enrolment>, StoreError>;

    /// Counts one more created key. Returns false if the maximum is reached.
    fn use_enrolment(&self, id: &str) -> Result<bool, StoreError>;

    /// Ends a code's validity; the keys stay. False: there is no such code.
    fn revoke_enrolment(&self, org: &Org, id: &str, now: Timestamp) -> Result<bool, StoreError>;
}

//! Writes that may be sent again: done once, answered again.
//!
//! A write is *reserved* under a lease before it runs, and *completed* in the transaction of its
//! effect, so there is never one without the other. Only success is kept: a refusal had no effect,
//! and the same request may be granted later, so its reservation is *released*.

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;

use crate::{Org, StoreError};

/// What makes two writes the same: who sent them, where to, and under which idempotency key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WriteId {
    /// The id of the key, or of the token, that sent it.
    pub caller: String,
    /// What it is sent to: method and path.
    pub endpoint: String,
    /// The key that the sender chose.
    pub idempotency_key: String,
}

/// The SHA-256 of a decoded body.
pub type BodyHash = [u8; 32];

/// The answer to a write that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// It made something new.
    pub created: bool,
    /// JSON.
    pub response: String,
}

/// What is known of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remembered {
    /// It was done, with this answer.
    Done(Done),
    /// It is being done, until then at the latest.
    Running {
        /// When its lease ends.
        until: Timestamp,
    },
    /// Another body came, or comes, under its idempotency key.
    Different,
}

/// The writes that were sent.
pub trait Once {
    /// Returns the state of a write. Results that expired until `now`, and leases that have ended,
    /// do not count.
    fn recall(
        &self,
        write: &WriteId,
        body: &BodyHash,
        now: Timestamp,
    ) -> Result<Option<Remembered>, StoreError>;

    /// Reserves the write until then. Replaces the previous state of its id.
    fn reserve(
        &self,
        org: &Org,
        write: &WriteId,
        body: &BodyHash,
        until: Timestamp,
    ) -> Result<(), StoreError>;

    /// It takes longer: it is being done until then. False: it is not being done.
    fn extend(&self, write: &WriteId, until: Timestamp) -> Result<bool, StoreError>;

    /// It was done, which is to be remembered until then. Some of what need not be remembered at
    /// `now` leaves with that.
    fn complete(
        &self,
        org: &Org,
        write: &WriteId,
        body: &BodyHash,
        done: &Done,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError>;

    /// It was not done and is not being done. What was done stays.
    fn release(&self, write: &WriteId) -> Result<(), StoreError>;
}

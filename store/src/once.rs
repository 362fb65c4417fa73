//! Writes that may be sent again: done once, answered again.
//!
//! A write is *reserved* under a lease before it runs, and *completed* in the transaction of its
//! effect, so there is never one without the other. Only success is kept: a refusal had no effect,
//! and the same request may be granted later, so its reservation is *released*.

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;

/// The identity of a write: the sender, the endpoint, and the idempotency key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WriteId {
    /// The id of the key, or of the token, that sent it.
    pub caller: String,
    /// The endpoint: method and path.
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

/// The state of a write.
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

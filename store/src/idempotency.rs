//! Writes that may be sent again: carried out once, and answered again.
//!
//! A write is *reserved* with a lease before it runs, and *completed* in the transaction of its
//! effect, so that one never exists without the other. Only a success is stored: a refusal had no
//! effect, and the same request may succeed later, so its reservation is *released*.

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

/// The response of a completed write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// Whether it created a resource.
    pub created: bool,
    /// The response as JSON.
    pub response: String,
}

/// The state of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteState {
    /// It is completed, with this response.
    Done(Done),
    /// It is running, with this lease.
    Running {
        /// When its lease ends.
        until: Timestamp,
    },
    /// Its idempotency key was used with another body.
    Different,
}

//! The status of a mirror, for user interfaces.

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;
use tagbridge_texts::{Message, json};

/// The status.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MirrorView {
    /// The broker to which it is connected, or connecting.
    pub broker: String,
    /// Its state.
    pub state: MirrorState,
    /// Number of connections.
    pub connections: u64,
    /// Number of messages sent to the broker.
    pub messages: u64,
    /// Number of published snapshots.
    pub snapshots: u64,
    /// Number of waiting snapshots.
    pub queued: usize,
    /// Number of snapshots that were dropped, because the broker did not accept them in time.
    pub dropped: u64,
    /// Number of requests for a rebirth.
    pub rebirths: u64,
}

/// The state of a mirror.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum MirrorState {
    /// Connecting to the broker.
    #[default]
    Connecting,
    /// Connected, while the primary host is offline.
    WaitingForHost {
        /// Its id.
        host: String,
    },
    /// Publishing.
    Online {
        /// The time of the connection.
        since: Timestamp,
    },
    /// Waiting after a failure.
    Waiting {
        /// The next attempt.
        until: Timestamp,
        /// The error.
        #[serde(flatten, with = "json::cause")]
        cause: Message,
        /// The remedy.
        #[serde(flatten, with = "json::remedy")]
        remedy: Message,
    },
    /// Ended with the bridge.
    Ended,
}

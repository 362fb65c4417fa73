//! The status of a mirror, for user interfaces.

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;
use tagbridge_texts::{Message, json};

/// The status.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MirrorView {
    /// The broker that it is connected to, or tries.
    pub broker: String,
    /// Its state.
    pub state: MirrorState,
    /// Connections that were made.
    pub connections: u64,
    /// Messages that were handed to the broker.
    pub messages: u64,
    /// Number of published snapshots.
    pub snapshots: u64,
    /// Snapshots that wait.
    pub queued: usize,
    /// Snapshots that were dropped, as the broker did not take them in time.
    pub dropped: u64,
    /// How often a host asked for the births again.
    pub rebirths: u64,
}

/// The state of a mirror.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum MirrorState {
    /// Reaching for the broker.
    #[default]
    Connecting,
    /// Connected, while the primary host is not there.
    WaitingForHost {
        /// Its id.
        host: String,
    },
    /// Telling.
    Online {
        /// Since the connection was made.
        since: Timestamp,
    },
    /// Leaving the broker alone after a failure.
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

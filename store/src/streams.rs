//! Streams and sessions: the stored snapshots of a stream, and the device that streams a project.

use serde::{Deserialize, Serialize};
use tagbridge_api::{Timestamp, hmi::Controller};
use uuid::Uuid;

/// A stream's number in this store; a newer stream has a higher one.
pub type StreamNo = i64;

/// The snapshots of one outbox file.
#[derive(Debug, Clone)]
pub struct Stream {
    /// Its number.
    pub no: StreamNo,
    /// Its id from the bridge.
    pub id: Uuid,
    /// When it was last pushed.
    pub last_push_at: Timestamp,
    /// The scan interval of its session in milliseconds, from the bridge.
    pub interval_ms: Option<i64>,
    /// The run of the bridge's program that pushed it last, if it was sent.
    pub run: Option<Uuid>,
    /// Difference between the service's clock and the bridge's in milliseconds, as last measured.
    pub skew_ms: Option<i64>,
    /// When a snapshot older than the newest range of sequence numbers last arrived.
    pub backlog_at: Option<Timestamp>,
    /// The sequence number of the newest complete snapshot; 0: none yet.
    pub base: u64,
    /// Its newest snapshot.
    pub head: Option<NewestSnapshot>,
    /// When a push from a copy of it was last refused.
    pub copied_at: Option<Timestamp>,
}

/// A stream's newest snapshot is the one with the highest sequence number, independent of its time:
/// a bridge's clock may be changed, but its sequence numbers only increase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewestSnapshot {
    /// Its sequence number.
    pub sequence: u64,
    /// Start of its scan.
    pub timestamp: Timestamp,
    /// The controller that was read.
    pub controller: Controller,
    /// Earliest time, by the service's clock, at which its values were current; `None`: not known.
    #[serde(default)]
    pub true_at: Option<Timestamp>,
}

/// The current or last device that streams a project.
#[derive(Debug, Clone)]
pub struct Session {
    /// The device that streams.
    pub device_id: String,
    /// Its display name, if it was sent.
    pub device_name: Option<String>,
    /// The stream that the live view shows.
    pub stream: Stream,
    /// Whether it ended as intended.
    pub ended: bool,
}

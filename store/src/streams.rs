//! Streams and sessions: what of a stream is stored, and who streams a project.

use serde::{Deserialize, Serialize};
use tagbridge_api::{Timestamp, hmi::Controller};
use uuid::Uuid;

/// A stream's number in this store; a newer stream has a higher one.
pub type StreamNo = i64;

/// One outbox file's snapshots.
#[derive(Debug, Clone)]
pub struct Stream {
    /// Its number.
    pub no: StreamNo,
    /// Its id, as the bridge says it.
    pub id: Uuid,
    /// When it was last pushed.
    pub last_push_at: Timestamp,
    /// From one scan of its session to the next, in milliseconds, as the bridge says it.
    pub interval_ms: Option<i64>,
    /// The run of the bridge's program that pushed it last, if it said so.
    pub run: Option<Uuid>,
    /// What the service's clock is ahead of the bridge's, in milliseconds, as last measured.
    pub skew_ms: Option<i64>,
    /// When a snapshot older than the newest run of sequences last arrived.
    pub backlog_at: Option<Timestamp>,
    /// The sequence of the newest complete snapshot; 0: none yet.
    pub base: u64,
    /// Its newest snapshot.
    pub head: Option<Head>,
    /// When a push of somebody who has a copy of it was refused last.
    pub copied_at: Option<Timestamp>,
}

/// A stream's newest snapshot is the one with the highest sequence number, independent of its time:
/// a bridge's clock may be changed, but its sequence numbers only increase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Its sequence.
    pub sequence: u64,
    /// When its scan began.
    pub timestamp: Timestamp,
    /// What the controller said of itself.
    pub controller: Controller,
    /// Earliest time, by the service's clock, at which its values were current; `None`: not known.
    #[serde(default)]
    pub true_at: Option<Timestamp>,
}

/// The device that streams a project, or did last.
#[derive(Debug, Clone)]
pub struct Session {
    /// The device that streams.
    pub device_id: String,
    /// What people call it, if it said so.
    pub device_name: Option<String>,
    /// The stream that the live view shows.
    pub stream: Stream,
    /// It ended on purpose.
    pub ended: bool,
}

//! The bridge's side: pushes and requested tag names.
//!
//! **Assumption.** The service's specification does not describe these requests. Until it does,
//! this module is the contract of bridge and service. Only the uplink and the built-in service know
//! these paths, so only this module changes when the specification defines them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Controller, Tags};
use crate::Timestamp;

/// The path below a project for `POST` of snapshots.
pub const VALUES_PATH: &str = "hmi/values";
/// The path below a project for `GET` of the requested names.
pub const REQUESTS_PATH: &str = "hmi/request-tags";

/// Body of `POST hmi/values`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Push {
    /// The device id, stable per installation; 1 to 256 characters.
    #[schema(min_length = 1, max_length = 256)]
    pub device_id: String,
    /// The computer's display name, 1 to 256 characters; if absent, the device id is shown.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 256)]
    pub device_name: Option<String>,
    /// The id of the stream, created with the outbox file; a new file is a new stream.
    pub stream_id: Uuid,
    /// The id of this run of the program, a UUID that is new at each start, after the earlier runs
    /// whose last push was not acknowledged; at most 64. A push that omits the last acknowledged
    /// run comes from a copy of the data folder. Absent: not checked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 64)]
    pub runs: Vec<Uuid>,
    /// 0 to 1000 snapshots, oldest first; an empty list is a heartbeat.
    #[schema(max_items = 1000)]
    pub snapshots: Vec<Snapshot>,
    /// The session ended as intended: `live` becomes false immediately.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
    /// Ends another device's live session of this project.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub take_over: bool,
    /// Time between scans, in milliseconds. A value is live until it is three intervals old, and at
    /// least for 10 s. If absent, the previous value is used.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 3_600_000)]
    pub interval_ms: Option<u64>,
    /// When the push was sent, by the bridge's clock.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub sent_at: Option<Timestamp>,
    /// Lower bound of the difference between the service's clock and the bridge's, in milliseconds,
    /// from the last receipts: transmission takes no negative time.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub skew_least_ms: Option<i64>,
    /// The newest snapshot. Without this field, or without the two fields before it, no pushed
    /// value is shown as live.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub newest: Option<Newest>,
}

/// The newest snapshot that the bridge has read, and its age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Newest {
    /// Its sequence number; the snapshot is in this push or already stored. Snapshots with higher
    /// numbers are newer.
    pub sequence: u64,
    /// Age of its scan's start when the push was sent, in milliseconds, by the bridge's monotonic
    /// clock. 0: no value is current until a newer snapshot is pushed.
    pub age_ms: u64,
}

/// The values of one scan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(title = "Snapshot")]
pub struct Snapshot {
    /// The sequence number: increases by 1 with each snapshot of the stream, from 1; at most
    /// 2^53−1.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub sequence: u64,
    /// Start of the scan.
    pub timestamp: Timestamp,
    /// Duration of the scan, in which its values were read.
    pub duration_ms: f64,
    /// The controller that was read.
    #[serde(default)]
    pub controller: Controller,
    /// Part number, from 1, of a snapshot that is too large for one push. The part has some of its
    /// tags; the snapshot is stored when all parts were received.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 16)]
    pub part: Option<u32>,
    /// Total number of parts.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 16)]
    pub parts: Option<u32>,
    /// True: all tags of the session. False: only tags whose value, quality or reason changed since
    /// the previous sequence number. Every 60th snapshot is complete, and the first one after a
    /// connect or a changed tag list.
    pub complete: bool,
    /// Name to value.
    #[schema(value_type = std::collections::HashMap<String, super::TagValue>)]
    pub tags: Tags,
}

/// Response to `POST hmi/values`, sent after the data is durable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Receipt {
    /// The project pushed to.
    pub project_id: String,
    /// The stream pushed to.
    pub stream_id: Uuid,
    /// The highest sequence number up to which all snapshots are stored; 0: none yet.
    pub stored_through: u64,
    /// The highest stored sequence number, including those after a gap; 0: none yet. A bridge that
    /// never sent it uses an old copy of its outbox.
    #[serde(default)]
    pub newest: u64,
    /// Snapshots that must not be sent again.
    pub rejected: Vec<Rejected>,
    /// Snapshots of this push with missing parts. They are not stored yet. The bridge sends the
    /// parts again, from the first one on, if it has no more parts to send.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaited: Vec<u64>,
    /// The `Idempotency-Key` of the acknowledged push. A receipt with another key belongs to
    /// another push and settles nothing. Absent in receipts of older services.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// Changes when the list of requested names changes.
    pub requests_revision: u64,
    /// Difference between arrival (service's clock) and `sent_at` (bridge's clock), in
    /// milliseconds: clock skew plus transmission time. Absent without `sent_at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skew_ms: Option<i64>,
    /// When the service last refused a copy of this stream's data folder, if it did since its
    /// start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied_at: Option<Timestamp>,
}

/// A snapshot that the service rejected permanently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rejected {
    /// Its sequence number.
    pub sequence: u64,
    /// Stable machine-readable code.
    pub error: String,
    /// Short technical description.
    pub message: String,
}

/// Response to `GET hmi/request-tags`, with an `ETag`; 304 if it has not changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestedTags {
    /// The requested project.
    pub project_id: String,
    /// Whether a session is streaming this project.
    pub live: bool,
    /// Changes when the list changes.
    pub revision: u64,
    /// Each name once, in the order of the requests.
    pub requested: Vec<String>,
    /// The rate groups of names that were requested with one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, String>,
}

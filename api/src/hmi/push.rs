//! The bridge's side: how it pushes, and how it learns which names are asked for.
//!
//! **An assumption.** The service's specification shows neither; until it does, this module is the
//! contract that both our ends keep. Only the uplink and the built-in service know these paths, so
//! that following the real ones is a change of this module.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Controller, Tags};
use crate::Timestamp;

/// The path, below a project, that snapshots are pushed to by `POST`.
pub const VALUES_PATH: &str = "hmi/values";
/// The path, below a project, that the requested names are read from by `GET`.
pub const REQUESTS_PATH: &str = "hmi/request-tags";

/// Body of `POST hmi/values`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Push {
    /// Stable per installation; 1 to 256 characters.
    #[schema(min_length = 1, max_length = 256)]
    pub device_id: String,
    /// What people call the computer; without it they are told the id. 1 to 256 characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 256)]
    pub device_name: Option<String>,
    /// Born with the outbox file; a new file is a new stream.
    pub stream_id: Uuid,
    /// The run of the program that pushes, a UUID that each start draws, after those runs before it
    /// of which it knows no receipt; at most 64. Who does not name the run that the service heard of
    /// last stems from a copy of the data folder. None: that is not looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 64)]
    pub runs: Vec<Uuid>,
    /// 0 to 1000, oldest first; none is a heartbeat.
    #[schema(max_items = 1000)]
    pub snapshots: Vec<Snapshot>,
    /// The session ended on purpose: `live` becomes false at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
    /// End another device's live session on this project.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub take_over: bool,
    /// From one scan to the next, in milliseconds: a value is shown as live until it is three times
    /// as old, and for 10 s at the least. Without it: as it was said before.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 3_600_000)]
    pub interval_ms: Option<u64>,
    /// When it is sent, by the bridge's clock.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub sent_at: Option<Timestamp>,
    /// What the service's clock is ahead of the bridge's at the least, in milliseconds, as the last
    /// receipts show it: a push was not longer on its way than the rest.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub skew_least_ms: Option<i64>,
    /// What is young. Without it, or without the two before it, nothing that is pushed is shown as
    /// live.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub newest: Option<Newest>,
}

/// The newest snapshot that the bridge has read, and how old it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Newest {
    /// Which one: of this push, or stored already. What has higher sequences is younger.
    pub sequence: u64,
    /// How long ago, when the push was sent, its scan began; in milliseconds, by the bridge's steady
    /// clock. 0: it says that nothing is known, and that holds until there is another.
    pub age_ms: u64,
}

/// The values of one scan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(title = "Snapshot")]
pub struct Snapshot {
    /// One more for each snapshot of the stream, from 1; at most 2^53−1.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub sequence: u64,
    /// Start of the scan.
    pub timestamp: Timestamp,
    /// How long the scan took: the window in which its values were read.
    pub duration_ms: f64,
    /// The controller that it was read from.
    #[serde(default)]
    pub controller: Controller,
    /// Of a snapshot that is too large for one push: which part of it this is, from 1. Its tags are
    /// a part of the tags; it counts when all parts are there.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 16)]
    pub part: Option<u32>,
    /// And how many there are.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 16)]
    pub parts: Option<u32>,
    /// True: all of the session's tags. False: only those whose value, quality or reason changed
    /// since the sequence before. Every 60th, and the first after a connect or a changed tag list,
    /// is complete.
    pub complete: bool,
    /// Name to value.
    #[schema(value_type = std::collections::HashMap<String, super::TagValue>)]
    pub tags: Tags,
}

/// Answer to `POST hmi/values`. 200 is said after the data is durable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Receipt {
    /// The project pushed to.
    pub project_id: String,
    /// The stream pushed to.
    pub stream_id: Uuid,
    /// The highest sequence up to which all are stored; 0: none yet.
    pub stored_through: u64,
    /// The highest sequence that is stored, whatever is missing before it; 0: none yet. A bridge
    /// that never sent it works with an old copy of its outbox.
    #[serde(default)]
    pub newest: u64,
    /// Never to be sent again.
    pub rejected: Vec<Rejected>,
    /// Those of this push that came in parts of which some are not there: nothing of them is stored
    /// yet, and the parts are sent again from the first one on where no more of them are to come.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaited: Vec<u64>,
    /// The `Idempotency-Key` of the push that this answers. A receipt with another key belongs to another
    /// push and settles nothing. Absent in receipts of older services.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// Changes when the list of requested names does.
    pub requests_revision: u64,
    /// How much later the push arrived than it was sent, in milliseconds, each by the clock of its
    /// own side: the skew of the clocks and the time on the way. Without `sent_at`: absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skew_ms: Option<i64>,
    /// When a copy of this stream's data folder was last refused, if one was since the service
    /// began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied_at: Option<Timestamp>,
}

/// A snapshot that the service will never take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rejected {
    /// Which one.
    pub sequence: u64,
    /// Stable machine-readable code.
    pub error: String,
    /// Short technical description.
    pub message: String,
}

/// Answer to `GET hmi/request-tags`, with an `ETag`; 304 when nothing changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestedTags {
    /// The project asked for.
    pub project_id: String,
    /// Whether a session is streaming this project.
    pub live: bool,
    /// Changes when the list does.
    pub revision: u64,
    /// Each name once, in the order of request.
    pub requested: Vec<String>,
    /// The rate groups of those names that were asked for with one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, String>,
}

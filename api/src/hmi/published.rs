//! A snapshot as published to an MQTT broker, in addition to the push.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Controller, Tags, push::Snapshot};
use crate::Timestamp;

/// One snapshot with the fields that a [`Push`](super::push::Push) has once for several snapshots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The device id, as in a push.
    pub device_id: String,
    /// The session's name.
    pub session: String,
    /// The project that the values belong to.
    pub project_id: String,
    /// The outbox file's stream.
    pub stream_id: Uuid,
    /// The id of the program's run, as in its pushes. Absent if the service has not acknowledged a
    /// push yet; then it ignores this message and waits for the push.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Uuid>,
    /// The sequence number: increases by 1 with each snapshot of the stream, from 1.
    pub sequence: u64,
    /// Start of the scan.
    pub timestamp: Timestamp,
    /// How long the scan took.
    pub duration_ms: f64,
    /// The controller that was read.
    #[serde(default)]
    pub controller: Controller,
    /// True: all tags of the session. False: only the tags that changed since the previous sequence
    /// number.
    pub complete: bool,
    /// Name to value.
    pub tags: Tags,
}

impl Published {
    /// The snapshot to store.
    pub fn into_snapshot(self) -> Snapshot {
        let Self { sequence, timestamp, duration_ms, controller, complete, tags, .. } = self;
        let (part, parts) = (None, None);
        Snapshot { sequence, timestamp, duration_ms, controller, part, parts, complete, tags }
    }
}

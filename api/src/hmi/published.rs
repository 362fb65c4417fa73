//! A snapshot as an MQTT broker is told it, beside the push.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Controller, Tags, push::Snapshot};
use crate::Timestamp;

/// One snapshot with its place: what [`Push`](super::push::Push) says once for several stands with each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The installation, as it pushes.
    pub device_id: String,
    /// The session's name.
    pub session: String,
    /// The project that its values go to.
    pub project_id: String,
    /// The outbox file's stream.
    pub stream_id: Uuid,
    /// The run of the program, as its pushes name it; absent: the service has not answered any of them yet,
    /// and leaves this snapshot to the push.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Uuid>,
    /// One more for each snapshot of the stream, from 1.
    pub sequence: u64,
    /// Start of the scan.
    pub timestamp: Timestamp,
    /// How long the scan took.
    pub duration_ms: f64,
    /// The controller that it was read from.
    #[serde(default)]
    pub controller: Controller,
    /// True: all of the session's tags. False: only those that changed since the sequence before.
    pub complete: bool,
    /// Name to value.
    pub tags: Tags,
}

impl Published {
    /// What is stored of it.
    pub fn into_snapshot(self) -> Snapshot {
        let Self { sequence, timestamp, duration_ms, controller, complete, tags, .. } = self;
        let (part, parts) = (None, None);
        Snapshot { sequence, timestamp, duration_ms, controller, part, parts, complete, tags }
    }
}

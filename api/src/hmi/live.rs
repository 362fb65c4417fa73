//! `GET /projects/{id}/hmi/values`.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema, openapi::Schema};
use uuid::Uuid;

use super::{Controller, Tags};
use crate::Timestamp;

/// Query of `GET hmi/values`. Not in the specification.
#[derive(Debug, Clone, Default, PartialEq, Eq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LiveQuery {
    /// Returns only these tags, in this order: up to 500, each as a separate parameter; all tags by
    /// default.
    #[param(schema_with = chosen)]
    pub tags: Option<Vec<String>>,
}

fn chosen() -> Schema {
    let text = "Only these tags, in this order, up to 500, each as a parameter of its own; all unless told.";
    super::tag_names().max_items(Some(500)).description(Some(text)).build().into()
}

/// The current values of a project's tags.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LiveValues {
    /// The requested project.
    pub project_id: String,
    /// Whether a session is streaming this project.
    pub live: bool,
    /// Why there are no values, if `live` is false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The device that streams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_id: Option<String>,
    /// Its display name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_name: Option<String>,
    /// Start of the scan of the newest values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<Timestamp>,
    /// The controller that was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Controller>,
    /// The sequence number of that scan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u64>,
    /// Name to value; empty unless live.
    #[schema(value_type = std::collections::HashMap<String, super::TagValue>)]
    pub tags: Tags,
    /// Requested names that the session does not read; `POST hmi/request-tags` requests them. Not
    /// in the specification.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The stream of `sequence`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream_id: Option<Uuid>,
    /// When the service received the last push of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_push_at: Option<Timestamp>,
    /// Sequence numbers of the stream that are missing or not yet received.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
    /// Whether older snapshots are still being received.
    #[serde(default)]
    pub late: bool,
}

/// A range of missing sequence numbers, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Gap {
    /// The first that is missing.
    pub from: u64,
    /// The last that is missing.
    pub to: u64,
}

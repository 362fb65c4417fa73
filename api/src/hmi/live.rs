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
    /// Only these tags, in this order, up to 500, each as a parameter of its own; all unless told.
    #[param(schema_with = chosen)]
    pub tags: Option<Vec<String>>,
}

fn chosen() -> Schema {
    let text = "Only these tags, in this order, up to 500, each as a parameter of its own; all unless told.";
    super::tag_names().max_items(Some(500)).description(Some(text)).build().into()
}

/// What is known of a project's tags now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LiveValues {
    /// The project asked for.
    pub project_id: String,
    /// Whether a session is streaming this project.
    pub live: bool,
    /// Why there is nothing, when `live` is false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The device that streams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_id: Option<String>,
    /// What people call it, if it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_name: Option<String>,
    /// Start of the scan that the newest values are from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<Timestamp>,
    /// The controller that they are from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Controller>,
    /// The sequence of that scan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u64>,
    /// Name to value; empty unless live.
    #[schema(value_type = std::collections::HashMap<String, super::TagValue>)]
    pub tags: Tags,
    /// Names that were asked for and that the session does not stream; asking for them by
    /// `POST hmi/request-tags` changes that. Not in the specification.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The stream that `sequence` counts in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream_id: Option<Uuid>,
    /// When the session was last heard of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_push_at: Option<Timestamp>,
    /// Sequences of the stream that never arrived, or not yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
    /// Whether older backlog is still arriving.
    #[serde(default)]
    pub late: bool,
}

/// A run of sequences that is missing, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Gap {
    /// The first that is missing.
    pub from: u64,
    /// The last that is missing.
    pub to: u64,
}

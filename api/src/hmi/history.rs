//! `GET /projects/{id}/hmi/history`.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Quality, Reason};
use crate::Timestamp;

/// Query of `GET hmi/history`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct HistoryQuery {
    /// The tag's name.
    #[param(min_length = 1, max_length = 512)]
    pub tag: String,
    /// Entries: 1 to 600, default 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 600, default = 50)]
    pub limit: Option<u32>,
    /// Only entries whose `timestamp` is earlier; with that of the last entry of an answer, the next
    /// ones. Not in the specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Timestamp>,
}

/// What a tag was: one entry for each snapshot that carried it, which is when it changed and once
/// a minute or so besides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct History {
    /// The project asked for.
    pub project_id: String,
    /// The tag asked for.
    pub tag: String,
    /// How many entries follow.
    pub count: u32,
    /// Most recent first.
    pub history: Vec<HistoryEntry>,
    /// There if anything was taken out: entries that are later than this are all there, of earlier ones
    /// those that were the newest 600. Not in the specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_at: Option<Timestamp>,
}

/// What a tag was in one snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HistoryEntry {
    /// As in a tag's value.
    #[schema(value_type = Value)]
    pub value: serde_json::Value,
    /// As in a tag's value.
    pub timestamp: Timestamp,
    /// The snapshot that it came in.
    pub sequence: u64,
    /// As in a tag's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    /// As in a tag's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

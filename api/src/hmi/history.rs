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
    /// Number of entries: 1 to 600, default 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 600, default = 50)]
    pub limit: Option<u32>,
    /// Returns only entries with an earlier `timestamp`. Use the `timestamp` of the last entry to
    /// get the next page. Not in the specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Timestamp>,
}

/// The history of a tag: one entry for each snapshot with the tag, that is, for each change and
/// about once a minute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct History {
    /// The requested project.
    pub project_id: String,
    /// The requested tag.
    pub tag: String,
    /// Number of entries in `entries`.
    pub count: u32,
    /// Most recent first.
    pub history: Vec<HistoryEntry>,
    /// Present if entries were deleted: later entries are complete; of earlier ones only the newest
    /// 600 were kept. Not in the specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_at: Option<Timestamp>,
}

/// The state of a tag in one snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HistoryEntry {
    /// As in a tag's value.
    #[schema(value_type = Value)]
    pub value: serde_json::Value,
    /// As in a tag's value.
    pub timestamp: Timestamp,
    /// The sequence number of the snapshot.
    pub sequence: u64,
    /// As in a tag's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    /// As in a tag's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

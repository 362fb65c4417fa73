use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The tags of a screen's trend. The answer has the known values; topic `trend` pushes new ones. A
/// screen has one trend: the next call changes it.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenTrend {
    /// The session.
    pub session: String,
    /// The tags in the order of their letters, at most eight; empty: the pushes end.
    pub tags: Vec<String>,
    /// The start; null: all known values.
    pub since: Option<f64>,
}

/// The known values of the tags.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// The session.
    pub session: String,
    /// The number of the trend, as in its frames. A later trend has a higher number.
    pub number: u32,
    /// One per tag, in the requested order.
    pub lanes: Vec<Lane>,
    /// The time up to which the values are complete; 0: no value yet.
    pub until: f64,
}

/// The values of a tag. A value is valid until the next time; null: not read from then on.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Lane {
    /// The tag's name.
    pub tag: String,
    /// The controller's name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The unit in the project; empty if it has none.
    pub unit: String,
    /// Whether it cannot be drawn, because it is no number (text, a structure).
    pub is_not_drawn: bool,
    /// Time before which the service kept only the newest values, so that others are missing; null:
    /// values are complete.
    pub cut_at: Option<f64>,
    /// The times.
    pub times: Vec<f64>,
    /// The values as numbers; bits are 0 and 1.
    pub values: Vec<Option<f64>>,
    /// The times of uncertain values.
    pub uncertain: Vec<f64>,
}

/// New points, pushed by topic `trend`, at most ten times per second.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TrendFrame {
    /// The session.
    pub session: String,
    /// The number of the trend.
    pub number: u32,
    /// The trend cannot continue and must be opened again, because the session or the clock has
    /// changed, or more is known of the tags. No more updates follow.
    pub renew: bool,
    /// The points to add, one entry per tag in the requested order.
    pub lanes: Vec<LanePoints>,
    /// The time up to which the values are complete: lines are drawn up to here.
    pub until: f64,
}

/// Points to add to a lane.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LanePoints {
    /// The times.
    pub times: Vec<f64>,
    /// The values; null: not read from then on.
    pub values: Vec<Option<f64>>,
    /// The times of uncertain values.
    pub uncertain: Vec<f64>,
}

/// A trend whose values are to be saved.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ExportTrend {
    /// The session.
    pub session: String,
    /// The tags.
    pub tags: Vec<String>,
    /// The start; null: all known values.
    pub since: Option<f64>,
    /// The end; null: now.
    pub until: Option<f64>,
}

/// A tag's values to save.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedLane {
    /// The tag's name.
    pub tag: String,
    /// The times.
    pub times: Vec<f64>,
    /// The values: numbers, or a text for a non-finite number; null: no value.
    #[ts(type = "(number | string | null)[]")]
    pub values: Vec<serde_json::Value>,
    /// As in frames: 0: good, 1: uncertain, 2: bad.
    pub qualities: Vec<u8>,
    /// The service has only the newest values before this time; null: the values are complete.
    pub cut_at: Option<f64>,
}

/// A request for the values of a tag before the displayed period.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadOlder {
    /// The session.
    pub session: String,
    /// The tag.
    pub tag: String,
    /// The end of the requested time.
    pub before: f64,
}

/// The service's values of the earlier time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OlderPoints {
    /// The points, oldest first.
    pub points: LanePoints,
    /// Time before which the service kept only the newest values, so that others are missing; null:
    /// values are complete.
    pub cut_at: Option<f64>,
    /// Whether these are the oldest known values.
    pub is_whole: bool,
}

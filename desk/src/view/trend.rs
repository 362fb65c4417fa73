use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The tags whose trend a screen wants to see. The answer holds what is known; what comes in is
/// pushed by topic `trend`. A screen has one trend: the next call changes it.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenTrend {
    /// The session.
    pub session: String,
    /// At most eight, in the order of their letters; none: the pushes end.
    pub tags: Vec<String>,
    /// From when on; null: all that is known.
    pub since: Option<f64>,
}

/// The known past of the tags.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// The session.
    pub session: String,
    /// Which trend it is: frames with this number go on with it. A later one has a higher number.
    pub number: u32,
    /// One per tag, in the order asked.
    pub lanes: Vec<Lane>,
    /// Until when it is known that nothing else happened; 0: nothing was read yet.
    pub until: f64,
}

/// A tag's past. A value holds until the next time; null: from there on nothing was read.
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
    /// It has no number that could be drawn (text, a structure).
    pub is_not_drawn: bool,
    /// Time before which the service kept only the newest values, so that others are missing; null:
    /// values are complete.
    pub cut_at: Option<f64>,
    /// When.
    pub times: Vec<f64>,
    /// The value as a number: bits are 0 and 1.
    pub values: Vec<Option<f64>>,
    /// The times of those that are uncertain.
    pub uncertain: Vec<f64>,
}

/// The points since then. The pushes of topic `trend`, at most ten per second.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TrendFrame {
    /// The session.
    pub session: String,
    /// Which trend it goes on with.
    pub number: u32,
    /// The trend cannot continue and must be opened again, because the session or the clock has
    /// changed, or more is known of the tags. No more updates follow.
    pub renew: bool,
    /// One per tag, in the order asked: what is to be added.
    pub lanes: Vec<LanePoints>,
    /// Until when it is known that nothing else happened: lines are drawn up to here.
    pub until: f64,
}

/// Points to add to a lane.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LanePoints {
    /// When.
    pub times: Vec<f64>,
    /// The value; null: not read from then on.
    pub values: Vec<Option<f64>>,
    /// The times of those that are uncertain.
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
    /// From when on; null: all that is known.
    pub since: Option<f64>,
    /// Until when; null: now.
    pub until: Option<f64>,
}

/// A tag's values as they are saved.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedLane {
    /// The tag's name.
    pub tag: String,
    /// When.
    pub times: Vec<f64>,
    /// The value: a number, or a text for a non-finite one; null: there is none.
    #[ts(type = "(number | string | null)[]")]
    pub values: Vec<serde_json::Value>,
    /// As in frames: 0: good, 1: uncertain, 2: bad.
    pub qualities: Vec<u8>,
    /// The service has only the newest values before this time; null: the values are complete.
    pub cut_at: Option<f64>,
}

/// The value of a tag before the displayed period.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadOlder {
    /// The session.
    pub session: String,
    /// The tag.
    pub tag: String,
    /// Only what is earlier.
    pub before: f64,
}

/// The service's values of an earlier time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OlderPoints {
    /// Oldest first.
    pub points: LanePoints,
    /// Time before which the service kept only the newest values, so that others are missing; null:
    /// values are complete.
    pub cut_at: Option<f64>,
    /// Whether nothing is known of what was still earlier.
    pub is_whole: bool,
}

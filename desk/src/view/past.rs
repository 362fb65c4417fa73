use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// What was recorded of a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TimeLine {
    /// The first recorded scan; null: nothing is recorded yet.
    pub from: Option<f64>,
    /// The last recorded scan. The latest ten seconds may not be written yet.
    pub until: Option<f64>,
    /// The times of which nothing is known, oldest first.
    pub gaps: Vec<TimeLineGap>,
    /// The incidents, by number.
    pub incidents: Vec<TimeLineIncident>,
}

/// A time of which nothing is known.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TimeLineGap {
    /// When it began.
    pub from: f64,
    /// When it ended.
    pub until: f64,
    /// Why.
    pub why: Message,
}

/// A recorded incident.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TimeLineIncident {
    /// Its number.
    pub number: u32,
    /// The name of its trigger.
    pub name: String,
    /// The tag that triggered it.
    pub tag: String,
    /// When.
    pub at: f64,
    /// What a person wrote about it.
    pub note: String,
}

/// A moment to be shown in place of now, by all views of a session's values on this screen.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LookAt {
    /// The session.
    pub session: String,
    /// The moment; null: now, as it is read.
    pub at: Option<f64>,
}

/// The moment that is shown.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PastMoment {
    /// The moment; null: now.
    pub at: Option<f64>,
    /// When the scan began that the values are of; null: no values are known.
    pub scan_at: Option<f64>,
    /// The controller's mode in that scan; empty if it is not known.
    pub mode: String,
    /// Why no value is known; null: they are.
    pub gap: Option<Message>,
}

/// From a moment to the next change of a tag or to the next incident.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StepInTime {
    /// The session.
    pub session: String,
    /// The tag; null: incidents.
    pub tag: Option<String>,
    /// From when; null: from now.
    pub at: Option<f64>,
    /// To what is later, instead of to what is earlier.
    pub later: bool,
}

/// Where a step in time leads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SteppedTo {
    /// The scan of the change; null: no other is recorded.
    pub at: Option<f64>,
}

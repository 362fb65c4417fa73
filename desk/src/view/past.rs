use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// The recording of a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TimeLine {
    /// The first recorded scan; null: the recording is empty.
    pub from: Option<f64>,
    /// The last recorded scan. The latest ten seconds may not be written yet.
    pub until: Option<f64>,
    /// The gaps, oldest first.
    pub gaps: Vec<TimeLineGap>,
    /// The incidents, by number.
    pub incidents: Vec<TimeLineIncident>,
}

/// A time without recorded values.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TimeLineGap {
    /// The start.
    pub from: f64,
    /// The end.
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
    /// The time of the trigger.
    pub at: f64,
    /// The user's note.
    pub note: String,
}

/// A past moment that all views of a session on this screen show instead of the current values.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LookAt {
    /// The session.
    pub session: String,
    /// The moment; null: the current values.
    pub at: Option<f64>,
}

/// The moment that is shown.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PastMoment {
    /// The moment; null: now.
    pub at: Option<f64>,
    /// The start of the scan of the values; null: no values are known.
    pub scan_at: Option<f64>,
    /// The controller's mode in that scan; empty if it is not known.
    pub mode: String,
    /// Why no values are known; null: they are known.
    pub gap: Option<Message>,
}

/// A step from a moment to the next change of a tag or to the next incident.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StepInTime {
    /// The session.
    pub session: String,
    /// The tag; null: step to an incident.
    pub tag: Option<String>,
    /// The moment to start from; null: now.
    pub at: Option<f64>,
    /// Whether to step forward in time.
    pub later: bool,
}

/// The result of a step in time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SteppedTo {
    /// The time of the change or incident; null: no other is recorded.
    pub at: Option<f64>,
}

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The recordings of a project.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectHistory {
    /// The sessions with a recording, and the running sessions.
    pub sessions: Vec<RecordedSessionView>,
}

/// A session with its recording.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RecordedSessionView {
    /// The session's name.
    pub session: String,
    /// Whether it is in the list of sessions; only then can a past moment be shown.
    pub is_here: bool,
    /// Whether its triggers come from a configuration file and cannot be changed here.
    pub is_configured: bool,
    /// The first recorded scan; null: the recording is empty.
    pub from: Option<f64>,
    /// The last recorded scan.
    pub until: Option<f64>,
    /// Size on disk, without the incidents.
    pub bytes: f64,
    /// The number of tags.
    pub tags: u32,
    /// The number of gaps.
    pub gaps: u32,
    /// Its incidents, the newest first.
    pub incidents: Vec<IncidentView>,
    /// Its triggers.
    pub triggers: Vec<SessionTrigger>,
}

/// An incident of a session.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct IncidentView {
    /// Its number.
    pub number: u32,
    /// The name of its trigger.
    pub name: String,
    /// The tag that triggered it; empty: it was imported without a tag.
    pub tag: String,
    /// The time of the trigger.
    pub at: f64,
    /// The start of the stored time.
    pub from: f64,
    /// The end of the stored time.
    pub until: f64,
    /// The user's note.
    pub note: String,
    /// Whether the session's recording still contains its time.
    pub is_recorded: bool,
}

/// A condition that creates an incident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SessionTrigger {
    /// Its name; if empty, the tag and the condition are the name.
    pub name: String,
    /// The tag.
    pub tag: String,
    /// `falls`, `rises`, `changes`, `<> 0`, `>= 80.5` or `bad for 5s`.
    pub when: String,
    /// The stored time before the trigger, in seconds.
    pub before_s: f64,
    /// The stored time after the trigger, in seconds.
    pub after_s: f64,
}

/// New triggers of a session.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChangeTriggers {
    /// The session's name.
    pub session: String,
    /// All of its triggers.
    pub triggers: Vec<SessionTrigger>,
}

/// An incident.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OneIncident {
    /// The session's name.
    pub session: String,
    /// The incident's number.
    pub number: u32,
}

/// A new note of an incident.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NoteIncident {
    /// The session's name.
    pub session: String,
    /// The incident's number.
    pub number: u32,
    /// The note.
    pub note: String,
}

/// A moment of a recording to keep as an incident, with the minute before and after it.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KeepMoment {
    /// The session's name.
    pub session: String,
    /// The moment.
    pub at: f64,
    /// The name of the incident.
    pub name: String,
    /// The selected tag.
    pub tag: Option<String>,
}

/// An exported recording to store as an incident.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportIncident {
    /// The session that gets the incident.
    pub session: String,
    /// The file's name.
    pub name: String,
    /// The file's bytes in base64.
    pub bytes: String,
}

/// The recorded values of a tag.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HistoryOf {
    /// The session's name.
    pub session: String,
    /// The tag.
    pub tag: String,
    /// The start.
    pub from: f64,
    /// The end.
    pub until: f64,
}

/// Recorded values, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagHistory {
    /// The values, at most 1,000.
    pub values: Vec<PastValueView>,
    /// The number of values in this time.
    pub of: u32,
    /// The gaps in the recording.
    pub gaps: Vec<super::TimeLineGap>,
}

/// A recorded value.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PastValueView {
    /// The start of the scan.
    pub at: f64,
    /// The value as text, truncated if it is long.
    pub value: String,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its quality.
    pub quality: super::Quality,
    /// Why the quality is not good; null: it is good.
    pub reason: Option<String>,
}

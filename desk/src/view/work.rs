use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// Long work. A screen has at most one of each kind at a time: a new request ends the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LongWork {
    /// Opening a project file.
    Open,
    /// Analysing a project.
    Analyse,
    /// Planning a change.
    Propose,
    /// Creating a report.
    Report,
    /// Reading a recording, or exporting it.
    Recording,
}

/// The progress of long work.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WorkProgress {
    /// The work.
    pub work: LongWork,
    /// The current step.
    pub step: Message,
    /// The number of finished parts.
    pub done: u32,
    /// The number of parts; 0: not known.
    pub of: u32,
}

/// Work to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StopWork {
    /// The work.
    pub work: LongWork,
}

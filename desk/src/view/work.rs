use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// Work that may take long: one of each kind at a time on a screen. Asking for it again ends the
/// one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LongWork {
    /// Opening a project file.
    Open,
    /// Analysing a project.
    Analyse,
    /// Planning a change.
    Propose,
    /// Making a report.
    Report,
    /// Reading a recording, or exporting it.
    Recording,
}

/// How far it is.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WorkProgress {
    /// Which work.
    pub work: LongWork,
    /// The current step.
    pub step: Message,
    /// The finished parts.
    pub done: u32,
    /// The number of parts; 0: not known.
    pub of: u32,
}

/// Work to be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StopWork {
    /// Which work.
    pub work: LongWork,
}

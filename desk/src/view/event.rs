use serde::{Deserialize, Serialize};
use tagbridge_texts::{Argument, Message};
use ts_rs::TS;

/// Which events to read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadLog {
    /// Only later ones than this id; null: all that are kept.
    pub after: Option<u32>,
}

/// Something that happened. The pushes of topic `log` are the new ones, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LogEvent {
    /// Counts from 1 in this run of the program.
    pub id: u32,
    /// When.
    pub at: f64,
    /// How bad it is.
    pub level: EventLevel,
    /// The event.
    pub message: Message,
    /// The session that it is about.
    pub session: Option<String>,
    /// The technical detail: names and values of fields; a cause is a message.
    pub fields: Vec<(String, Argument)>,
    /// The part of the program that reported it.
    pub target: String,
}

/// How bad an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum EventLevel {
    /// It is as it should be.
    Info,
    /// It goes on, but a person should know.
    Warning,
    /// Something does not work.
    Fault,
}

use serde::{Deserialize, Serialize};
use tagbridge_texts::{Argument, Message};
use ts_rs::TS;

/// Which events to read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadLog {
    /// Only events after this id; null: all stored events.
    pub after: Option<u32>,
}

/// An event. Topic `log` pushes new events, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LogEvent {
    /// Counts from 1 in this run of the program.
    pub id: u32,
    /// The time.
    pub at: f64,
    /// The severity.
    pub level: EventLevel,
    /// The event.
    pub message: Message,
    /// The session of the event.
    pub session: Option<String>,
    /// Technical details: names and values of fields; a cause is a message.
    pub fields: Vec<(String, Argument)>,
    /// The part of the program that reported it.
    pub target: String,
}

/// The severity of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum EventLevel {
    /// Normal operation.
    Info,
    /// The program continues, but the user should know.
    Warning,
    /// Something does not work.
    Fault,
}

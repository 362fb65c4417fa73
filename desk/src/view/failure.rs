use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use crate::problem::{Problem, Remedy};

/// The error of a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error("{message}; {remedy}")]
pub struct Failure {
    /// A stable code: `unreachable`, `refused`, `not_found`, `invalid`, `internal`, or the
    /// service's own.
    pub error: String,
    /// The problem, for people.
    pub message: Message,
    /// The advice.
    pub remedy: Message,
}

impl Failure {
    /// The received text is not a command.
    pub fn no_command(why: &dyn std::fmt::Display) -> Self {
        Self::new("invalid", &Problem::Command { why: why.to_string() }, &Remedy::ReloadPage)
    }

    /// The complete error, for a log.
    pub fn said(&self) -> Message {
        Message::all([self.message.clone(), self.remedy.clone()])
    }

    /// The problem and the advice.
    pub fn new(
        error: impl Into<String>,
        message: impl Into<Message>,
        remedy: impl Into<Message>,
    ) -> Self {
        Self { error: error.into(), message: message.into(), remedy: remedy.into() }
    }
}

use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// A session dropped out. One for each time that it does.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Alert {
    /// Later ones have higher numbers; they begin at 1 with the program.
    pub id: u32,
    /// The session.
    pub session: String,
    /// Its project's id.
    pub project: String,
    /// Its project's name.
    pub project_name: String,
    /// The problem.
    pub kind: AlertKind,
    /// Why; null: that is not known.
    pub cause: Option<Message>,
    /// Since when.
    pub since: f64,
    /// Until when; null: it still is so.
    pub until: Option<f64>,
    /// A person has seen it.
    pub is_seen: bool,
}

/// How a session drops out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AlertKind {
    /// It stopped by itself: a person has to decide.
    Stopped,
    /// Its controller is not read.
    Silent,
    /// Values are read, but not delivered or not stored.
    Undelivered,
}

/// The notifications about sessions that drop out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct AlertRules {
    /// System notifications, in addition to the list.
    pub notify: bool,
    /// Of controllers that are not read.
    pub silent: bool,
    /// Of values that are not delivered.
    pub undelivered: bool,
    /// Ids of projects without notifications.
    pub muted: Vec<String>,
}

impl Default for AlertRules {
    fn default() -> Self {
        Self { notify: true, silent: true, undelivered: true, muted: Vec::new() }
    }
}

/// Alerts that a person has seen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SeenAlerts {
    /// All alerts up to this number.
    pub through: u32,
}

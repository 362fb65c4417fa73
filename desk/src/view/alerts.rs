use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// A failure of a session. Each failure is a new alert.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Alert {
    /// Counts from 1 since the start of the program.
    pub id: u32,
    /// The session.
    pub session: String,
    /// Its project's id.
    pub project: String,
    /// Its project's name.
    pub project_name: String,
    /// The problem.
    pub kind: AlertKind,
    /// The cause; null: not known.
    pub cause: Option<Message>,
    /// The start of the failure.
    pub since: f64,
    /// The end of the failure; null: it continues.
    pub until: Option<f64>,
    /// Whether a user has seen the alert.
    pub is_seen: bool,
}

/// The kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AlertKind {
    /// The session stopped by itself: the user must decide.
    Stopped,
    /// The controller is not read.
    Silent,
    /// Values are read, but not delivered or not stored.
    Undelivered,
}

/// The settings of notifications about failed sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct AlertRules {
    /// Whether to show system notifications, in addition to the list.
    pub notify: bool,
    /// Whether to notify about controllers that are not read.
    pub silent: bool,
    /// Whether to notify about values that are not delivered.
    pub undelivered: bool,
    /// Ids of projects without notifications.
    pub muted: Vec<String>,
}

impl Default for AlertRules {
    fn default() -> Self {
        Self { notify: true, silent: true, undelivered: true, muted: Vec::new() }
    }
}

/// Alerts that the user has seen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SeenAlerts {
    /// All alerts up to this number.
    pub through: u32,
}

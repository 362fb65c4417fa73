use serde::Serialize;
use ts_rs::TS;

use super::{ServiceConnection, Session, Settings};

/// The first data of a user interface.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Of this program.
    pub version: String,
    /// No service was chosen yet.
    pub is_first_run: bool,
    /// All controllers are virtual ones of this program, to look around with.
    pub is_demo: bool,
    /// The configuration file that sessions come from; null: a person starts them here.
    pub configuration: Option<String>,
    /// Where values go.
    pub service: ServiceConnection,
    /// All sessions, those that were stopped by a person too.
    pub sessions: Vec<Session>,
    /// As they are kept.
    pub settings: Settings,
    /// The abilities of this user interface, in addition to the commands.
    pub face: Face,
}

/// The kind of user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Face {
    /// The desktop app: it has dialogs for files, a tray and autostart.
    Window,
    /// A browser: files come and go by upload and download.
    Console,
}

use serde::Serialize;
use ts_rs::TS;

use super::{ServiceConnection, Session, Settings};

/// The first data of a user interface.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// The version of this program.
    pub version: String,
    /// Whether no service was chosen yet.
    pub is_first_run: bool,
    /// Whether this is the demo, with virtual controllers.
    pub is_demo: bool,
    /// The configuration file of the sessions; null: the user starts sessions here.
    pub configuration: Option<String>,
    /// The service that receives the values.
    pub service: ServiceConnection,
    /// All sessions, including those that the user stopped.
    pub sessions: Vec<Session>,
    /// The stored settings.
    pub settings: Settings,
    /// The abilities of this user interface, in addition to the commands.
    pub face: Face,
}

/// The kind of user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Face {
    /// The desktop app, with file dialogs, a tray icon and autostart.
    Window,
    /// A browser, with uploads and downloads.
    Console,
}

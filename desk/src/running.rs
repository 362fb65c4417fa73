//! The sessions, and the results of preflights.

use std::{path::PathBuf, sync::Mutex};

use indexmap::IndexMap;
use tagbridge_bridge::{Bridge, status::BridgeStatus};
use tokio::sync::watch;

use crate::{desk_session::DeskSession, view::Controller};

/// The sessions, and the bridge that runs them.
#[derive(Default)]
pub(crate) struct RunningSessions {
    /// Present while there is a service.
    pub(crate) bridge: tokio::sync::Mutex<Option<Bridge>>,
    pub(crate) board: watch::Sender<BridgeStatus>,
    /// By name, in the order in which they were started.
    pub(crate) rooms: Mutex<IndexMap<String, DeskSession>>,
    /// The configuration file of the sessions, if there is one.
    pub(crate) configuration: Option<PathBuf>,
    /// The tags of the latest preflights.
    pub(crate) checked: Mutex<Vec<CheckedTags>>,
}

/// The tags of a preflight, the readable ones first.
pub(crate) struct CheckedTags {
    pub(crate) project: String,
    pub(crate) endpoint: String,
    pub(crate) controller: Controller,
    pub(crate) tags: Vec<String>,
}

//! The sessions, and what was found out about controllers before them.

use std::{path::PathBuf, sync::Mutex};

use indexmap::IndexMap;
use tagbridge_bridge::{Bridge, status::BridgeStatus};
use tokio::sync::watch;

use crate::{room::Room, view::Controller};

/// The sessions, and the bridge that runs them.
#[derive(Default)]
pub(crate) struct RunningSessions {
    /// Present while a service is.
    pub(crate) bridge: tokio::sync::Mutex<Option<Bridge>>,
    pub(crate) board: watch::Sender<BridgeStatus>,
    /// In the order in which they were started, by name.
    pub(crate) rooms: Mutex<IndexMap<String, Room>>,
    /// The file that they come from, if they do.
    pub(crate) configuration: Option<PathBuf>,
    /// The tags that the latest preflights could read.
    pub(crate) readable: Mutex<Vec<Readable>>,
}

/// The tags that a preflight could read.
pub(crate) struct Readable {
    pub(crate) project: String,
    pub(crate) endpoint: String,
    pub(crate) controller: Controller,
    pub(crate) tags: Vec<String>,
}

//! The desk: one bridge, one service, and the user's settings, for any number of screens.

mod alerts;
pub(crate) mod open;

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, atomic::AtomicBool},
    time::Duration,
};

use indexmap::IndexMap;
use tagbridge_bridge::{Client, RecordingFolder, status::BridgeStatus};
use tagbridge_recording::{Incidents, Recording, RecordingError};
use tokio::sync::watch;

use crate::{
    alerts::Alerts,
    change_notifier::ChangeNotifier,
    connection::ServiceInUse,
    desk_session::DeskSession,
    journal::Journal,
    keychain::Keychain,
    lock::lock,
    projects::open::OpenProjects,
    recorded::OpenRecordings,
    running::RunningSessions,
    stored_state::StateFile,
    view::{Face, Session, Settings},
    wire::WireLog,
};

/// Maximum wait for the event log to write the last events.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The folders and features that a desk uses.
#[derive(Debug, Clone)]
pub struct Options {
    /// The file with the settings.
    pub settings: PathBuf,
    /// The folder of outboxes and of the built-in service.
    pub data: PathBuf,
    /// The kind of user interface.
    pub face: Face,
    /// Whether a user interface will be shown. If not, the first data of the screens is not stored.
    pub has_screens: bool,
    /// Whether the system's keychain may be used.
    pub keychain: bool,
    /// The address of the built-in service, if it is free; otherwise it uses another free port.
    pub built_in: SocketAddr,
    /// The folder of certificates; `None`: this user's own.
    pub pki: Option<PathBuf>,
    /// Endpoints of simulated controllers of this program: they are found like those on the
    /// network, and screens show that it is a demo. Empty without a demo.
    pub demo: Vec<String>,
}

/// The common part of all user interfaces of Tagbridge. A clone is the same desk.
#[derive(Clone)]
pub struct Desk(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) options: Options,
    pub(crate) keeper: StateFile,
    pub(crate) keychain: Keychain,
    pub(crate) journal: Journal,
    /// Whether the event log is stored in the data folder.
    keeps_journal: AtomicBool,
    pub(crate) service: ServiceInUse,
    pub(crate) sessions: RunningSessions,
    pub(crate) projects: OpenProjects,
    pub(crate) alerts: Alerts,
    pub(crate) wire_log: WireLog,
    /// The recordings that screens have opened.
    pub(crate) recordings: OpenRecordings,
    pub(crate) news: ChangeNotifier,
}

impl Desk {
    /// The current state of the bridge.
    pub fn status(&self) -> watch::Receiver<BridgeStatus> {
        self.0.sessions.board.subscribe()
    }

    /// All sessions for the screens.
    pub fn sessions(&self) -> Vec<Session> {
        self.rooms_now().values().map(DeskSession::view).collect()
    }

    /// The user's settings.
    pub fn settings(&self) -> Settings {
        self.0.keeper.read(|it| it.settings.clone())
    }

    /// The client of the service, if there is one: it shares the key and the request rate.
    pub fn client(&self) -> Option<Client> {
        self.connected().ok().map(|(client, ..)| client)
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.0.options.data
    }

    /// Stops all sessions properly, then the built-in service.
    pub async fn stop(&self) {
        let bridge = self.0.sessions.bridge.lock().await.take();
        if let Some(bridge) = bridge {
            let status = bridge.status();
            bridge.stop().await;
            self.0.sessions.board.send_replace(status.borrow().clone());
        }
        self.rooms().clear();
        let connected = lock(&self.0.service.connected).take();
        if let Some(built_in) = connected.and_then(|it| it.built_in) {
            built_in.stop().await;
        }
        let journal = self.0.journal.clone();
        // A hanging disk does not prevent the end of the program.
        let _settled = tokio::task::spawn_blocking(move || journal.settle(LAST_WORDS)).await;
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, IndexMap<String, DeskSession>> {
        lock(&self.0.sessions.rooms)
    }

    /// All sessions, each with the bridge's current status.
    pub(crate) fn rooms_now(&self) -> MutexGuard<'_, IndexMap<String, DeskSession>> {
        let board = self.0.sessions.board.borrow().clone();
        let mut rooms = self.rooms();
        for (name, room) in rooms.iter_mut().filter(|(_, it)| it.is_running()) {
            if let Some(view) = board.sessions.iter().find(|it| it.name == *name) {
                room.last = view.clone();
            }
        }
        rooms
    }

    /// The folder of the bridge: a window has it in a subfolder.
    pub(crate) fn bridge_data(&self) -> PathBuf {
        let data = &self.0.options.data;
        match self.0.sessions.configuration {
            Some(_) => data.clone(),
            None => data.join(open::BRIDGE),
        }
    }

    /// The incidents of a session.
    pub(crate) fn incidents(&self, session: &str) -> Incidents {
        Incidents::of(&RecordingFolder::of(&self.bridge_data(), session).path)
    }

    /// The current recording of a session. Reads the disk.
    pub(crate) fn recording(&self, session: &str) -> Result<Arc<Mutex<Recording>>, RecordingError> {
        let folder = RecordingFolder::of(&self.bridge_data(), session);
        self.0.recordings.open(&folder.path)
    }

    /// Notifies all screens of a change.
    pub(crate) fn tell(&self) {
        self.0.news.tell();
    }
}

//! The desk: one bridge, one service, and what a person set, behind any number of screens.

mod alerts;
pub(crate) mod open;

use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, atomic::AtomicBool},
    time::Duration,
};

use indexmap::IndexMap;
use tagbridge_bridge::{Client, RecordingFolder, status::BridgeStatus};
use tagbridge_recording::{Incidents, Recording, RecordingError};
use tokio::sync::watch;

use crate::{
    alerts::Alerts,
    connection::ServiceInUse,
    journal::Journal,
    kept::Keeper,
    keychain::Keychain,
    lock::lock,
    news::News,
    projects::open::OpenProjects,
    recorded::OpenRecordings,
    room::Room,
    running::RunningSessions,
    view::{Face, Session, Settings},
    wire::WireLog,
};

/// How long the event log may take to write what was said last.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Where a desk keeps things, and what it may use.
#[derive(Debug, Clone)]
pub struct Options {
    /// The file with what a person set.
    pub settings: PathBuf,
    /// The folder of outboxes and of the built-in service.
    pub data: PathBuf,
    /// The kind of user interface.
    pub face: Face,
    /// Whether a user interface will be shown. If not, the first data of the screens is not stored.
    pub has_screens: bool,
    /// Whether the system's keychain may be used.
    pub keychain: bool,
    /// Where the built-in service listens, if that is free; another free port otherwise.
    pub built_in: SocketAddr,
    /// The folder of certificates; `None`: this user's own.
    pub pki: Option<PathBuf>,
    /// Endpoints of virtual controllers of this program: they are found as those on the network
    /// are, and screens say that it is a demo. None: there is no demo.
    pub demo: Vec<String>,
}

/// The common part of all user interfaces of Tagbridge. A clone is the same desk.
#[derive(Clone)]
pub struct Desk(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) options: Options,
    pub(crate) keeper: Keeper,
    pub(crate) keychain: Keychain,
    pub(crate) journal: Journal,
    /// Whether it is kept in the data folder.
    keeps_journal: AtomicBool,
    pub(crate) service: ServiceInUse,
    pub(crate) sessions: RunningSessions,
    pub(crate) projects: OpenProjects,
    pub(crate) alerts: Alerts,
    pub(crate) wire_log: WireLog,
    /// The recordings that screens have asked for.
    pub(crate) recordings: OpenRecordings,
    pub(crate) news: News,
}

impl Desk {
    /// The current state of the bridge.
    pub fn status(&self) -> watch::Receiver<BridgeStatus> {
        self.0.sessions.board.subscribe()
    }

    /// All sessions as screens show them.
    pub fn sessions(&self) -> Vec<Session> {
        self.rooms_now().values().map(Room::view).collect()
    }

    /// The user's settings.
    pub fn settings(&self) -> Settings {
        self.0.keeper.read(|it| it.settings.clone())
    }

    /// The service that is used, if one is: the same key, the same rate.
    pub fn client(&self) -> Option<Client> {
        self.connected().ok().map(|(client, ..)| client)
    }

    /// Ends all sessions in order, then the built-in service.
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
        // A disk that hangs does not keep a program from ending.
        let _settled = tokio::task::spawn_blocking(move || journal.settle(LAST_WORDS)).await;
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, IndexMap<String, Room>> {
        lock(&self.0.sessions.rooms)
    }

    /// All sessions, each with what the bridge says of it now.
    pub(crate) fn rooms_now(&self) -> MutexGuard<'_, IndexMap<String, Room>> {
        let board = self.0.sessions.board.borrow().clone();
        let mut rooms = self.rooms();
        for (name, room) in rooms.iter_mut().filter(|(_, it)| it.is_running()) {
            if let Some(view) = board.sessions.iter().find(|it| it.name == *name) {
                room.last = view.clone();
            }
        }
        rooms
    }

    /// The folder of the bridge: a window keeps its bridge's below its own.
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

    /// The recording of a session, as it is now. Reads the disk.
    pub(crate) fn recording(&self, session: &str) -> Result<Arc<Mutex<Recording>>, RecordingError> {
        let folder = RecordingFolder::of(&self.bridge_data(), session);
        self.0.recordings.open(&folder.path)
    }

    /// Tells all screens that there is something new.
    pub(crate) fn tell(&self) {
        self.0.news.tell();
    }
}

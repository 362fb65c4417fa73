//! Opens a desk.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use directories::ProjectDirs;
use futures::{StreamExt, stream::FuturesOrdered};
use tagbridge_bridge::{Bridge, Config, Library, StartError, config::SessionConfig, status_file};
use tagbridge_texts::Message;

use super::{Desk, Inner, Options};
use crate::{
    alerts::Alerts,
    change_notifier::ChangeNotifier,
    connection::{ConnectedService, ServiceInUse},
    desk_session::DeskSession,
    journal::Journal,
    keychain::Keychain,
    lock::lock,
    log_message::{LogMessage, event},
    problem::{Problem, Remedy},
    projects::open::OpenProjects,
    recorded::OpenRecordings,
    running::RunningSessions,
    stored_state::{SelectedService, StateFile},
    view::{Face, Failure, ReadCauses, ServiceKind, StartSession, TagList},
    wire::WireLog,
};

/// The name of the bridge's folder in the desk's folder.
pub(crate) const BRIDGE: &str = "bridge";
/// Default address of the built-in service.
const BUILT_IN_PORT: u16 = 8750;
/// The interval at which the state of the service is requested.
const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Options {
    /// The folders of this user on this computer.
    pub fn of_user(face: Face) -> Result<Self, Failure> {
        let folders = ProjectDirs::from("", "", "tagbridge").ok_or_else(|| {
            // The variable in which the system stores this user's folder.
            let variable = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
            Failure::new("disk", &Problem::NoHome, &Remedy::NameFolder { variable })
        })?;
        Ok(Self {
            settings: folders.config_dir().join("settings.toml"),
            data: folders.data_local_dir().to_owned(),
            face,
            has_screens: true,
            keychain: true,
            pki: None,
            demo: Vec::new(),
            built_in: SocketAddr::from((Ipv4Addr::LOCALHOST, BUILT_IN_PORT)),
        })
    }
}

impl Options {
    /// The other process that has a bridge on this data, if this program was started twice.
    pub fn holder(&self) -> Option<String> {
        holder(&self.data.join(BRIDGE))
    }
}

/// The program that has a bridge on this data folder.
pub(crate) fn holder(data: &Path) -> Option<String> {
    let seen = status_file::look(data).ok().filter(|it| it.is_running)?;
    let process = seen.file.map_or_else(String::new, |it| format!(" (process {})", it.process));
    Some(format!("another Tagbridge{process}"))
}

impl Desk {
    /// Restores the state of the last run: the selected service, and the running sessions, which
    /// start in the background. Must be called inside a tokio runtime. The screens show all
    /// failures, and the user can correct them there.
    pub async fn open(options: Options, journal: Journal) -> Self {
        let desk = Self::bare(options, journal, None);
        let kept = desk.0.keeper.read(|it| it.service.clone());
        let chosen = match &kept {
            None => return desk,
            Some(SelectedService::BuiltIn) => desk.use_built_in().await,
            Some(SelectedService::Remote { url, key_place }) => {
                desk.use_kept(url, *key_place).await
            }
        };
        if let (Some(service), Err(failure)) = (kept, chosen) {
            event!(warn, LogMessage::ServiceNotResumed, failure = ?failure.said());
            desk.show_unusable(&service, failure);
            *lock(&desk.0.service.owes_sessions) = Some(service);
            // Does not write into another process's log.
            if desk.0.options.holder().is_none() {
                desk.keep_journal();
            }
            return desk;
        }
        desk.go_on();
        desk
    }

    /// Opens the desk for the sessions of a configuration file, which screens can watch but not
    /// remove. Other sessions that were started in the screens are resumed. Must be called inside a
    /// tokio runtime.
    pub fn configured(
        config: Config,
        file: &Path,
        options: Options,
        journal: Journal,
    ) -> Result<Self, Box<StartError>> {
        let desk = Self::bare(options, journal, Some(file.to_owned()));
        let (data, url, sessions) =
            (config.data.clone(), config.service.url.clone(), config.sessions.clone());
        let bridge = Bridge::start(config)?;
        // Only after the folder is locked for this bridge.
        desk.keep_journal();
        let client = bridge.client();
        desk.set_connected(ConnectedService {
            kind: ServiceKind::Configured,
            url,
            library: Library::new(client.clone(), &data),
            client,
            key_place: None,
            built_in: None,
        });
        for session in &sessions {
            let room = DeskSession::new(
                desk.news(),
                start_of(session),
                &session.project,
                &bridge,
                session,
            );
            desk.rooms().insert(session.name.clone(), room);
        }
        desk.watch_bridge(&bridge);
        if let Ok(mut place) = desk.0.sessions.bridge.try_lock() {
            *place = Some(bridge);
        }
        desk.go_on();
        Ok(desk)
    }

    /// Starts the sessions that were running at the end of the last run, unless the settings
    /// disable this. Their preparations run concurrently, and they start in their order.
    pub(crate) fn go_on(&self) {
        if !self.0.keeper.read(|it| it.settings.resume_sessions) {
            return;
        }
        let desk = self.clone();
        tokio::spawn(async move {
            let service = || desk.connected().ok().map(|(.., url)| url);
            let own = service();
            let sessions = desk.0.keeper.read(|it| it.sessions.clone());
            let preparing =
                sessions.into_iter().map(async |it| (it.project.clone(), desk.prepared(it).await));
            let mut prepared: FuturesOrdered<_> = preparing.collect();
            while let Some((project, prepared)) = prepared.next().await {
                if service() != own {
                    return;
                }
                let begun = match prepared {
                    Ok(it) => desk.begin(it).await.map(drop),
                    Err(failure) => Err(failure),
                };
                if let Err(failure) = begun {
                    event!(warn, LogMessage::SessionNotResumed, project, failure = ?failure.said());
                }
            }
        });
    }

    /// Requests the state of the service, and the names of the configured sessions' projects, when
    /// the first screen is opened.
    pub(crate) async fn get_to_know(self) {
        self.examine_service().await;
        let Ok((client, ..)) = self.connected() else { return };
        let sessions: Vec<_> = {
            let rooms = self.rooms();
            let configured = rooms.iter().filter(|(_, room)| room.is_configured);
            configured.map(|(name, room)| (name.clone(), room.start.project.clone())).collect()
        };
        for (name, project) in sessions {
            if let Ok(project) = client.project(&project).await
                && let Some(room) = self.rooms().get_mut(&name)
            {
                room.project_name = project.display_name.unwrap_or(project.name);
            }
        }
        self.tell();
    }

    /// Requests the state of the service every few seconds, while a screen is open.
    pub(crate) fn look_after(&self) {
        let weak = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK_EVERY).await;
                let Some(desk) = weak.upgrade().map(Desk) else { return };
                if desk.0.news.is_heard() {
                    desk.look_after_service().await;
                }
            }
        });
    }

    /// Stores the event log in the data folder, after the folder is locked for this desk.
    pub(crate) fn keep_journal(&self) {
        if self.0.keeps_journal.swap(true, Ordering::Relaxed) {
            return;
        }
        if let Err(error) = self.0.journal.keep_in(&self.0.options.data) {
            event!(warn, LogMessage::LogNotKept, error = ?Message::system(&error));
        }
        let (version, process) = (env!("CARGO_PKG_VERSION"), std::process::id());
        event!(info, LogMessage::Started, version, process);
    }

    /// The messages for screens.
    pub(crate) fn news(&self) -> Option<ChangeNotifier> {
        self.0.options.has_screens.then(|| self.0.news.clone())
    }

    fn bare(options: Options, journal: Journal, configuration: Option<PathBuf>) -> Self {
        let keychain = Keychain::new(&options.data, options.keychain);
        let desk = Self(Arc::new(Inner {
            keeper: StateFile::open(options.settings.clone()),
            keychain,
            journal,
            keeps_journal: AtomicBool::new(false),
            service: ServiceInUse::new(),
            sessions: RunningSessions { configuration, ..RunningSessions::default() },
            projects: OpenProjects::default(),
            alerts: Alerts::new(),
            wire_log: WireLog::default(),
            recordings: OpenRecordings::default(),
            news: ChangeNotifier::new(),
            options,
        }));
        desk.watch_sessions();
        desk
    }

    /// Passes on the bridge's status.
    pub(crate) fn watch_bridge(&self, bridge: &Bridge) {
        let (mut status, desk) = (bridge.status(), Arc::downgrade(&self.0));
        tokio::spawn(async move {
            loop {
                let now = status.borrow_and_update().clone();
                let Some(desk) = desk.upgrade().map(Desk) else { return };
                desk.0.sessions.board.send_replace(now);
                desk.tell();
                drop(desk);
                if status.changed().await.is_err() {
                    return;
                }
            }
        });
    }
}

/// The command with which a screen would have started a configured session.
fn start_of(session: &SessionConfig) -> StartSession {
    StartSession {
        project: session.project.clone(),
        endpoint: session.endpoint.to_string(),
        interval_ms: session.interval.as_secs_f64() * 1000.0,
        tags: Some(session.tags.clone()),
        take_over: session.take_over,
        tag_list: session.link.tag_list.map(TagList::from),
        groups: Some(crate::rates::groups_of(session)),
        cause_set: ReadCauses::of(&session.cause_set),
        triggers: Some(session.triggers.iter().map(crate::triggers::written).collect()),
    }
}

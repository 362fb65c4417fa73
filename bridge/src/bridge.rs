//! The interface of this crate for desk, fleet and the command line: starts, controls and stops sessions.

mod running;

use std::{path::PathBuf, sync::Arc, time::Duration};

use futures::future::{OptionFuture, join_all};
use tagbridge_driver::{Driver, EndpointError, Traffic};
use tagbridge_mirror::Mirror;
use tagbridge_naming::{Named, Naming};
use tagbridge_recording::RecordingLimits;
use tagbridge_texts::Coded;
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use self::running::{Running, Task};
use crate::{
    broker,
    client::{Client, ClientError},
    config::{Config, KeySource, OutboxConfig, SecretError, SessionConfig},
    deadband::Deadband,
    device::{self, DeviceError},
    last_read::LastRead,
    log_message::{LogMessage, event},
    mirror_feed::MirrorFeed,
    outbox::{Outbox, OutboxError, OutboxFile},
    password_driver::driver,
    sequencer::{Pace, Sequencer},
    session::{Command, ControllerCheck, Lanes, Session, SessionOutputs, What},
    snapshot::LiveView,
    source::NameUpdater,
    status::{BridgeStatus, SessionStatusEntry, SessionView},
    status_file::StatusWriter,
    tag_list::TagList,
    uplink::{UplinkFiles, Uploader, Waits, shared_push_interval},
};

/// Size of the queue of commands for a session that is busy with its controller.
const COMMANDS: usize = 16;

/// The running sessions: those of the configuration, and those that were added later.
///
/// Dropping a bridge aborts the sessions; [`stop`](Bridge::stop) ends them in order. Stored
/// snapshots are kept in both cases.
pub struct Bridge {
    surroundings: SharedSettings,
    sessions: Vec<Running>,
    /// Writes the status for other processes of this computer.
    poster: StatusWriter,
}

/// The data that all sessions share.
struct SharedSettings {
    client: Client,
    key: KeySource,
    push_interval: Duration,
    data: PathBuf,
    outbox: OutboxConfig,
    /// Whether this program generated the device id and stores it in the data folder.
    names_device: bool,
    board: watch::Sender<BridgeStatus>,
    /// The limits of recordings; `None`: nothing is recorded.
    recording: Option<RecordingLimits>,
    /// The publisher to the MQTT broker, in addition to the service.
    mirror: Option<Mirror>,
}

/// Why a bridge cannot start.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "start")]
pub enum StartError {
    /// The key of the service cannot be read.
    #[coded(transparent)]
    Key(#[from] SecretError),
    /// The HTTP client cannot be created.
    #[coded(transparent)]
    Client(#[from] ClientError),
    /// The device id in the data folder cannot be read or written.
    #[coded(transparent)]
    Device(#[from] DeviceError),
    /// The endpoint of a session is invalid.
    Endpoint {
        /// The name of the session.
        session: String,
        /// What is wrong.
        source: EndpointError,
    },
    /// A session's outbox cannot be used.
    Outbox {
        /// The name of the session.
        session: String,
        /// The error of the outbox.
        source: OutboxError,
    },
    /// A session with this name is already running.
    Running {
        /// The name.
        session: String,
    },
}

impl Bridge {
    /// Starts all sessions. It waits for the disk, but for no controller and no service. It must be
    /// called in a tokio runtime.
    pub fn start(config: Config) -> Result<Self, StartError> {
        let drivers = config.sessions.iter().map(driver).collect::<Result<_, _>>()?;
        Self::with_drivers(config, drivers)
    }

    fn with_drivers(config: Config, drivers: Vec<Arc<dyn Driver>>) -> Result<Self, StartError> {
        let key = config.service.key;
        let client = Client::new(&config.service.url, &key.read()?, config.service.pki.as_deref())?;
        let names_device = config.device_id.is_none();
        let device_id = match config.device_id {
            Some(id) => id,
            None => device::id(&config.data)?,
        };
        let board = watch::Sender::new(BridgeStatus { device_id, ..BridgeStatus::default() });
        let push_interval =
            shared_push_interval(config.service.push_interval, config.sessions.len());
        let (data, outbox, recording) = (config.data, config.outbox, config.recording);
        let mirror = config.mqtt.map(|it| broker::start(&it, &data, board.clone()));
        let poster = StatusWriter::start(&data, &config.service.url, board.subscribe());
        let surroundings = SharedSettings {
            client,
            key,
            push_interval,
            data,
            outbox,
            names_device,
            board,
            recording,
            mirror,
        };
        let mut outboxes = Vec::new();
        for it in &config.sessions {
            outboxes.push(surroundings.open(it)?);
        }
        let sessions = config.sessions.into_iter().zip(drivers).zip(outboxes);
        let sessions =
            sessions.map(|((it, driver), outbox)| surroundings.start(it, driver, outbox));
        Ok(Self { sessions: sessions.collect(), surroundings, poster })
    }

    /// Starts a further session.
    pub fn add(&mut self, session: SessionConfig) -> Result<(), StartError> {
        let driver = driver(&session)?;
        self.add_with(session, driver)
    }

    fn add_with(
        &mut self,
        session: SessionConfig,
        driver: Arc<dyn Driver>,
    ) -> Result<(), StartError> {
        if self.session(&session.name).is_some() {
            return Err(StartError::Running { session: session.name });
        }
        let outbox = self.surroundings.open(&session)?;
        let sessions = self.sessions.len() + 1;
        self.surroundings.push_interval =
            shared_push_interval(self.surroundings.push_interval, sessions);
        self.sessions.push(self.surroundings.start(session, driver, outbox));
        Ok(())
    }

    /// Removes a session; returns `None` if there is no session with this name. The returned future
    /// ends the session in order, as [`stop`](Bridge::stop) does, and then returns its last status.
    /// Until then the session is listed in the status.
    pub fn remove(
        &mut self,
        session: &str,
    ) -> Option<impl Future<Output = Option<SessionView>> + Send + use<>> {
        let place = self.sessions.iter().position(|it| it.name == session)?;
        let running = self.sessions.remove(place);
        Some(async move {
            let line = running.line.clone();
            let outbox = running.outbox.clone();
            running.end().await;
            // Snapshots that the last push delivered are no longer in the outbox.
            let outbox = outbox.status().borrow().clone();
            line.update(|view| view.outbox = outbox);
            line.remove()
        })
    }

    /// The status of all sessions; the receiver always has the latest.
    pub fn status(&self) -> watch::Receiver<BridgeStatus> {
        self.surroundings.board.subscribe()
    }

    /// The client of the service, with the key and the rate limit that the sessions use.
    pub fn client(&self) -> Client {
        self.surroundings.client.clone()
    }

    /// The newest values of the session with this name.
    pub fn values(&self, session: &str) -> Option<watch::Receiver<Option<Arc<LiveView>>>> {
        self.session(session).map(|it| it.values.clone())
    }

    /// The names of the tags that consumers request from the session with this name.
    pub fn requested(&self, session: &str) -> Option<watch::Receiver<Arc<[String]>>> {
        self.session(session).map(|it| it.requested.clone())
    }

    /// The names by which the controller of the session with this name is read.
    pub fn naming(&self, session: &str) -> Option<watch::Receiver<Naming>> {
        self.session(session).map(|it| it.naming.clone())
    }

    /// The communication log between the session with this name and its controller; `None`: the
    /// driver has no log.
    pub fn traffic(&self, session: &str) -> Option<Arc<Traffic>> {
        self.session(session)?.traffic.clone()
    }

    /// Stops reading the controller of a session until [`resume`](Bridge::resume). Returns whether
    /// there is a session with this name.
    pub async fn pause(&self, session: &str) -> bool {
        self.tell(session, Command::Pause).await
    }

    /// Continues to read the controller of a session. Returns whether there is a session with this name.
    pub async fn resume(&self, session: &str) -> bool {
        self.tell(session, Command::Resume).await
    }

    /// Connects to the controller of a session now instead of after the pause. Returns whether
    /// there is a session with this name.
    pub async fn try_now(&self, session: &str) -> bool {
        self.tell(session, Command::TryNow).await
    }

    /// Accepts the device at the address of a session, although the device or its program was
    /// replaced. Returns whether there is a session with this name.
    pub async fn accept_controller(&self, session: &str) -> bool {
        if let Some(it) = self.session(session) {
            it.named.accept_program();
        }
        self.tell(session, Command::AcceptController).await
    }

    /// Ends all sessions in order: disconnects from the controllers, delivers for a few seconds,
    /// sends the end of the sessions to the service, and closes the outboxes.
    pub async fn stop(self) {
        let began = Instant::now();
        let sessions = join_all(self.sessions.into_iter().map(Running::end));
        // The mirror disconnects from its broker while the sessions deliver.
        futures::join!(sessions, OptionFuture::from(self.surroundings.mirror.map(Mirror::end)));
        self.poster.end().await;
        event!(info, LogMessage::Stopped, took_ms = began.elapsed().as_millis());
    }

    fn session(&self, name: &str) -> Option<&Running> {
        self.sessions.iter().find(|it| it.name == name)
    }

    async fn tell(&self, session: &str, command: Command) -> bool {
        match self.session(session) {
            Some(it) => it.commands.send(command).await.is_ok(),
            None => false,
        }
    }
}

impl SharedSettings {
    fn open(&self, config: &SessionConfig) -> Result<Outbox, StartError> {
        let file = OutboxFile::of(&self.data, &config.name);
        Outbox::open(&file.path, &config.project, self.outbox.into())
            .map_err(|source| StartError::Outbox { session: config.name.clone(), source })
    }

    fn start(&self, config: SessionConfig, driver: Arc<dyn Driver>, outbox: Outbox) -> Running {
        let span = tracing::info_span!(
            "session",
            name = config.name,
            project = config.project,
            controller = %config.endpoint
        );
        let line = SessionStatusEntry::new(self.board.clone(), SessionView::of(&config));
        let outbox_status = outbox.status().borrow().clone();
        line.update(|view| view.outbox = outbox_status);
        let recording = self.recording.and_then(|limits| {
            span.in_scope(|| running::recorder(&self.data, &config, limits, line.clone()))
        });
        let (recorder, feed) = recording.unzip();
        let (publish, naming) = watch::channel(Naming::default());
        let client = (self.client.clone(), self.push_interval);
        let keeper = NameUpdater::new(&config, client, &self.data, publish, line.clone());
        let causes = keeper.causes();
        let named = Arc::new(Named::new(driver, naming.clone()));
        let driver: Arc<dyn Driver> = Arc::clone(&named) as _;
        let beside: Arc<dyn Driver> = Arc::new(named.beside());
        let traffic = driver.traffic();
        let pace = Pace {
            interval: config.interval,
            max_requests_per_second: config.max_requests_per_second,
            accept_replaced: config.accept_replaced_controller,
        };
        let lanes = Lanes::new(&beside, &config.link, &pace, &config.groups);
        let tags = TagList::new(config.normal(), config.groups, config.max_tags);
        let now = Instant::now().into_std();
        let last_read = LastRead::of(&self.data, &config.name, config.endpoint.to_string());
        let sequencer = Sequencer::new(pace, tags.set().is_empty(), rand::random(), now);
        let (publish, values) = watch::channel(None);
        let (ask, requested) = watch::channel(Arc::default());
        let (commands, inbox) = mpsc::channel(COMMANDS);
        let known_run = Arc::default();
        let mirror = self.mirror.as_ref();
        let mirrored =
            MirrorFeed::of(mirror, &config.name, &config.project, Arc::clone(&known_run));
        let board = SessionOutputs {
            values: publish,
            requested: ask,
            status: line.clone(),
            mirrored,
            recorded: feed,
        };
        let whose = ControllerCheck::new(naming.clone(), config.accept_other_controller);
        let deadband = Deadband::new(config.deadband);
        let what = What { tags, lanes, deadband, last_read, whose, causes };
        let session = Session::new(driver, config.link, sequencer, what, outbox.clone(), board);
        let places = UplinkFiles {
            device: self.names_device.then(|| self.data.clone()),
            runs: self.data.join(format!("{}.runs", config.name)),
        };
        let uploader = Uploader {
            client: self.client.clone(),
            key: self.key.clone(),
            project: config.project,
            places,
            take_over: config.take_over,
            known_run,
            interval: self.push_interval,
            waits: Waits::default(),
            seed: rand::random(),
            outbox: outbox.clone(),
            values: values.clone(),
            session: commands.clone(),
            status: line.clone(),
        };
        let (reading, delivering) = (CancellationToken::new(), CancellationToken::new());
        let read = Task::start(span.clone(), session.run(inbox, reading.clone()), reading);
        let deliver = Task::start(span.clone(), uploader.run(delivering.clone()), delivering);
        let keep = Task::start(span, keeper.run(Arc::clone(&named)), CancellationToken::new());
        let name = config.name;
        Running {
            name,
            values,
            requested,
            naming,
            named,
            traffic,
            commands,
            line,
            outbox,
            read,
            deliver,
            recorder,
            keep,
        }
    }
}

#[cfg(test)]
mod tests;

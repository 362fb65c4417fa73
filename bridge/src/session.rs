//! One task for each controller: executes the steps of the sequencer, and reports the results to it.
//!
//! A consumer never sees the last good value of a disconnected controller: the loss of the
//! connection is a snapshot, too.

mod commands;
mod controller_check;
mod identify_device;
mod lane;
mod lanes;
mod record;
mod show_status;
mod time_limit;
mod unreadable_tags;

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures::FutureExt;
use tagbridge_api::Timestamp;
use tagbridge_driver::{
    AnswerCount, Connection, Driver, Identity, LinkError, LinkOptions, LinkStep, Logins,
};
use tagbridge_texts::{Coded, Message};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};
use tracing::Instrument;

use self::time_limit::{broken, connect_limit, disconnect, scan_limit, within, within_time_limit};
pub(crate) use self::{controller_check::ControllerCheck, lanes::Lanes};
use crate::{
    deadband::Deadband,
    last_read::LastRead,
    log_message::{LogMessage, event},
    mirror_feed::MirrorFeed,
    outbox::Outbox,
    recorder::RecorderFeed,
    retired_groups::RetiredGroups,
    scan_punctuality::ScanPunctuality,
    scan_times::ScanTimes,
    sequencer::{Event, Sequencer, Step},
    snapshot::{LiveView, ScanStart, SnapshotRecorder},
    status::{SessionNote, SessionStatus, SessionStatusEntry},
    tag_list::{TagList, TagRequests},
};

/// Commands to a session.
#[derive(Debug)]
pub(crate) enum Command {
    /// The current list of requested tags.
    Requested(TagRequests),
    /// A stored snapshot will never be delivered: the next snapshot has all tags.
    RequireComplete,
    /// Stop reading the controller.
    Pause,
    /// Resume.
    Resume,
    /// Accept the other device at the address.
    AcceptController,
    /// Make the next attempt now.
    TryNow,
}

/// What a session reads, and how often.
pub(crate) struct What {
    /// The tags by rate group.
    pub(crate) tags: TagList,
    /// The readers of the other groups.
    pub(crate) lanes: Lanes,
    /// The differences that count as unchanged.
    pub(crate) deadband: Deadband,
    /// The device that was read last.
    pub(crate) last_read: LastRead,
    /// The project's controller.
    pub(crate) whose: ControllerCheck,
    /// The tags that explain others, as the project in use has them.
    pub(crate) causes: watch::Receiver<Arc<[String]>>,
}

/// The outputs of a session.
pub(crate) struct SessionOutputs {
    /// The newest values.
    pub(crate) values: watch::Sender<Option<Arc<LiveView>>>,
    /// The names of the requested tags.
    pub(crate) requested: watch::Sender<Arc<[String]>>,
    /// Its status.
    pub(crate) status: SessionStatusEntry,
    /// The feed of the MQTT broker, in addition to the service.
    pub(crate) mirrored: Option<MirrorFeed>,
    /// The feed of its recorder.
    pub(crate) recorded: Option<RecorderFeed>,
}

/// A failure, and what the user can do.
#[derive(Debug, Clone, Default)]
struct SessionFailure {
    cause: Message,
    remedy: Message,
    wants_login: bool,
}

/// The task of one controller.
pub(crate) struct Session {
    driver: Arc<dyn Driver>,
    link: LinkOptions,
    sequencer: Sequencer,
    tags: TagList,
    outbox: Outbox,
    status: SessionStatusEntry,
    values: watch::Sender<Option<Arc<LiveView>>>,
    requested: watch::Sender<Arc<[String]>>,
    mirrored: Option<MirrorFeed>,
    recorded: Option<RecorderFeed>,
    connection: Option<Box<dyn Connection>>,
    identity: Option<Identity>,
    lanes: Lanes,
    deadband: Deadband,
    last_read: LastRead,
    whose: ControllerCheck,
    causes: watch::Receiver<Arc<[String]>>,
    recorder: SnapshotRecorder,
    retired: RetiredGroups,
    times: ScanTimes,
    kept_pace: ScanPunctuality,
    logins: Logins,
    /// The last failure.
    trouble: SessionFailure,
    /// Whether consumers already know that there is no connection.
    absence_told: bool,
    live_since: Option<Timestamp>,
    /// Whether the connection has delivered values.
    has_values: bool,
    /// The largest number of unreadable tags that was logged since the connection was established.
    unreadable_logged: usize,
}

impl Session {
    pub(crate) fn new(
        driver: Arc<dyn Driver>,
        link: LinkOptions,
        sequencer: Sequencer,
        what: What,
        outbox: Outbox,
        board: SessionOutputs,
    ) -> Self {
        let What { tags, lanes, deadband, last_read, whose, causes } = what;
        let sequencer = sequencer.set_last_device(last_read.device().cloned());
        let SessionOutputs { values, requested, status, mirrored, recorded } = board;
        Self {
            driver,
            link,
            sequencer,
            tags,
            outbox,
            status,
            values,
            requested,
            mirrored,
            recorded,
            connection: None,
            identity: None,
            lanes,
            deadband,
            last_read,
            whose,
            causes,
            recorder: SnapshotRecorder::default(),
            retired: RetiredGroups::default(),
            times: ScanTimes::default(),
            kept_pace: ScanPunctuality::default(),
            logins: Logins::default(),
            trouble: SessionFailure::default(),
            absence_told: false,
            live_since: None,
            has_values: false,
            unreadable_logged: 0,
        }
    }

    /// Runs until `stop`; then disconnects from the controller. After a panic the session is not
    /// shown as live.
    pub(crate) async fn run(self, commands: mpsc::Receiver<Command>, stop: CancellationToken) {
        let status = self.status.clone();
        if AssertUnwindSafe(self.follow(commands, stop)).catch_unwind().await.is_err() {
            event!(error, LogMessage::SessionBroken);
            let cause = SessionNote::BrokenOff.message();
            status.update(|it| it.status = SessionStatus::Stopped { cause });
        }
    }

    async fn follow(mut self, mut commands: mpsc::Receiver<Command>, stop: CancellationToken) {
        self.lanes.start(&stop);
        loop {
            if stop.is_cancelled() {
                self.tell(Event::Stop);
            }
            let overdue = self.overdue_at();
            match self.sequencer.poll(Instant::now().into_std()) {
                Step::Connect { attempt } => self.connect(attempt, &stop).await,
                Step::Scan => {
                    self.scan(&stop).await;
                    // If a scan lasts as long as its interval, there is no wait in which commands
                    // would be received.
                    if let Ok(command) = commands.try_recv() {
                        self.obey(command).await;
                    }
                    if self.whose.has_changed() {
                        self.compare_again();
                    }
                    if self.causes.has_changed().unwrap_or(false) {
                        self.explain().await;
                    }
                }
                Step::KeepAlive => self.keep_alive(&stop).await,
                Step::Wait { until } => {
                    let until = Instant::from_std(until);
                    self.show_waiting(until);
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = sleep_until(until) => {}
                        heard = self.lanes.hear(overdue) => self.heard(heard).await,
                        Some(command) = commands.recv() => self.obey(command).await,
                        () = self.whose.changed() => self.compare_again(),
                        Ok(()) = self.causes.changed() => self.explain().await,
                    }
                }
                Step::Idle => {
                    self.show_halt();
                    tokio::select! {
                        () = stop.cancelled() => {}
                        heard = self.lanes.hear(overdue) => self.heard(heard).await,
                        Some(command) = commands.recv() => self.obey(command).await,
                        () = self.whose.changed() => self.compare_again(),
                        Ok(()) = self.causes.changed() => self.explain().await,
                    }
                }
                Step::Close => {
                    self.close().await;
                    if !stop.is_cancelled() {
                        self.record_absence().await;
                    }
                }
                Step::Stopped => break,
            }
        }
        self.lanes.end().await;
        self.status.update(|it| {
            it.status = SessionStatus::Stopped { cause: SessionNote::EndedAsAsked.message() };
        });
    }

    async fn connect(&mut self, attempt: u32, stop: &CancellationToken) {
        let is_refused = self.sequencer.is_refusing();
        if !is_refused {
            self.status.update(|it| it.status = SessionStatus::Connecting { attempt });
        }
        let limit = connect_limit(&self.link);
        let outcome = tokio::select! {
            outcome = within_time_limit(limit, LinkStep::OpenConnection, self.driver.connect()) => outcome,
            () = stop.cancelled() => return,
        };
        match outcome {
            Ok(connection) => self.meet(connection).await,
            Err(error) if self.logins.refused(&error) => {
                self.lost(&error, Event::LoginRefused).await;
            }
            Err(error) => self.lost(&error, Event::of_attempt(&error)).await,
        }
    }

    async fn scan(&mut self, stop: &CancellationToken) {
        let Some(mut connection) = self.connection.take() else {
            return self.tell(Event::LinkLost);
        };
        let began = ScanStart::now();
        let (tags, stop) = (self.tags.set().clone(), stop.clone());
        let asked = tags.clone();
        // In a separate task: it continues while the values of another group are stored.
        let reading = async move {
            let read = connection.read(&asked);
            let limit = scan_limit(asked.len());
            let outcome = within(limit, LinkStep::Read, read, &stop).await;
            (outcome, Instant::now(), connection)
        };
        let mut reading = AbortOnDropHandle::new(tokio::spawn(reading.in_current_span()));
        let ended = loop {
            let overdue = self.overdue_at();
            tokio::select! {
                ended = &mut reading => break ended,
                // The other groups do not wait for this scan.
                heard = self.lanes.hear(overdue) => self.heard(heard).await,
            }
        };
        let Ok((outcome, ended, connection)) = ended else {
            return self.lost(&broken(LinkStep::Read), Event::LinkLost).await;
        };
        match outcome {
            Some(Ok(scan)) if scan.answers.len() == tags.len() => {
                self.connection = Some(connection);
                let duration_ms = began.millis_until(ended.into_std());
                let round_trips = scan.round_trips.saturating_add(scan.learning);
                // The recorded values are valid until the next scan.
                self.tell(Event::ScanDone { round_trips });
                self.lanes.set_own_interval(self.sequencer.interval());
                self.record_scan(0, &scan, began, duration_ms).await;
                self.times.add(duration_ms);
                self.kept_pace.add(began.at, self.sequencer.missed());
                self.show_scan(scan.round_trips, duration_ms);
                self.show_groups();
                self.show_attention();
            }
            Some(Ok(scan)) => {
                let error = LinkError::Protocol {
                    doing: LinkStep::Read,
                    why: AnswerCount { answers: scan.answers.len(), tags: tags.len() }.message(),
                };
                self.lost(&error, Event::LinkLost).await;
            }
            Some(Err(error)) => self.lost(&error, Event::LinkLost).await,
            None => self.tell(Event::LinkLost),
        }
    }

    async fn keep_alive(&mut self, stop: &CancellationToken) {
        let Some(mut connection) = self.connection.take() else {
            return self.tell(Event::LinkLost);
        };
        let limit = self.link.request_timeout * 2;
        let alive = within(limit, LinkStep::KeepAlive, connection.keep_alive(), stop).await;
        match alive {
            Some(Ok(mode)) => {
                self.connection = Some(connection);
                self.show_mode(mode);
                self.tell(Event::KeptAlive);
            }
            Some(Err(error)) => self.lost(&error, Event::LinkLost).await,
            None => self.tell(Event::LinkLost),
        }
    }

    async fn close(&mut self) {
        self.live_since = None;
        self.assign_lanes();
        let cause = SessionNote::ClosedOnPurpose.message();
        self.trouble = SessionFailure { cause, ..SessionFailure::default() };
        if let Some(connection) = self.connection.take() {
            disconnect(connection).await;
        }
    }

    async fn lost(&mut self, error: &LinkError, event: Event) {
        self.connection = None;
        let was_live = self.live_since.take().is_some();
        self.assign_lanes();
        let remedy = match error {
            // The controller spoke the protocol and accepted the connection until now.
            LinkError::Closed { .. } if was_live => SessionNote::RetriedByItself.message(),
            _ => error.remedy(),
        };
        let wants_login = error.wants_login() || matches!(event, Event::LoginRefused);
        let cause = error.message();
        // Repeated attempts with the same cause are logged once.
        if was_live || self.trouble.cause != cause {
            event!(warn, LogMessage::ControllerUnreadable, ?cause);
        }
        self.trouble = SessionFailure { cause, remedy, wants_login };
        self.tell(event);
        self.record_absence().await;
    }

    fn tell(&mut self, event: Event) {
        self.sequencer.handle(event, Instant::now().into_std());
    }
}

#[cfg(test)]
mod tests;

//! Reads one rate group over its own connection, so that groups do not wait for each other.
//!
//! A lane does not use the outbox or the status: it reads its assigned tags, and reports the scans
//! to the session. The session's own connection determines whether there is a controller, and
//! which; without it a lane pauses.

use std::sync::Arc;

use tagbridge_driver::{
    AnswerCount, Connection, Device, Driver, LinkError, LinkOptions, LinkStep, Scan, TagSet,
};
use tagbridge_texts::{Coded, Message};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use super::time_limit::{connect_limit, disconnect, scan_limit, within};
use crate::{
    sequencer::{Event, Sequencer, Step},
    snapshot::ScanStart,
    status::{Replaced, ScanView},
};

/// The assignment of a lane.
#[derive(Debug, Clone)]
pub(super) struct LaneAssignment {
    /// The tags of its group.
    pub(super) tags: TagSet,
    /// The controller with these tags; `None`: pause.
    pub(super) device: Option<Device>,
    /// Number of readers of the controller.
    pub(super) sharing: u32,
    /// The number of the session's connection for which this is valid.
    pub(super) epoch: u64,
}

/// The result of a scan, or why it failed.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) group: usize,
    pub(super) duty: LaneAssignment,
    pub(super) outcome: Result<Box<Read>, Message>,
}

/// A scan of a group.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) scan: Scan,
    pub(super) began: ScanStart,
    pub(super) duration_ms: f64,
    pub(super) interval: std::time::Duration,
    pub(super) missed: u64,
}

impl Read {
    /// Updates the shown state of the group.
    pub(super) fn show(&self, view: &mut ScanView) {
        view.count += 1;
        view.last_ms = Some(self.duration_ms);
        view.round_trips = self.scan.round_trips;
        view.interval_ms = self.interval.as_secs_f64() * 1000.0;
        view.missed = self.missed;
    }
}

/// One rate group with its own connection.
pub(super) struct Lane {
    pub(super) group: usize,
    pub(super) driver: Arc<dyn Driver>,
    pub(super) link: LinkOptions,
    pub(super) sequencer: Sequencer,
    pub(super) duties: watch::Receiver<LaneAssignment>,
    pub(super) reports: mpsc::Sender<Report>,
    pub(super) connection: Option<Box<dyn Connection>>,
    /// The number of the session's connection during which this one was opened.
    pub(super) epoch: u64,
}

impl Lane {
    /// Reads until `stop`; then disconnects.
    pub(super) async fn run(mut self, stop: CancellationToken) {
        loop {
            let duty = self.duties.borrow_and_update().clone();
            // During a scan the session may have lost the controller and found another one.
            let is_former = self.connection.is_some() && self.epoch != duty.epoch;
            if stop.is_cancelled() {
                self.tell(Event::Stop);
            } else if duty.device.is_none() || duty.tags.is_empty() || is_former {
                self.tell(Event::Pause);
            } else {
                self.tell(Event::Shared(duty.sharing));
                self.tell(Event::Resume);
            }
            match self.sequencer.poll(Instant::now().into_std()) {
                Step::Connect { .. } => self.connect(duty, &stop).await,
                Step::Scan => self.scan(duty, &stop).await,
                Step::KeepAlive => self.keep_alive(duty, &stop).await,
                Step::Wait { until } => tokio::select! {
                    () = stop.cancelled() => {}
                    () = sleep_until(Instant::from_std(until)) => {}
                    changed = self.duties.changed() => self.assignment_changed(changed.is_ok()),
                },
                Step::Idle => tokio::select! {
                    () = stop.cancelled() => {}
                    changed = self.duties.changed() => self.assignment_changed(changed.is_ok()),
                },
                Step::Close => {
                    if let Some(connection) = self.connection.take() {
                        disconnect(connection).await;
                    }
                }
                Step::Stopped => return,
            }
        }
    }

    /// The assignment changed, or the session has ended.
    fn assignment_changed(&mut self, has_session: bool) {
        if !has_session {
            self.tell(Event::Stop);
        }
    }

    async fn connect(&mut self, duty: LaneAssignment, stop: &CancellationToken) {
        let limit = connect_limit(&self.link);
        let Some(outcome) =
            within(limit, LinkStep::OpenConnection, self.driver.connect(), stop).await
        else {
            return self.tell(Event::ConnectFailed);
        };
        match outcome {
            Ok(connection) => {
                let found = connection.identity().device();
                if let Some(expected) = duty.device.as_ref().filter(|it| **it != found) {
                    let replaced = Replaced::between(&found, expected).message();
                    // A controller has few connections, and would hold this one until its time-out.
                    disconnect(connection).await;
                    return self.failed(duty, replaced, Event::ConnectFailed).await;
                }
                self.tell(Event::Connected(found));
                (self.connection, self.epoch) = (Some(connection), duty.epoch);
            }
            Err(error) => {
                let event = match &error {
                    it if it.wants_login() => Event::LoginRefused,
                    it => Event::of_attempt(it),
                };
                self.failed(duty, error.message(), event).await;
            }
        }
    }

    async fn scan(&mut self, duty: LaneAssignment, stop: &CancellationToken) {
        let Some(mut connection) = self.connection.take() else {
            return self.tell(Event::LinkLost);
        };
        let began = ScanStart::now();
        let read = connection.read(&duty.tags);
        match within(scan_limit(duty.tags.len()), LinkStep::Read, read, stop).await {
            Some(Ok(scan)) if scan.answers.len() == duty.tags.len() => {
                self.connection = Some(connection);
                let ended = Instant::now().into_std();
                let round_trips = scan.round_trips.saturating_add(scan.learning);
                self.tell(Event::ScanDone { round_trips });
                let read = Box::new(Read {
                    duration_ms: began.millis_until(ended),
                    interval: self.sequencer.interval(),
                    missed: self.sequencer.missed(),
                    scan,
                    began,
                });
                self.report(duty, Ok(read)).await;
            }
            Some(Ok(scan)) => {
                let why = AnswerCount { answers: scan.answers.len(), tags: duty.tags.len() };
                let error = LinkError::Protocol { doing: LinkStep::Read, why: why.message() };
                self.failed(duty, error.message(), Event::LinkLost).await;
            }
            Some(Err(error)) => self.failed(duty, error.message(), Event::LinkLost).await,
            None => self.tell(Event::LinkLost),
        }
    }

    async fn keep_alive(&mut self, duty: LaneAssignment, stop: &CancellationToken) {
        let Some(mut connection) = self.connection.take() else {
            return self.tell(Event::LinkLost);
        };
        let limit = self.link.request_timeout * 2;
        match within(limit, LinkStep::KeepAlive, connection.keep_alive(), stop).await {
            Some(Ok(_)) => {
                self.connection = Some(connection);
                self.tell(Event::KeptAlive);
            }
            Some(Err(error)) => self.failed(duty, error.message(), Event::LinkLost).await,
            None => self.tell(Event::LinkLost),
        }
    }

    async fn failed(&mut self, duty: LaneAssignment, why: Message, event: Event) {
        self.connection = None;
        self.tell(event);
        self.report(duty, Err(why)).await;
    }

    /// The session always receives reports, except after its end.
    async fn report(&mut self, duty: LaneAssignment, outcome: Result<Box<Read>, Message>) {
        let _ended = self.reports.send(Report { group: self.group, duty, outcome }).await;
    }

    fn tell(&mut self, event: Event) {
        self.sequencer.handle(event, Instant::now().into_std());
    }
}

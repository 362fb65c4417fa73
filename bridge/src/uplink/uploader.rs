//! One task per session: delivers the outbox to the service, and receives the requested names.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
    time::Duration,
};

use futures::FutureExt;
use tagbridge_api::{
    Timestamp,
    hmi::push::{Push, Receipt},
};
use tagbridge_texts::{Coded, Message};
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        watch,
    },
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    PushBody, Waits,
    copies::Places,
    delivery::Delivery,
    journey::{Failure, Journey, Outcome},
    lineage::Lineage,
    skew::Skew,
};
use crate::{
    client::{BadAnswer, Client, Gate, UplinkError, UplinkRemedy},
    config::KeySource,
    logged::{Logged, event},
    outbox::Outbox,
    session::Command,
    snapshot::LiveView,
    status::{Line, ServiceState, ServiceTrouble, SessionNote},
};

/// Maximum time for the end of a session: delivering the outbox, and reporting the end to the
/// service.
const FAREWELL: Duration = Duration::from_secs(5);

/// Returns the push interval of sessions that share a key: each push is followed by a request for
/// the names, and all requests together stay within the rate limit.
pub(crate) fn stretched(push_interval: Duration, sessions: usize) -> Duration {
    let requests = u32::try_from(sessions).unwrap_or(u32::MAX).saturating_mul(2);
    push_interval.max(Gate::spacing().saturating_mul(requests))
}

/// The uploader of a session.
pub(crate) struct Uploader {
    pub(crate) client: Client,
    /// The place of the key, which may be replaced at any time.
    pub(crate) key: KeySource,
    pub(crate) project: String,
    /// The files with the device's id and with the runs that pushed the stream.
    pub(crate) places: Places,
    pub(crate) take_over: bool,
    /// The id of this run, after the service has confirmed the stream. Before that, no snapshots
    /// are published to a broker: a service that reads from it would have newer snapshots than this
    /// outbox.
    pub(crate) known_run: Arc<OnceLock<Uuid>>,
    pub(crate) interval: Duration,
    pub(crate) waits: Waits,
    pub(crate) seed: u64,
    pub(crate) outbox: Outbox,
    pub(crate) values: watch::Receiver<Option<Arc<LiveView>>>,
    pub(crate) session: mpsc::Sender<Command>,
    pub(crate) status: Line,
}

impl Uploader {
    /// Runs until `stop`. Then it delivers what it can within some seconds, and reports the end of
    /// the session.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let now = Instant::now();
        let mut journey = Journey {
            delivery: Delivery::new(
                (self.client.service(), &self.project),
                self.interval,
                self.waits,
                self.seed,
                now.into_std(),
            ),
            introduced: None,
            skew: Skew::default(),
            take_over: self.take_over,
            began: now,
            in_conflict: false,
            requests: None,
            revision: (None, 0),
            requests_due: now,
            incomplete: false,
            lineage: Lineage::new(self.places.runs.clone()),
            refused_key: None,
            was_refused: false,
            refused_at: None,
        };
        while !stop.is_cancelled() {
            let next = Instant::from_std(journey.delivery.next());
            tokio::select! {
                () = stop.cancelled() => break,
                () = sleep_until(next) => {}
                () = self.another_key(journey.refused_key.as_ref()) => {}
            }
            tokio::select! {
                polled = AssertUnwindSafe(self.poll(&mut journey)).catch_unwind() => {
                    if polled.is_err() {
                        self.broke(&mut journey);
                    }
                    self.show_outbox();
                }
                () = async { stop.cancelled().await; sleep(FAREWELL).await; } => {
                    return self.status.update(|it| it.service.state = ServiceState::Ended);
                }
            }
        }
        // If the end cannot be reported in time, the service detects it by the session's time to
        // live.
        let farewell = AssertUnwindSafe(self.farewell(&mut journey)).catch_unwind();
        let _late_or_broken = timeout(FAREWELL, farewell).await;
        self.show_outbox();
        self.status.update(|it| it.service.state = ServiceState::Ended);
    }

    async fn poll(&self, journey: &mut Journey) {
        let began = Instant::now();
        let key = self.client.key();
        journey.refused_key = None;
        let delivered = match self.deliver(journey).await {
            Err(Failure::Uplink(UplinkError::Copied(error))) => self.part(&error, journey).await,
            delivered => delivered,
        };
        if journey.incomplete {
            // A busy session receives it after the next push.
            let told = self.session.try_send(Command::RequireComplete);
            journey.incomplete = matches!(told, Err(TrySendError::Full(_)));
        }
        let now = Instant::now().into_std();
        match delivered {
            Ok(Outcome::Stored { more }) => {
                journey.take_over = false;
                journey.delivery.succeeded(began.into_std(), more, now);
                let (known, current) = journey.revision;
                if known != Some(current) && journey.requests_due <= began {
                    journey.requests_due = began + self.interval;
                    self.ask_requests(journey).await;
                }
            }
            Ok(Outcome::Again) => journey.delivery.again(now),
            Ok(Outcome::Silent) => journey.delivery.succeeded(began.into_std(), false, now),
            Err(Failure::Uplink(error)) => {
                journey.in_conflict = matches!(error, UplinkError::Conflict(_));
                let by_key =
                    matches!(error, UplinkError::Unauthorized(_) | UplinkError::Forbidden(_));
                journey.refused_key = by_key.then_some(key);
                let until = journey.delivery.failed(&error, began.into_std(), now);
                let remedy = match (&error, &self.key) {
                    // If no program set the key, it comes from a configuration file.
                    (UplinkError::Conflict(_), KeySource::Kept(_)) => {
                        UplinkRemedy::ConflictConfigured.message()
                    }
                    _ => error.remedy(),
                };
                self.waiting(error.trouble(), until, error.message(), remedy);
            }
            Err(Failure::Outbox(error)) => {
                let until = journey.delivery.failed_here(now);
                let remedy = UplinkRemedy::Disk.message();
                self.waiting(ServiceTrouble::Outbox, until, error.message(), remedy);
            }
        }
    }

    /// Reports an internal error; the next attempt may succeed. The stored snapshots wait.
    fn broke(&self, journey: &mut Journey) {
        event!(error, Logged::UploaderBroken);
        let until = journey.delivery.failed_here(Instant::now().into_std());
        let (cause, remedy) =
            (SessionNote::BrokenOff.message(), SessionNote::ReportFault.message());
        self.waiting(ServiceTrouble::Failing, until, cause, remedy);
    }

    /// Shows that the service accepts pushes.
    pub(super) fn note_success(&self, stored_through: Option<u64>) {
        self.status.update(|it| {
            if it.service.state != ServiceState::Ok {
                event!(info, Logged::PushTaken);
            }
            it.service.state = ServiceState::Ok;
            it.service.pushes += 1;
            it.service.last_push = Some(Timestamp::now());
            it.service.stored_through = stored_through;
        });
    }

    /// Whether the service accepts requests of this bridge.
    pub(super) async fn heartbeat(
        &self,
        stream_id: Uuid,
        journey: &mut Journey,
    ) -> Result<Receipt, Failure> {
        let body = PushBody::of(&self.frame(stream_id, None, journey), &[]);
        match self.push((0, &body), stream_id, journey).await {
            Ok(receipt) => Ok(receipt),
            Err(UplinkError::Rejected(envelope)) => {
                let error = envelope.to_string();
                Err(self.client.incompatible(BadAnswer::Refuses { error }).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Pushes one body, and records the information about the service in the receipt.
    pub(super) async fn push(
        &self,
        (snapshots, body): (usize, &PushBody),
        stream_id: Uuid,
        journey: &mut Journey,
    ) -> Result<Receipt, UplinkError> {
        let (receipt, took) = self.answer((snapshots, body), journey).await?;
        let received = journey.delivery.received((snapshots, body), stream_id, &receipt, took);
        received.map_err(|what| self.client.incompatible(what))?;
        journey.revision.1 = receipt.requests_revision;
        if journey.lineage.awaits_receipt() {
            journey.lineage.change(Lineage::received).await;
        }
        self.tell_of_a_copy(receipt.copied_at, journey);
        if let Some(arrived_later_ms) = receipt.skew_ms {
            let told = journey.skew.told_ms();
            journey.skew.observe(arrived_later_ms, body.sent_at.elapsed());
            let skew_ms = journey.skew.told_ms();
            if let (None, Some(skew_ms)) = (told, skew_ms) {
                event!(warn, Logged::ClocksDiffer, skew_ms);
            }
            if told != skew_ms {
                self.status.update(|it| it.service.skew_ms = skew_ms);
            }
        }
        Ok(receipt)
    }

    /// Passes the requested names to the session. A failure does not delay values.
    async fn ask_requests(&self, journey: &mut Journey) {
        let patience = journey.delivery.capacity().timeout(0, 0);
        let asked = self.client.requested_tags(&self.project, journey.requests.as_deref());
        let answer = timeout(patience, asked).await;
        match answer.unwrap_or(Err(journey.delivery.no_answer(false, patience))) {
            Ok(Some((list, tag))) => {
                tracing::debug!(names = list.requested.len(), "the requested names changed");
                let revision = list.revision;
                if self.session.send(Command::Requested(list.into())).await.is_ok() {
                    journey.requests = tag;
                    journey.revision.0 = Some(revision);
                }
            }
            Ok(None) => journey.revision.0 = Some(journey.revision.1),
            Err(error) => {
                journey.requests_due =
                    Instant::now() + error.wait().unwrap_or(self.waits.passing).max(self.interval);
                event!(warn, Logged::RequestedUnreadable, error = ?Message::from(&error));
            }
        }
    }

    async fn farewell(&self, journey: &mut Journey) {
        loop {
            match self.deliver(journey).await {
                Ok(Outcome::Stored { more: false } | Outcome::Silent) => break,
                Ok(Outcome::Stored { more: true } | Outcome::Again) => {}
                Err(_) => return,
            }
        }
        let stream_id = self.outbox.status().borrow().stream_id;
        journey.take_over = false;
        let (frame, sent_at) = self.frame(stream_id, None, journey);
        let body = PushBody::of(&(Push { ended: true, ..frame }, sent_at), &[]);
        if let Err(error) = self.client.push(&self.project, &body.wire).await {
            event!(warn, Logged::EndNotTold, error = ?Message::from(&error));
        }
    }

    fn show_outbox(&self) {
        let outbox = self.outbox.status().borrow().clone();
        self.status.update(|it| it.outbox = outbox);
    }

    fn waiting(
        &self,
        trouble: ServiceTrouble,
        until: std::time::Instant,
        cause: Message,
        remedy: Message,
    ) {
        let left = until.saturating_duration_since(Instant::now().into_std());
        let until = jiff::Timestamp::now().checked_add(left).unwrap_or(jiff::Timestamp::MAX);
        self.status.update(|it| {
            let known = matches!(&it.service.state, ServiceState::Waiting { trouble: t, .. } if *t == trouble);
            if !known {
                event!(warn, Logged::NothingDelivered, ?cause, ?remedy);
            }
            let until = until.into();
            it.service.state = ServiceState::Waiting { trouble, until, cause, remedy };
            it.service.failed_pushes += 1;
        });
    }
}

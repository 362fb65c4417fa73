//! The attempts of an uploader, one after the other, and its state between them.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures::FutureExt;
use tagbridge_api::{
    Timestamp,
    hmi::push::{Push, Receipt},
};
use tagbridge_texts::{Coded, Message};
use tokio::{
    sync::mpsc::error::TrySendError,
    task::spawn_blocking,
    time::{Instant, sleep, sleep_until, timeout},
};
use uuid::Uuid;

use super::{
    PushBody, Uploader,
    clock_skew::ClockSkew,
    delivery::{Delivery, PROBE_TIMEOUT, PushOutcome, WatchStep},
    lineage::Lineage,
};
use crate::{
    client::{BadAnswer, UplinkError, UplinkRemedy},
    config::KeySource,
    log_message::{LogMessage, event},
    outbox::OutboxError,
    secret::Key,
    session::Command,
    status::{ServiceState, ServiceTrouble, SessionNote},
};

/// How often the place of a refused key is read again.
const KEY_LOOK: Duration = Duration::from_secs(1);

/// Why a push failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Uplink(#[from] UplinkError),
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// An internal error; the next attempt may succeed. The stored snapshots wait.
    #[error("broken")]
    Broken,
}

impl UplinkError {
    /// Returns the kind of the error for the user.
    pub(crate) fn trouble(&self) -> ServiceTrouble {
        match self {
            Self::Unreachable { .. } | Self::NoAnswer { .. } | Self::Untrusted { .. } => {
                ServiceTrouble::Unreachable
            }
            Self::Failing { .. } | Self::KeyTaken(_) => ServiceTrouble::Failing,
            Self::Throttled { .. } => ServiceTrouble::Throttled,
            Self::Unauthorized(_) => ServiceTrouble::Unauthorized,
            Self::Forbidden(_) => ServiceTrouble::Forbidden,
            Self::Conflict(_) | Self::Copied(_) => ServiceTrouble::Conflict,
            Self::TooLarge(_) | Self::Rejected(_) | Self::Incompatible { .. } => {
                ServiceTrouble::Incompatible
            }
        }
    }
}

/// An uploader with its state between pushes.
pub(super) struct UplinkState {
    pub(super) uploader: Uploader,
    pub(super) delivery: Delivery,
    pub(super) began: Instant,
    /// The runs of this program that pushed the stream.
    pub(super) lineage: Lineage,
    pub(super) skew: ClockSkew,
    /// The stream that the service has confirmed; it can be pushed. After another device streamed
    /// the project, the next request only asks whether it still does.
    pub(super) introduced: Option<Uuid>,
    /// Whether snapshots were removed without delivery. Then the session has to send all tags.
    pub(super) incomplete: bool,
    /// The key that the service refused; it may have been replaced since.
    refused_key: Option<Key>,
    requests: Requests,
    /// Whether this run was refused while it checked whether its folder is a copy; and the time of
    /// that refusal by the service's clock.
    pub(super) was_refused: bool,
    pub(super) refused_at: Option<Timestamp>,
}

/// The session's list of requested names.
#[derive(Default)]
struct Requests {
    /// Its `ETag`.
    tag: Option<String>,
    /// Its revision, and the revision at the service.
    revision: (Option<u64>, u64),
    due: Option<Instant>,
}

impl UplinkState {
    pub(super) fn new(uploader: Uploader) -> Self {
        let now = Instant::now();
        let of = (uploader.client.service(), &*uploader.project);
        let (interval, waits) = (uploader.interval, uploader.waits);
        Self {
            delivery: Delivery::new(of, interval, waits, uploader.seed, now.into_std()),
            began: now,
            lineage: Lineage::new(uploader.places.runs.clone()),
            skew: ClockSkew::default(),
            introduced: None,
            incomplete: false,
            refused_key: None,
            requests: Requests::default(),
            was_refused: false,
            refused_at: None,
            uploader,
        }
    }

    /// Makes one attempt to deliver, and schedules the next one.
    pub(super) async fn poll(&mut self) {
        let (began, key) = (Instant::now(), self.uploader.client.key());
        self.refused_key = None;
        let polled = AssertUnwindSafe(self.attempt(began)).catch_unwind().await;
        if let Err(failure) = polled.unwrap_or(Err(Failure::Broken)) {
            self.failed(&failure, began, key);
        }
        self.show_outbox();
    }

    async fn attempt(&mut self, began: Instant) -> Result<(), Failure> {
        let delivered = match self.deliver().await {
            Err(Failure::Uplink(UplinkError::Copied(error))) => self.part(&error).await,
            delivered => delivered,
        };
        if self.incomplete {
            // A busy session receives it after the next push.
            let told = self.uploader.session.try_send(Command::RequireComplete);
            self.incomplete = matches!(told, Err(TrySendError::Full(_)));
        }
        let now = Instant::now().into_std();
        match delivered? {
            PushOutcome::Stored { more } => {
                self.uploader.take_over = false;
                self.delivery.succeeded(began.into_std(), more, now);
                let (known, current) = self.requests.revision;
                if known != Some(current) && self.requests.due.is_none_or(|due| due <= began) {
                    self.requests.due = Some(began + self.uploader.interval);
                    self.ask_requests().await;
                }
            }
            PushOutcome::Again => self.delivery.next = now,
            PushOutcome::Silent => self.delivery.succeeded(began.into_std(), false, now),
        }
        Ok(())
    }

    /// Reports why an attempt failed, and schedules the next one. `key`: the key of its requests.
    fn failed(&mut self, failure: &Failure, began: Instant, key: Key) {
        let now = Instant::now().into_std();
        let (trouble, cause, mut remedy) = match failure {
            Failure::Uplink(error) => (error.trouble(), error.message(), error.remedy()),
            Failure::Outbox(error) => {
                (ServiceTrouble::Outbox, error.message(), UplinkRemedy::Disk.message())
            }
            Failure::Broken => {
                event!(error, LogMessage::UploaderBroken);
                let cause = SessionNote::BrokenOff.message();
                (ServiceTrouble::Failing, cause, SessionNote::ReportFault.message())
            }
        };
        match trouble {
            ServiceTrouble::Conflict => {
                self.introduced = None;
                // If no program set the key, it comes from a configuration file.
                if matches!(self.uploader.key, KeySource::Kept(_)) {
                    remedy = UplinkRemedy::ConflictConfigured.message();
                }
            }
            ServiceTrouble::Unauthorized | ServiceTrouble::Forbidden => {
                self.refused_key = Some(key);
            }
            _ => {}
        }
        let until = match failure {
            Failure::Uplink(error) => self.delivery.failed(error, began.into_std(), now),
            _ => self.delivery.failed_here(now),
        };
        let left = jiff::Timestamp::now().checked_add(until.saturating_duration_since(now));
        let until = left.unwrap_or(jiff::Timestamp::MAX).into();
        self.uploader.status.update(|it| {
            let before = &it.service.state;
            if !matches!(before, ServiceState::Waiting { trouble: it, .. } if *it == trouble) {
                event!(warn, LogMessage::NothingDelivered, ?cause, ?remedy);
            }
            it.service.state = ServiceState::Waiting { trouble, until, cause, remedy };
            it.service.failed_pushes += 1;
        });
    }

    /// The stream of the outbox.
    pub(super) fn stream_id(&self) -> Uuid {
        self.uploader.outbox.status().borrow().stream_id
    }

    /// Waits for a key that differs from the refused one. If no key was refused, waits permanently.
    pub(super) async fn another_key(&self) {
        let Some(refused) = &self.refused_key else { return std::future::pending().await };
        let Uploader { client, key: source, .. } = &self.uploader;
        // A person may set one.
        while client.key() == *refused {
            let source = source.clone();
            if matches!(source, KeySource::Kept(_))
                && let Ok(Ok(key)) = spawn_blocking(move || source.read()).await
                && key != *refused
            {
                return client.use_key(&key);
            }
            sleep(KEY_LOOK).await;
        }
    }

    /// Whether the service accepts requests of this bridge.
    pub(super) async fn heartbeat(&mut self, stream_id: Uuid) -> Result<Receipt, UplinkError> {
        let body = PushBody::of(&self.frame(stream_id, None), &[]);
        self.push(&body).await.map_err(|error| match error {
            UplinkError::Rejected(envelope) => {
                let what = BadAnswer::Refuses { error: envelope.to_string() };
                self.uploader.client.incompatible(what)
            }
            error => error,
        })
    }

    /// Pushes one body once, and waits for the response, even if the service is slow. Records the
    /// information about the service in the receipt.
    pub(super) async fn push(&mut self, body: &PushBody) -> Result<Receipt, UplinkError> {
        let Uploader { client, project, .. } = &self.uploader;
        client.turn().await;
        let began = Instant::now();
        let mut watch = self.delivery.watch(body, began.into_std());
        let given_up = async {
            loop {
                match watch.step(Instant::now().into_std()) {
                    WatchStep::Until(at) => sleep_until(Instant::from_std(at)).await,
                    WatchStep::Probe => {
                        let is_answered = client.probe(PROBE_TIMEOUT).await.is_ok();
                        watch.record_probe(is_answered, Instant::now().into_std());
                    }
                    WatchStep::Stop { is_back } => return is_back,
                }
            }
        };
        let receipt = tokio::select! {
            answer = client.push(project, &body.wire) => answer?,
            is_back = given_up => return Err(self.delivery.no_answer(is_back, began.elapsed())),
        };
        let received = self.delivery.received(body, &receipt, began.elapsed());
        received.map_err(|what| client.incompatible(what))?;
        self.requests.revision.1 = receipt.requests_revision;
        if self.lineage.awaits_receipt() {
            self.lineage.change(Lineage::received).await;
        }
        self.tell_of_a_copy(receipt.copied_at);
        if let Some(arrived_later_ms) = receipt.skew_ms {
            let told = self.skew.told_ms();
            self.skew.add_measurement(arrived_later_ms, body.sent_at.elapsed());
            let skew_ms = self.skew.told_ms();
            if let (None, Some(skew_ms)) = (told, skew_ms) {
                event!(warn, LogMessage::ClocksDiffer, skew_ms);
            }
            self.uploader.status.update(|it| it.service.skew_ms = skew_ms);
        }
        Ok(receipt)
    }

    /// Passes the requested names to the session. A failure does not delay values.
    async fn ask_requests(&mut self) {
        let Uploader { client, project, session, interval, waits, .. } = &self.uploader;
        let (requests, patience) = (&mut self.requests, self.delivery.capacity.timeout(0, 0));
        let asked = client.requested_tags(project, requests.tag.as_deref());
        let late = Err(self.delivery.no_answer(false, patience));
        match timeout(patience, asked).await.unwrap_or(late) {
            Ok(Some((list, tag))) => {
                tracing::debug!(names = list.requested.len(), "the requested names changed");
                let revision = list.revision;
                if session.send(Command::Requested(list.into())).await.is_ok() {
                    (requests.tag, requests.revision.0) = (tag, Some(revision));
                }
            }
            Ok(None) => requests.revision.0 = Some(requests.revision.1),
            Err(error) => {
                let pause = error.wait().unwrap_or(waits.passing).max(*interval);
                requests.due = Some(Instant::now() + pause);
                event!(warn, LogMessage::RequestedUnreadable, error = ?Message::from(&error));
            }
        }
    }

    /// Delivers what waits, and reports the end of the session.
    pub(super) async fn farewell(&mut self) -> Result<(), Failure> {
        while let PushOutcome::Stored { more: true } | PushOutcome::Again = self.deliver().await? {}
        self.uploader.take_over = false;
        let (frame, sent_at) = self.frame(self.stream_id(), None);
        let body = PushBody::of(&(Push { ended: true, ..frame }, sent_at), &[]);
        if let Err(error) = self.uploader.client.push(&self.uploader.project, &body.wire).await {
            event!(warn, LogMessage::EndNotTold, error = ?Message::from(&error));
        }
        Ok(())
    }

    pub(super) fn show_outbox(&self) {
        let outbox = self.uploader.outbox.status().borrow().clone();
        self.uploader.status.update(|it| it.outbox = outbox);
    }
}

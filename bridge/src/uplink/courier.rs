//! One task per session: takes what the outbox holds to the service, and brings back which names
//! are asked for.

use std::{sync::Arc, time::Duration};

use tagbridge_api::{
    Timestamp,
    hmi::push::{Push, Receipt},
    limits::PUSH_INTERVAL_MS_MAX,
};
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        watch,
    },
    task::spawn_blocking,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    Client, Parcel, UplinkError, Waits,
    batch::{BYTES_MAX, Batch, Portion, offender, with_newest},
    gate::Gate,
    parcel::Label,
    rhythm::Rhythm,
};
use crate::{
    config::KeySource,
    outbox::{Entry, LossCause, Outbox, OutboxError},
    packed::Packer,
    session::Command,
    snapshot::{Draft, LiveView},
    status::{Line, ServiceState, ServiceTrouble},
};

/// How long the end of a session may take: what waits is flushed, and the service is told.
const FAREWELL: Duration = Duration::from_secs(5);

/// The push interval when sessions share a key: each push comes with a look at the requested
/// names, and all of them together stay inside the tier.
pub(crate) fn stretched(push_interval: Duration, sessions: usize) -> Duration {
    let requests = u32::try_from(sessions).unwrap_or(u32::MAX).saturating_mul(2);
    push_interval.max(Gate::spacing().saturating_mul(requests))
}

/// See the module.
pub(crate) struct Courier {
    pub(crate) client: Client,
    /// Where the key is, which may be replaced at any time.
    pub(crate) key: KeySource,
    pub(crate) project: String,
    pub(crate) device_id: String,
    pub(crate) take_over: bool,
    pub(crate) interval: Duration,
    pub(crate) waits: Waits,
    pub(crate) seed: u64,
    pub(crate) outbox: Outbox,
    pub(crate) values: watch::Receiver<Option<Arc<LiveView>>>,
    pub(crate) session: mpsc::Sender<Command>,
    pub(crate) status: Line,
}

/// What a push came to.
enum Outcome {
    /// It got through.
    Stored {
        /// There is more to send.
        more: bool,
    },
    /// It has to be made again in another form.
    Again,
    /// Nothing was sent: what is read cannot be stored, and a heartbeat would have the service
    /// show older values as if they were now.
    Silent,
}

/// Why a push did not get through.
enum Failure {
    Uplink(UplinkError),
    Outbox(OutboxError),
}

impl From<UplinkError> for Failure {
    fn from(error: UplinkError) -> Self {
        Self::Uplink(error)
    }
}

impl From<OutboxError> for Failure {
    fn from(error: OutboxError) -> Self {
        Self::Outbox(error)
    }
}

/// What changes under way.
struct Journey {
    rhythm: Rhythm,
    portion: Portion,
    label: Option<Label>,
    take_over: bool,
    /// The tag of the list of requested names that the session has.
    requests: Option<String>,
    requests_due: Instant,
    /// Something left undelivered: the session has to be told to send all tags.
    incomplete: bool,
    /// The service does not accept the key: another may be in its place by now.
    key_refused: bool,
}

impl Courier {
    /// Goes on until `stop`; then, within some seconds, delivers what it can and says goodbye.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let now = Instant::now();
        let mut journey = Journey {
            rhythm: Rhythm::new(self.interval, self.waits, self.seed, now.into_std()),
            portion: Portion::full(),
            label: None,
            take_over: self.take_over,
            requests: None,
            requests_due: now,
            incomplete: false,
            key_refused: false,
        };
        while !stop.is_cancelled() {
            let next = Instant::from_std(journey.rhythm.next());
            tokio::select! {
                () = stop.cancelled() => break,
                () = sleep_until(next) => {}
            }
            tokio::select! {
                () = self.poll(&mut journey) => self.show_outbox(),
                () = async { stop.cancelled().await; sleep(FAREWELL).await; } => {
                    return self.status.update(|it| it.service.state = ServiceState::Ended);
                }
            }
        }
        // What cannot be said in time is said by the session's time to live.
        let _late = timeout(FAREWELL, self.farewell(&mut journey)).await;
        self.show_outbox();
        self.status.update(|it| it.service.state = ServiceState::Ended);
    }

    async fn poll(&self, journey: &mut Journey) {
        let began = Instant::now();
        if std::mem::take(&mut journey.key_refused) {
            self.read_key_again().await;
        }
        let delivered = self.deliver(journey).await;
        if journey.incomplete {
            // A session that is busy is told after the next push.
            let told = self.session.try_send(Command::RequireComplete);
            journey.incomplete = matches!(told, Err(TrySendError::Full(_)));
        }
        let now = Instant::now().into_std();
        match delivered {
            Ok(Outcome::Stored { more }) => {
                journey.portion.grow();
                journey.take_over = false;
                journey.rhythm.succeeded(began.into_std(), more, now);
                if journey.requests_due <= began {
                    journey.requests_due = began + self.interval;
                    self.ask_requests(journey).await;
                }
            }
            Ok(Outcome::Again) => journey.rhythm.again(now),
            Ok(Outcome::Silent) => journey.rhythm.succeeded(began.into_std(), false, now),
            Err(Failure::Uplink(error)) => {
                if matches!(error, UplinkError::KeyTaken(_)) {
                    journey.label = None;
                }
                journey.key_refused = matches!(error, UplinkError::Unauthorized(_));
                let until = journey.rhythm.failed(&error, now);
                self.waiting(error.trouble(), until, &error.to_string(), error.remedy());
            }
            Err(Failure::Outbox(error)) => {
                let until = journey.rhythm.failed_here(now);
                let remedy = "it goes on by itself when there is room";
                self.waiting(ServiceTrouble::Outbox, until, &error.to_string(), remedy);
            }
        }
    }

    async fn deliver(&self, journey: &mut Journey) -> Result<Outcome, Failure> {
        let oldest = self.outbox.oldest(journey.portion.size(), BYTES_MAX).await?;
        if oldest.entries.is_empty() && self.is_newest_unstored() {
            return Ok(Outcome::Silent);
        }
        journey.incomplete |= oldest.damaged;
        if let Some(unsent_from) = oldest.unsent_from {
            let receipt = self.heartbeat(oldest.stream_id, journey.take_over).await?;
            if self.has_gone_on(&receipt, oldest.stream_id, unsent_from, journey).await? {
                return Ok(Outcome::Again);
            }
            self.outbox.begin_sending(oldest.stream_id).await?;
        }
        let newest = (oldest.more && journey.portion.is_full())
            .then(|| self.values.borrow().clone())
            .flatten();
        let unused = self.outbox.status().borrow().next_sequence;
        let frame = self.empty(oldest.stream_id, false, journey.take_over);
        let Load { sent, extra, parcel } =
            load(frame, oldest.entries, newest, journey.label.take()).await?;
        journey.label = Some(parcel.label.clone());
        match self.client.push(&self.project, &parcel).await {
            Ok(receipt) => {
                if self.has_gone_on(&receipt, oldest.stream_id, unused, journey).await? {
                    return Ok(Outcome::Again);
                }
                self.stored(&receipt, sent, journey).await?;
                Ok(Outcome::Stored { more: oldest.more })
            }
            Err(UplinkError::Rejected(it))
                if extra.is_some() && offender(&it.message, &sent) == extra =>
            {
                // In its own time it goes as it was stored, and may please better.
                journey.portion.halve(sent.len());
                Ok(Outcome::Again)
            }
            Err(error) => self.refused(error, oldest.stream_id, &sent, journey).await,
        }
    }

    /// Whether the service has snapshots that this outbox never made, from `unused` on: then the
    /// outbox is an older copy of one that went on, and its sequences stand for other snapshots
    /// there. What waits begins a new stream, in which nothing is mistaken for something else.
    async fn has_gone_on(
        &self,
        receipt: &Receipt,
        stream_id: Uuid,
        unused: u64,
        journey: &mut Journey,
    ) -> Result<bool, Failure> {
        if receipt.stream_id != stream_id {
            let what = format!("its receipt is for stream {}", receipt.stream_id);
            return Err(self.client.incompatible(what).into());
        }
        let newest = receipt.newest.max(receipt.stored_through);
        if newest < unused {
            return Ok(false);
        }
        tracing::error!(
            %stream_id,
            newest,
            unused,
            "the outbox is an older copy of one that went on; what waits in it begins a new stream"
        );
        self.outbox.begin_stream(stream_id).await?;
        journey.incomplete = true;
        Ok(true)
    }

    async fn stored(
        &self,
        receipt: &Receipt,
        sent: Vec<u64>,
        journey: &mut Journey,
    ) -> Result<(), Failure> {
        let stream_id = receipt.stream_id;
        let (rejected, stored): (Vec<u64>, Vec<u64>) = sent
            .into_iter()
            .partition(|sequence| receipt.rejected.iter().any(|it| it.sequence == *sequence));
        if !rejected.is_empty() {
            let why = receipt.rejected.first().map_or("", |it| it.message.as_str());
            tracing::warn!(sequences = ?rejected, why, "the service rejects snapshots for good");
            journey.incomplete = true;
            self.outbox.give_up(stream_id, rejected, LossCause::Rejected).await?;
        }
        if !stored.is_empty() {
            self.outbox.settle(stream_id, stored).await?;
        }
        self.status.update(|it| {
            if it.service.state != ServiceState::Ok {
                tracing::info!("the service takes what is pushed");
            }
            it.service.state = ServiceState::Ok;
            it.service.pushes += 1;
            it.service.last_push = Some(Timestamp::now());
            it.service.stored_through = Some(receipt.stored_through);
        });
        Ok(())
    }

    /// What to do about a refusal of these snapshots in particular.
    async fn refused(
        &self,
        error: UplinkError,
        stream_id: Uuid,
        sent: &[u64],
        journey: &mut Journey,
    ) -> Result<Outcome, Failure> {
        let (lost, cause) = match (&error, sent) {
            (UplinkError::TooLarge(_) | UplinkError::Rejected(_), []) => {
                // It is not a snapshot that the service does not like.
                return Err(self.client.incompatible(error.to_string()).into());
            }
            (UplinkError::TooLarge(_), [one]) => (*one, LossCause::TooLarge),
            (UplinkError::Rejected(envelope), _) => match (offender(&envelope.message, sent), sent)
            {
                (Some(named), _) => (named, LossCause::Rejected),
                (None, [one]) => {
                    self.heartbeat(stream_id, journey.take_over).await?;
                    (*one, LossCause::Rejected)
                }
                (None, _) => {
                    journey.portion.halve(sent.len());
                    return Ok(Outcome::Again);
                }
            },
            (UplinkError::TooLarge(_), _) => {
                journey.portion.halve(sent.len());
                return Ok(Outcome::Again);
            }
            _ => return Err(error.into()),
        };
        tracing::warn!(sequence = lost, %error, "a snapshot is given up");
        journey.incomplete = true;
        self.outbox.give_up(stream_id, vec![lost], cause).await?;
        Ok(Outcome::Again)
    }

    /// Whether the service takes anything from us at all.
    async fn heartbeat(&self, stream_id: Uuid, take_over: bool) -> Result<Receipt, Failure> {
        let push = self.empty(stream_id, false, take_over);
        match self.client.push(&self.project, &Parcel::heartbeat(&push)).await {
            Ok(receipt) => Ok(receipt),
            Err(UplinkError::Rejected(envelope)) => {
                Err(self.client.incompatible(envelope.to_string()).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Brings the session the names that are asked for. A failure here never keeps values back.
    async fn ask_requests(&self, journey: &mut Journey) {
        let answer = self.client.requested_tags(&self.project, journey.requests.as_deref()).await;
        match answer {
            Ok(Some((list, tag))) => {
                tracing::debug!(names = list.requested.len(), "the requested names changed");
                if self.session.send(Command::Requested(list.requested)).await.is_ok() {
                    journey.requests = tag;
                }
            }
            Ok(None) => {}
            Err(error) => {
                journey.requests_due =
                    Instant::now() + error.wait().unwrap_or(self.waits.passing).max(self.interval);
                tracing::warn!(%error, "the requested names cannot be read");
            }
        }
    }

    /// Where the key is there may be another by now.
    async fn read_key_again(&self) {
        let source = self.key.clone();
        match spawn_blocking(move || source.read()).await {
            Ok(Ok(key)) => self.client.use_key(&key),
            Ok(Err(error)) => tracing::warn!(%error, "the key cannot be read again"),
            Err(_) => {}
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
        let parcel = Parcel::heartbeat(&self.empty(stream_id, true, false));
        if let Err(error) = self.client.push(&self.project, &parcel).await {
            tracing::warn!(%error, "the service could not be told that the session ended");
        }
    }

    fn is_newest_unstored(&self) -> bool {
        self.values.borrow().as_ref().is_some_and(|it| it.place.is_none())
    }

    fn show_outbox(&self) {
        let outbox = self.outbox.status().borrow().clone();
        self.status.update(|it| it.outbox = outbox);
    }

    fn empty(&self, stream_id: Uuid, ended: bool, take_over: bool) -> Push {
        Push {
            device_id: self.device_id.clone(),
            stream_id,
            snapshots: Vec::new(),
            ended,
            take_over,
            interval_ms: Some(interval_ms(self.interval)),
        }
    }

    fn waiting(
        &self,
        trouble: ServiceTrouble,
        until: std::time::Instant,
        cause: &str,
        remedy: &str,
    ) {
        let left = until.saturating_duration_since(Instant::now().into_std());
        let until = jiff::Timestamp::now().checked_add(left).unwrap_or(jiff::Timestamp::MAX);
        let state = ServiceState::Waiting {
            trouble,
            until: until.into(),
            cause: cause.to_owned(),
            remedy: remedy.to_owned(),
        };
        self.status.update(|it| {
            let known = matches!(&it.service.state, ServiceState::Waiting { trouble: t, .. } if *t == trouble);
            if !known {
                tracing::warn!(cause, remedy, "nothing can be delivered at the moment");
            }
            it.service.state = state;
            it.service.failed_pushes += 1;
        });
    }
}

fn interval_ms(interval: Duration) -> u64 {
    u64::try_from(interval.as_millis()).unwrap_or(u64::MAX).clamp(1, PUSH_INTERVAL_MS_MAX)
}

/// A push with snapshots.
struct Load {
    /// Their sequences.
    sent: Vec<u64>,
    /// The newest of them, if it goes ahead of others that are older.
    extra: Option<u64>,
    parcel: Parcel,
}

/// Putting a full batch together takes a while, which the other tasks should not feel.
async fn load(
    frame: Push,
    entries: Vec<Entry>,
    newest: Option<Arc<LiveView>>,
    before: Option<Label>,
) -> Result<Load, OutboxError> {
    let load = spawn_blocking(move || {
        let newest = newest.and_then(|it| {
            let sequence = it.sequence_in(frame.stream_id)?;
            // What cannot be packed cannot be sent ahead either.
            let packed = Packer::new().pack(&Draft::complete(it)).ok()?;
            Some(Entry { sequence, packed })
        });
        let Batch { entries, extra } = with_newest(entries, newest);
        let parcel = Parcel::of(&frame, &entries, before.as_ref());
        Load { sent: entries.iter().map(|it| it.sequence).collect(), extra, parcel }
    });
    load.await.map_err(|_| OutboxError::Closed)
}

//! Delivers snapshots: the oldest first, while the newest keeps the live view current.

use std::{slice, sync::Arc, time::Duration};

use tagbridge_api::{
    Timestamp,
    hmi::push::{Newest, Push, Receipt},
    limits::PUSH_INTERVAL_MS_MAX,
};
use tagbridge_texts::Coded;
use tokio::{
    task::spawn_blocking,
    time::{Instant, timeout},
};
use uuid::Uuid;

use super::{
    PushBody,
    batch::{SNAPSHOT_BYTES_MAX, with_newest},
    delivery::{NextPush, OutgoingPush, PROBE_TIMEOUT, PushOutcome},
    parts::split_by,
    uplink_state::{Failure, UplinkState},
};
use crate::{
    device,
    log_message::{LogMessage, event},
    outbox::{Entry, LossCause, OutboxError},
    packed_snapshot::Packer,
    snapshot::{LiveView, SnapshotDraft, ViewValidity},
    status::{Oversize, ServiceState},
};

/// How long snapshots of an earlier run wait for the first scan of this run.
const FIRST_SCAN: Duration = Duration::from_secs(3);

impl UplinkState {
    pub(super) async fn deliver(&mut self) -> Result<PushOutcome, Failure> {
        // This is read before the stored snapshots: all newer snapshots are stored by then.
        let newest = self.uploader.values.borrow().clone();
        let is_unstored = newest.as_ref().is_some_and(|it| it.place.is_none());
        if is_unstored && self.uploader.outbox.status().borrow().depth == 0 {
            return Ok(PushOutcome::Silent);
        }
        if self.delivery.asks_first() {
            self.uploader.client.probe(PROBE_TIMEOUT).await?;
            self.delivery.unreachable = 0;
        }
        if !self.is_introduced().await? {
            return Ok(PushOutcome::Again);
        }
        let Some(push) = self.choose(newest).await? else { return Ok(PushOutcome::Again) };
        self.send(push).await
    }

    /// Returns the next push: the one that failed, the newest snapshot, or the oldest ones. `None`
    /// if the caller has to ask again.
    async fn choose(
        &mut self,
        newest: Option<Arc<LiveView>>,
    ) -> Result<Option<OutgoingPush>, Failure> {
        self.delivery.enter(self.stream_id());
        let held = self.delivery.held.take();
        let capacity = &self.delivery.capacity;
        let (most, alone_bytes) = (capacity.bytes, capacity.alone_bytes());
        let (mut entries, mut more, mut alone) = (Vec::new(), true, None);
        let mut sequence = held.iter().flat_map(|it| &it.sequences).copied().max();
        if held.is_none() {
            let oldest = self.uploader.outbox.oldest(capacity.snapshots, most).await?;
            (entries, more) = (oldest.entries, oldest.more);
            self.incomplete |= oldest.damaged;
            self.delivery.enter(oldest.stream_id);
            let suspect = self.delivery.suspect();
            alone = entries.iter().position(|it| Some(it.sequence) == suspect);
            sequence = entries.first().map(|it| it.sequence);
            let waits = alone.is_none() && sequence.is_some() && newest.is_none();
            if waits && !self.delivery.ahead.is_current {
                let left = FIRST_SCAN.saturating_sub(self.began.elapsed());
                let mut values = self.uploader.values.clone();
                if matches!(timeout(left, values.changed()).await, Ok(Ok(()))) {
                    return Ok(None);
                }
            }
        }
        let stream_id = self.delivery.stream_id;
        let reached = newest.as_ref().and_then(|it| it.sequence_in(stream_id));
        let next = NextPush { sequence, bytes: entries.iter().map(Entry::bytes).sum(), more };
        let mut has_newest = alone.is_none()
            && self.delivery.sends_newest_first(reached, next, Instant::now().into_std());
        if has_newest {
            (self.delivery.held, entries, more) = (held, Vec::new(), true);
        } else if held.is_some() {
            return Ok(held);
        } else {
            let is_large = |it: &Entry| it.bytes() > alone_bytes;
            if let Some(at) = alone.or_else(|| entries.iter().take(1).position(is_large)) {
                more |= entries.len() > 1;
                entries = vec![entries.swap_remove(at)];
            } else {
                has_newest = self.delivery.comes_along(reached, next);
            }
        }
        let bytes = entries.iter().map(Entry::bytes).sum();
        let frame = self.frame(stream_id, newest.as_deref());
        // On a separate thread: a full push takes long, and the other tasks must not wait for it.
        let packed = spawn_blocking(move || {
            let added = newest.filter(|_| has_newest).and_then(|it| entry_of(it, stream_id));
            let newest_bytes = added.as_ref().map(Entry::bytes);
            let (entries, extra) = with_newest(entries, added, most);
            let sequences = entries.iter().map(|it| it.sequence).collect();
            let bodies = match &entries[..] {
                [] if more => Vec::new(),
                [one] if one.bytes() > alone_bytes => {
                    let parts = split_by(one, alone_bytes);
                    parts.iter().map(|it| PushBody::of(&frame, slice::from_ref(it))).collect()
                }
                all => vec![PushBody::of(&frame, all)],
            };
            (OutgoingPush { stream_id, sequences, extra, more, bodies, effort: 0 }, newest_bytes)
        });
        let (push, newest_bytes) = packed.await.map_err(|_| OutboxError::Closed)?;
        self.delivery.ahead.bytes = newest_bytes.unwrap_or(self.delivery.ahead.bytes);
        if !push.bodies.is_empty() {
            return Ok(Some(push));
        }
        // A newest snapshot that cannot be packed is not sent ahead.
        if let (None, &[sequence]) = (push.extra, &push.sequences[..]) {
            let error = Oversize { bytes, most: SNAPSHOT_BYTES_MAX }.message();
            event!(warn, LogMessage::SnapshotGivenUp, sequence, ?error);
            self.incomplete = true;
            let outbox = &self.uploader.outbox;
            outbox.give_up(stream_id, push.sequences, LossCause::TooLarge).await?;
        }
        Ok(None)
    }

    /// Creates a push without snapshots; `newest` is the newest snapshot.
    pub(super) fn frame(&self, stream_id: Uuid, newest: Option<&LiveView>) -> (Push, Instant) {
        let (now, wall) = (Instant::now(), Timestamp::now());
        let interval_ms = newest.and_then(|it| match it.holds {
            ViewValidity::Then { every, .. } => Some(millis(every).clamp(1, PUSH_INTERVAL_MS_MAX)),
            ViewValidity::UntilNext => None,
        });
        let newest = newest.and_then(|it| {
            let age_ms = millis(it.age(now.into_std(), wall));
            Some(Newest { sequence: it.sequence_in(stream_id)?, age_ms })
        });
        let push = Push {
            device_id: self.uploader.status.device_id(),
            device_name: device::name(),
            stream_id,
            runs: self.lineage.runs(stream_id),
            snapshots: Vec::new(),
            ended: false,
            take_over: self.uploader.take_over,
            interval_ms,
            sent_at: Some(wall),
            skew_least_ms: self.skew.least_ms(),
            newest,
        };
        (push, now)
    }

    /// Makes sure that the service knows this run and its stream, before the first push. Returns
    /// false if the stream was replaced by a new one.
    async fn is_introduced(&mut self) -> Result<bool, Failure> {
        if self.introduced == Some(self.stream_id()) {
            return Ok(true);
        }
        let first = self.uploader.outbox.oldest(1, 1).await?;
        self.incomplete |= first.damaged;
        let stream_id = first.stream_id;
        // This run pushes the stream from now on.
        self.lineage.change(move |it| it.begin(stream_id)).await;
        if self.lineage.is_moved {
            self.ask_for_another(stream_id).await?;
        }
        // Another program may have pushed the stream, or another device the project.
        if first.unsent_from.is_some() || self.uploader.known_run.get().is_some() {
            let receipt = self.heartbeat(stream_id).await?;
            if self.has_gone_on(&receipt, first.unsent_from.unwrap_or(u64::MAX)).await? {
                return Ok(false);
            }
            self.uploader.outbox.begin_sending(stream_id).await?;
        }
        self.uploader.known_run.get_or_init(|| self.lineage.run);
        self.introduced = Some(stream_id);
        Ok(true)
    }

    /// Sends a push and handles the response.
    async fn send(&mut self, sent: OutgoingPush) -> Result<PushOutcome, Failure> {
        let stream_id = sent.stream_id;
        let mut answer = Err(self.delivery.no_answer(false, Duration::ZERO));
        for body in &sent.bodies {
            answer = self.push(body).await;
            if answer.is_err() {
                break;
            }
        }
        if let Ok(receipt) = &answer {
            // The service may have received these snapshots from a broker.
            let unused = self.uploader.outbox.status().borrow().next_sequence;
            if self.has_gone_on(receipt, unused).await? {
                return Ok(PushOutcome::Again);
            }
        }
        let stored_through = answer.as_ref().ok().map(|it| it.stored_through);
        let verdict = self.delivery.judge(sent, answer);
        if !verdict.stored.is_empty() {
            self.uploader.outbox.settle(stream_id, verdict.stored).await?;
        }
        if !verdict.refused.is_empty() {
            event!(warn, LogMessage::SnapshotsRejected, refused = ?verdict.refused);
            self.incomplete = true;
            self.uploader.outbox.quarantine(stream_id, verdict.refused).await?;
        }
        if let Ok(PushOutcome::Stored { .. }) = verdict.then {
            self.uploader.status.update(|it| {
                if it.service.state != ServiceState::Ok {
                    event!(info, LogMessage::PushTaken);
                }
                it.service.state = ServiceState::Ok;
                it.service.pushes += 1;
                it.service.last_push = Some(Timestamp::now());
                it.service.stored_through = stored_through;
            });
        }
        Ok(verdict.then?)
    }

    /// Whether the service has snapshots from `unused` on that this outbox never created. Then the
    /// outbox was restored from an older copy, and its next sequences are already used for other
    /// snapshots. The stored snapshots start a new stream.
    async fn has_gone_on(&mut self, receipt: &Receipt, unused: u64) -> Result<bool, Failure> {
        let stream_id = receipt.stream_id;
        let newest = receipt.newest.max(receipt.stored_through);
        if newest < unused {
            return Ok(false);
        }
        event!(error, LogMessage::OutboxOlderCopy, %stream_id, newest, unused);
        self.uploader.outbox.begin_stream(stream_id).await?;
        self.incomplete = true;
        Ok(true)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the newest snapshot, with all tags, as an entry of this stream; `None` if it cannot be
/// packed or belongs to another stream.
fn entry_of(newest: Arc<LiveView>, stream_id: Uuid) -> Option<Entry> {
    let sequence = newest.sequence_in(stream_id)?;
    let packed = Packer::new().pack(&SnapshotDraft::complete(newest)).ok()?;
    Some(Entry { sequence, packed })
}

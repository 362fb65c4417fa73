//! Which snapshots go next: the oldest first, while the newest reaches the live view.

use std::{pin::pin, sync::Arc, time::Duration};

use tagbridge_api::hmi::push::Receipt;
use tagbridge_texts::Coded;
use tokio::time::{Instant, sleep_until, timeout};
use uuid::Uuid;

use super::{
    PushBody, Uploader,
    batch::SNAPSHOT_BYTES_MAX,
    delivery::{Outgoing, PROBE_TIMEOUT, Then, WatchStep},
    journey::{Failure, Journey, Outcome},
    load::{go_ahead, load},
};
use crate::{
    client::UplinkError,
    logged::{Logged, event},
    outbox::{Entry, LossCause},
    snapshot::LiveView,
    status::Oversize,
};

/// How long what waits from an earlier run lets the first scan of this one go ahead.
const FIRST_SCAN: Duration = Duration::from_secs(3);
/// Bytes of JSON that take no time to be delivered, the newest snapshot among them.
const SHORT: usize = 64 << 10;

impl Uploader {
    pub(super) async fn deliver(&self, journey: &mut Journey) -> Result<Outcome, Failure> {
        // Before what is stored is looked at: whatever is newer than this is stored by then.
        let newest = self.values.borrow().clone();
        if self.outbox.status().borrow().depth == 0 && self.is_newest_unstored() {
            return Ok(Outcome::Silent);
        }
        if journey.delivery.asks_first() {
            self.client.probe(PROBE_TIMEOUT).await?;
        }
        if !self.is_introduced(journey).await? {
            return Ok(Outcome::Again);
        }
        let stream_id = self.outbox.status().borrow().stream_id;
        let was_alone = std::mem::take(&mut journey.was_alone);
        if let Some(held) = journey.delivery.take_held(stream_id) {
            return self.send_held(held, newest.as_ref(), journey).await;
        }
        let capacity = journey.delivery.capacity();
        let (most, alone_bytes) = (capacity.bytes(), capacity.alone_bytes());
        let mut oldest = self.outbox.oldest(capacity.snapshots(), most).await?;
        let stream_id = oldest.stream_id;
        journey.incomplete |= oldest.damaged;
        if let Some(suspect) = journey.delivery.suspect(stream_id) {
            if let Some(at) = oldest.entries.iter().position(|it| it.sequence == suspect) {
                let entry = oldest.entries.swap_remove(at);
                let more = oldest.more || !oldest.entries.is_empty();
                let push = (stream_id, more, false);
                return self.send_alone(entry, push, newest.as_ref(), journey).await;
            }
            journey.delivery.clear_suspect();
        }
        if journey.newest_first && newest.is_none() && !oldest.entries.is_empty() {
            let left = FIRST_SCAN.saturating_sub(journey.began.elapsed());
            let mut values = self.values.clone();
            if matches!(timeout(left, values.changed()).await, Ok(Ok(()))) {
                return Ok(Outcome::Again);
            }
        }
        let reached = newest.as_ref().and_then(|it| it.sequence_in(stream_id));
        let older = oldest.entries.iter().position(|it| Some(it.sequence) >= reached);
        let bytes: usize = oldest.entries.iter().map(Entry::bytes).sum();
        let waits = older != Some(0) && (oldest.more || bytes > SHORT);
        let is_new = reached.is_some_and(|it| journey.delivered != Some((stream_id, it)));
        // What needs more than half of a push does not come along with others.
        let is_large = journey.newest_bytes > most / 2;
        let is_due = !was_alone && journey.alone_at.is_none_or(|it| it.elapsed() >= self.interval);
        let goes_ahead = journey.newest_first || (oldest.more && is_large && is_due);
        journey.newest_first = false;
        // What cannot be packed cannot be sent ahead.
        if let Some(view) = newest.as_ref().filter(|_| goes_ahead && is_new && waits)
            && let Some(entry) = go_ahead(view, stream_id, journey).await?
        {
            return self.send_alone(entry, (stream_id, true, true), Some(view), journey).await;
        }
        if oldest.entries.first().is_some_and(|it| it.bytes() > alone_bytes) {
            let first = oldest.entries.swap_remove(0);
            let push = (stream_id, oldest.more || !oldest.entries.is_empty(), false);
            return self.send_alone(first, push, newest.as_ref(), journey).await;
        }
        let comes_along = is_new && oldest.more && journey.delivery.may_add_newest() && !is_large;
        let (frame, sent_at) = self.frame(stream_id, newest.as_deref(), journey);
        let along = newest.filter(|_| comes_along);
        let load = load((frame, sent_at), (oldest.entries, oldest.more), along, most);
        let (push, newest_bytes) = load.await?;
        journey.newest_bytes = newest_bytes.unwrap_or(journey.newest_bytes);
        self.send(push, journey).await
    }

    /// Whether the service knows this run and its stream; asks it before the first push. False: the
    /// stream is another one now.
    async fn is_introduced(&self, journey: &mut Journey) -> Result<bool, Failure> {
        let stream_id = self.outbox.status().borrow().stream_id;
        if journey.introduced == Some(stream_id) && !journey.in_conflict {
            return Ok(true);
        }
        let first = self.outbox.oldest(1, 1).await?;
        journey.incomplete |= first.damaged;
        let stream_id = first.stream_id;
        // This run pushes the stream from now on.
        journey.lineage.change(move |it| it.begin(stream_id)).await;
        if journey.lineage.is_moved() {
            self.ask_for_another(first.stream_id, journey).await?;
        }
        if journey.in_conflict {
            self.heartbeat(first.stream_id, journey).await?;
            journey.in_conflict = false;
        }
        if let Some(unsent_from) = first.unsent_from {
            let receipt = self.heartbeat(first.stream_id, journey).await?;
            if self.has_gone_on(&receipt, unsent_from, journey).await? {
                return Ok(false);
            }
            self.outbox.begin_sending(first.stream_id).await?;
        }
        self.known_run.get_or_init(|| journey.lineage.run());
        journey.introduced = Some(first.stream_id);
        Ok(true)
    }

    /// Sends a push that failed again, as it is. After an outage the newest snapshot goes before it.
    async fn send_held(
        &self,
        held: Outgoing,
        newest: Option<&Arc<LiveView>>,
        journey: &mut Journey,
    ) -> Result<Outcome, Failure> {
        let stream_id = held.stream_id;
        let delivered = journey.delivered.filter(|it| it.0 == stream_id).map(|it| it.1);
        let known = held.sequences.iter().copied().chain(delivered).max();
        let is_newer = |it: &&Arc<LiveView>| it.sequence_in(stream_id) > known;
        let goes_ahead = std::mem::take(&mut journey.newest_first);
        if let Some(view) = newest.filter(|it| goes_ahead && is_newer(it))
            && let Some(entry) = go_ahead(view, stream_id, journey).await?
        {
            journey.delivery.put_aside(held);
            return self.send_alone(entry, (stream_id, true, true), newest, journey).await;
        }
        self.send(held, journey).await
    }

    /// Sends one snapshot: itself, or its parts where a push has no room for it. `is_ahead`: older ones wait.
    async fn send_alone(
        &self,
        entry: Entry,
        (stream_id, more, is_ahead): (Uuid, bool, bool),
        newest: Option<&Arc<LiveView>>,
        journey: &mut Journey,
    ) -> Result<Outcome, Failure> {
        let (sequence, bytes) = (entry.sequence, entry.bytes());
        let extra = is_ahead.then_some(sequence);
        let parts = self.parts_of(entry, journey).await?;
        if parts.is_empty() && extra.is_none() {
            let error = Oversize { bytes, most: SNAPSHOT_BYTES_MAX }.message();
            event!(warn, Logged::SnapshotGivenUp, sequence, ?error);
            journey.incomplete = true;
            self.outbox.give_up(stream_id, vec![sequence], LossCause::TooLarge).await?;
            return Ok(Outcome::Again);
        }
        if parts.is_empty() {
            return Ok(Outcome::Again);
        }
        let frame = self.frame(stream_id, newest.map(|it| &**it), journey);
        let bodies = parts.into_iter().map(|part| PushBody::of(&frame, &[part])).collect();
        self.send(Outgoing::new(stream_id, (vec![sequence], extra), more, bodies), journey).await
    }

    /// Sends a push, and does what follows from the answer.
    async fn send(&self, sent: Outgoing, journey: &mut Journey) -> Result<Outcome, Failure> {
        let (stream_id, more) = (sent.stream_id, sent.more);
        let mut answer = Err(journey.delivery.no_answer(false, Duration::ZERO));
        for body in &sent.bodies {
            answer = self.push((sent.sequences.len(), body), stream_id, journey).await;
            if answer.is_err() {
                break;
            }
        }
        if let Ok(receipt) = &answer {
            // A broker may have brought the service what was stored here a moment ago.
            let unused = self.outbox.status().borrow().next_sequence;
            if self.has_gone_on(receipt, unused, journey).await? {
                return Ok(Outcome::Again);
            }
        }
        let is_back = matches!(answer, Err(UplinkError::NoAnswer { is_back: true, .. }));
        journey.newest_first |= is_back;
        let stored_through = answer.as_ref().ok().map(|it| it.stored_through);
        let verdict = journey.delivery.judge(sent, answer);
        if let Some(&newest) = verdict.stored.iter().max() {
            let before = journey.delivered.filter(|it| it.0 == stream_id).map_or(0, |it| it.1);
            journey.delivered = Some((stream_id, newest.max(before)));
            self.outbox.settle(stream_id, verdict.stored).await?;
        }
        if !verdict.refused.is_empty() {
            event!(warn, Logged::SnapshotsRejected, refused = ?verdict.refused);
            journey.incomplete = true;
            self.outbox.quarantine(stream_id, verdict.refused).await?;
        }
        match verdict.then {
            Then::Continue => {
                self.note_success(stored_through);
                Ok(Outcome::Stored { more })
            }
            Then::Again => Ok(Outcome::Again),
            Then::Fail(error) => Err(error.into()),
        }
    }

    /// Sends the body once and waits for its answer, however slow the service is.
    pub(super) async fn answer(
        &self,
        (snapshots, body): (usize, &PushBody),
        journey: &Journey,
    ) -> Result<(Receipt, Duration), UplinkError> {
        self.client.turn().await;
        let began = Instant::now();
        let mut watch = journey.delivery.watch(snapshots, body, began.into_std());
        let mut push = pin!(self.client.push(&self.project, &body.wire));
        loop {
            let until = match watch.step(Instant::now().into_std()) {
                WatchStep::Until(at) => Instant::from_std(at),
                WatchStep::Stop { is_back } => {
                    return Err(journey.delivery.no_answer(is_back, began.elapsed()));
                }
                WatchStep::Probe => {
                    tokio::select! {
                        answer = &mut push => return Ok((answer?, began.elapsed())),
                        answer = self.client.probe(PROBE_TIMEOUT) => {
                            watch.probed(answer.is_ok(), Instant::now().into_std());
                        }
                    }
                    continue;
                }
            };
            tokio::select! {
                answer = &mut push => return Ok((answer?, began.elapsed())),
                () = sleep_until(until) => {}
            }
        }
    }

    /// Whether the service has snapshots that this outbox never made, from `unused` on: then the
    /// outbox is an older copy of one that went on, and its sequences stand for other snapshots
    /// there. What waits begins a new stream, in which nothing is mistaken for something else.
    pub(super) async fn has_gone_on(
        &self,
        receipt: &Receipt,
        unused: u64,
        journey: &mut Journey,
    ) -> Result<bool, Failure> {
        let stream_id = receipt.stream_id;
        let newest = receipt.newest.max(receipt.stored_through);
        if newest < unused {
            return Ok(false);
        }
        event!(error, Logged::OutboxOlderCopy, %stream_id,
            newest,
            unused);
        self.outbox.begin_stream(stream_id).await?;
        journey.incomplete = true;
        Ok(true)
    }
}

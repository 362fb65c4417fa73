//! Delivers snapshots: the oldest first, while the newest keeps the live view current.

use std::{pin::pin, sync::Arc, time::Duration};

use tagbridge_api::hmi::push::Receipt;
use tagbridge_texts::Coded;
use tokio::time::{Instant, sleep_until, timeout};

use super::{
    PushBody, Uploader,
    batch::SNAPSHOT_BYTES_MAX,
    delivery::{Next, Outgoing, PROBE_TIMEOUT, Then, WatchStep},
    journey::{Failure, Journey, Outcome},
    load::Load,
};
use crate::{
    client::UplinkError,
    logged::{Logged, event},
    outbox::{Entry, LossCause},
    snapshot::LiveView,
    status::Oversize,
};

/// How long snapshots of an earlier run wait for the first scan of this run.
const FIRST_SCAN: Duration = Duration::from_secs(3);

impl Uploader {
    pub(super) async fn deliver(&self, journey: &mut Journey) -> Result<Outcome, Failure> {
        // This is read before the stored snapshots: all newer snapshots are stored by then.
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
        let load = match journey.delivery.take_held(stream_id) {
            Some(held) => {
                let sequence = held.sequences.iter().copied().max();
                let next = Next { sequence, bytes: usize::MAX, more: true };
                let reached = newest.as_ref().and_then(|it| it.sequence_in(stream_id));
                if !journey.delivery.sends_newest_first(stream_id, reached, next, now()) {
                    return self.send(held, journey).await;
                }
                journey.delivery.put_aside(held);
                Some(Load { stream_id, entries: Vec::new(), newest: newest.clone(), more: true })
            }
            None => self.choose(newest.as_ref(), journey).await?,
        };
        let Some(load) = load else { return Ok(Outcome::Again) };
        let (is_stored, bytes) = (!load.entries.is_empty(), load.bytes());
        let push = self.pack(load, newest.as_deref(), journey).await?;
        if !push.bodies.is_empty() {
            return self.send(push, journey).await;
        }
        // A newest snapshot that cannot be packed is not sent ahead.
        if is_stored {
            let (sequences, most) = (push.sequences, SNAPSHOT_BYTES_MAX);
            let error = Oversize { bytes, most }.message();
            event!(warn, Logged::SnapshotGivenUp, sequence = sequences[0], ?error);
            journey.incomplete = true;
            self.outbox.give_up(push.stream_id, sequences, LossCause::TooLarge).await?;
        }
        Ok(Outcome::Again)
    }

    /// Returns the next push, packed; `None` if the caller has to ask again.
    async fn choose(
        &self,
        newest: Option<&Arc<LiveView>>,
        journey: &mut Journey,
    ) -> Result<Option<Load>, Failure> {
        let capacity = journey.delivery.capacity();
        let alone_bytes = capacity.alone_bytes();
        let oldest = self.outbox.oldest(capacity.snapshots(), capacity.bytes()).await?;
        let (stream_id, entries, mut more) = (oldest.stream_id, oldest.entries, oldest.more);
        journey.incomplete |= oldest.damaged;
        let load = |entries, newest, more| Some(Load { stream_id, entries, newest, more });
        let suspect = journey.delivery.suspect(stream_id);
        if let Some(at) = entries.iter().position(|it| Some(it.sequence) == suspect) {
            more |= entries.len() > 1;
            return Ok(load(entries.into_iter().skip(at).take(1).collect(), None, more));
        }
        journey.delivery.clear_suspect();
        if journey.delivery.is_overdue() && newest.is_none() && !entries.is_empty() {
            let left = FIRST_SCAN.saturating_sub(journey.began.elapsed());
            let mut values = self.values.clone();
            if matches!(timeout(left, values.changed()).await, Ok(Ok(()))) {
                return Ok(None);
            }
        }
        let sequence = entries.first().map(|it| it.sequence);
        let next = Next { sequence, bytes: entries.iter().map(Entry::bytes).sum(), more };
        let reached = newest.and_then(|it| it.sequence_in(stream_id));
        if journey.delivery.sends_newest_first(stream_id, reached, next, now()) {
            return Ok(load(Vec::new(), newest.cloned(), true));
        }
        if entries.first().is_some_and(|it| it.bytes() > alone_bytes) {
            more |= entries.len() > 1;
            return Ok(load(entries.into_iter().take(1).collect(), None, more));
        }
        let comes_along = journey.delivery.comes_along(stream_id, reached, next);
        Ok(load(entries, newest.filter(|_| comes_along).cloned(), more))
    }

    /// Makes sure that the service knows this run and its stream, before the first push. Returns
    /// false if the stream was replaced by a new one.
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

    /// Sends a push and handles the response.
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
            // The service may have received these snapshots from a broker.
            let unused = self.outbox.status().borrow().next_sequence;
            if self.has_gone_on(receipt, unused, journey).await? {
                return Ok(Outcome::Again);
            }
        }
        let stored_through = answer.as_ref().ok().map(|it| it.stored_through);
        let verdict = journey.delivery.judge(sent, answer);
        if !verdict.stored.is_empty() {
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

    /// Sends the body once and waits for the response, even if the service is slow.
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

    /// Whether the service has snapshots from `unused` on that this outbox never created. Then the
    /// outbox was restored from an older copy, and its next sequences are already used for other
    /// snapshots. The stored snapshots start a new stream.
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

fn now() -> std::time::Instant {
    Instant::now().into_std()
}

//! Which snapshots go next: the oldest first, while the newest reaches the live view.

use std::{sync::Arc, time::Duration};

use tagbridge_api::hmi::push::Receipt;
use tokio::{
    task::spawn_blocking,
    time::{Instant, timeout},
};
use uuid::Uuid;

use super::{
    BadAnswer, UplinkError, Uploader,
    batch::offender,
    journey::{Failure, Journey, Outcome},
    load::{Load, entry_of, load},
};
use crate::{
    logged::{Logged, event},
    outbox::{Entry, Oldest, OutboxError},
    snapshot::LiveView,
};

/// How long what waits from an earlier run lets the first scan of this one go ahead.
const FIRST_SCAN: Duration = Duration::from_secs(3);
/// Bytes of JSON that take no time to be delivered, the newest snapshot among them.
const SHORT: usize = 64 << 10;

impl Uploader {
    pub(super) async fn deliver(&self, journey: &mut Journey) -> Result<Outcome, Failure> {
        // Before what is stored is looked at: whatever is newer than this is stored by then.
        let newest = self.values.borrow().clone();
        let portion = journey.portion;
        let oldest = self.outbox.oldest(portion.size(), portion.bytes()).await?;
        if oldest.entries.is_empty() && self.is_newest_unstored() {
            return Ok(Outcome::Silent);
        }
        journey.incomplete |= oldest.damaged;
        journey.lineage = self.begun(journey.lineage.clone(), oldest.stream_id).await;
        if journey.lineage.is_moved() {
            self.ask_for_another(oldest.stream_id, journey).await?;
        }
        if journey.in_conflict {
            self.heartbeat(oldest.stream_id, journey).await?;
            journey.in_conflict = false;
        }
        if let Some(unsent_from) = oldest.unsent_from {
            let receipt = self.heartbeat(oldest.stream_id, journey).await?;
            if self.has_gone_on(&receipt, oldest.stream_id, unsent_from, journey).await? {
                return Ok(Outcome::Again);
            }
            self.outbox.begin_sending(oldest.stream_id).await?;
        }
        self.known_run.get_or_init(|| journey.lineage.run());
        if journey.newest_first && newest.is_none() && !oldest.entries.is_empty() {
            let left = FIRST_SCAN.saturating_sub(journey.began.elapsed());
            let mut values = self.values.clone();
            if matches!(timeout(left, values.changed()).await, Ok(Ok(()))) {
                return Ok(Outcome::Again);
            }
        }
        let reached = newest.as_ref().and_then(|it| it.sequence_in(oldest.stream_id));
        let older = oldest.entries.iter().position(|it| Some(it.sequence) >= reached);
        let bytes: usize = oldest.entries.iter().map(Entry::bytes).sum();
        let waits = older != Some(0) && (oldest.more || bytes > SHORT);
        let is_new = reached.is_some_and(|it| journey.delivered != Some((oldest.stream_id, it)));
        // What needs more than half of a push does not come along with others.
        let is_large = journey.newest_bytes > portion.bytes() / 2;
        let is_due =
            !journey.was_alone && journey.alone_at.is_none_or(|it| it.elapsed() >= self.interval);
        let goes_ahead = journey.newest_first || (oldest.more && is_large && is_due);
        journey.newest_first = false;
        journey.was_alone = false;
        if let Some(view) = newest.as_ref().filter(|_| goes_ahead && is_new && waits) {
            let (view, stream_id) = (Arc::clone(view), oldest.stream_id);
            let entry = spawn_blocking(move || entry_of(view, stream_id)).await;
            // What cannot be packed cannot be sent ahead.
            if let Some(entry) = entry.map_err(|_| OutboxError::Closed)? {
                return self.deliver_ahead(entry, &oldest, newest.as_ref(), journey).await;
            }
        }
        if let Some(first) = oldest.entries.first().filter(|it| it.bytes() > portion.alone_bytes())
        {
            return self.deliver_first(first, &oldest, newest.as_ref(), journey).await;
        }
        let comes_along = is_new && oldest.more && portion.is_full() && !is_large;
        self.deliver_batch(oldest, newest, comes_along, journey).await
    }

    /// Delivers the newest before all that waits.
    async fn deliver_ahead(
        &self,
        entry: Entry,
        oldest: &Oldest,
        newest: Option<&Arc<LiveView>>,
        journey: &mut Journey,
    ) -> Result<Outcome, Failure> {
        journey.newest_bytes = entry.bytes();
        (journey.alone_at, journey.was_alone) = (Some(Instant::now()), true);
        let parts = self.parts_of(entry, journey).await?;
        if parts.is_empty() {
            return Ok(Outcome::Again);
        }
        match self.deliver_alone(parts, oldest.stream_id, newest, journey).await? {
            Ok(Outcome::Stored { .. }) => Ok(Outcome::Stored { more: true }),
            Ok(outcome) => Ok(outcome),
            Err(UplinkError::Rejected(_) | UplinkError::TooLarge(_)) => {
                // In its own time it goes as it was stored, and may please better.
                journey.portion.halve(1);
                Ok(Outcome::Again)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Delivers the oldest, which has no room beside others.
    async fn deliver_first(
        &self,
        first: &Entry,
        oldest: &Oldest,
        newest: Option<&Arc<LiveView>>,
        journey: &mut Journey,
    ) -> Result<Outcome, Failure> {
        let parts = self.parts_of(first.clone(), journey).await?;
        if parts.is_empty() {
            return self.give_up(first, oldest.stream_id, journey).await;
        }
        match self.deliver_alone(parts, oldest.stream_id, newest, journey).await? {
            Ok(Outcome::Stored { .. }) => {
                self.grow(journey);
                Ok(Outcome::Stored { more: oldest.more || oldest.entries.len() > 1 })
            }
            Ok(outcome) => Ok(outcome),
            Err(error) => self.refused(error, oldest.stream_id, &[first.sequence], journey).await,
        }
    }

    /// Delivers the oldest, and behind them maybe the newest.
    async fn deliver_batch(
        &self,
        oldest: Oldest,
        newest: Option<Arc<LiveView>>,
        comes_along: bool,
        journey: &mut Journey,
    ) -> Result<Outcome, Failure> {
        let (stream_id, is_backlog) = (oldest.stream_id, !oldest.entries.is_empty());
        let (frame, sent_at) = self.frame(stream_id, newest.as_deref(), journey);
        let along = newest.filter(|_| comes_along);
        let load = load(frame, oldest.entries, along, journey.portion.bytes()).await?;
        let Load { sent, extra, body, newest_bytes } = load;
        journey.newest_bytes = newest_bytes.unwrap_or(journey.newest_bytes);
        match self.push(&body, sent_at, journey).await {
            Ok(receipt) => {
                // A broker may have brought the service what was stored here a moment ago.
                let unused = self.outbox.status().borrow().next_sequence;
                if self.has_gone_on(&receipt, stream_id, unused, journey).await? {
                    return Ok(Outcome::Again);
                }
                self.stored(&receipt, sent, journey).await?;
                if is_backlog {
                    self.grow(journey);
                }
                Ok(Outcome::Stored { more: oldest.more })
            }
            Err(UplinkError::Rejected(it))
                if extra.is_some() && offender(&it.message, &sent) == extra =>
            {
                // In its own time it goes as it was stored, and may please better.
                journey.portion.halve(sent.len());
                Ok(Outcome::Again)
            }
            Err(error) => self.refused(error, stream_id, &sent, journey).await,
        }
    }

    /// After a push of what waits. The newest, which goes ahead of it, says nothing of how much of it
    /// the way carries.
    fn grow(&self, journey: &mut Journey) {
        let is_quick = journey.took < self.client.timeout() / 6;
        journey.portion.grow(is_quick);
    }

    /// Whether the service has snapshots that this outbox never made, from `unused` on: then the
    /// outbox is an older copy of one that went on, and its sequences stand for other snapshots
    /// there. What waits begins a new stream, in which nothing is mistaken for something else.
    pub(super) async fn has_gone_on(
        &self,
        receipt: &Receipt,
        stream_id: Uuid,
        unused: u64,
        journey: &mut Journey,
    ) -> Result<bool, Failure> {
        if receipt.stream_id != stream_id {
            let what = BadAnswer::OtherStream { stream: receipt.stream_id.to_string() };
            return Err(self.client.incompatible(what).into());
        }
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

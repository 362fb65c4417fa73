//! Decides what is sent next and when, and what the response to a push means. It uses no clock, no
//! socket and no file: time is passed in, and randomness comes from a seed.
//! Constraints: one push is under way at a time; the same bytes have the same idempotency key; only
//! snapshots that a receipt of this push covers are settled; a snapshot is given up only after the
//! service named it in two refusals with different request ids; if the service is slow, pushes become
//! smaller and time-outs longer; no request is sent before the time of a `Retry-After`.

mod capacity;
mod newest_delivery;
mod outgoing;
mod watch;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use tagbridge_api::hmi::push::Receipt;
use uuid::Uuid;

use self::newest_delivery::NewestDelivery;
pub(super) use self::{
    capacity::Capacity,
    newest_delivery::NextPush,
    outgoing::{OutgoingPush, PushOutcome, PushVerdict},
    watch::{PROBE_TIMEOUT, ResponseWait, WatchStep},
};
use super::{PushBody, batch::refused_snapshot};
use crate::{
    backoff::Backoff,
    client::{BadAnswer, UplinkError},
    outbox::Refusal,
    status::ServiceTrouble,
};

/// Pauses if only a person can help, and the time for a response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waits {
    /// The key, the project or the service is not the right one.
    pub(crate) refused: Duration,
    /// The longest time between attempts during a fault that does not load the service, and while
    /// another device streams the project.
    pub(crate) passing: Duration,
    /// The time-out of a push to a service that was not measured yet.
    pub(crate) unmeasured: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            refused: Duration::from_secs(15),
            // A third of the requests of normal operation.
            passing: Duration::from_secs(3),
            unmeasured: Duration::from_secs(30),
        }
    }
}

/// Number of failures before the pauses double.
const AT_FIRST: u32 = 4;
/// The shortest pause after a failure.
const LEAST: Duration = Duration::from_millis(20);
/// The pause after a fault of this computer.
const HERE: Duration = Duration::from_secs(2);
/// The longest random addition to a `Retry-After`.
const SPREAD: Duration = Duration::from_secs(1);
/// A push is created again after this many refusals: its frame may be outdated.
const EFFORT_MAX: u32 = 4;
/// An attempt without a response counts as this many refusals: the next push should be smaller.
const UNANSWERED: u32 = 2;
/// Maximum size of all bodies of a push that is kept, in bytes. Larger pushes are created again.
const HELD_BYTES_MAX: usize = 2 << 20;
/// After a refusal of the newest snapshot, this many pushes of the backlog do not include it.
const WITHOUT_NEWEST: u32 = 10;

/// A snapshot that the service refused by name once.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RefusedOnce {
    sequence: u64,
    request_id: String,
}

/// Without any response, one in this many attempts is a push. The others check for a response.
const PUSH_EACH: u32 = 4;

/// The state of the delivery of a session.
#[derive(Debug)]
pub(super) struct Delivery {
    service: String,
    project: String,
    interval: Duration,
    waits: Waits,
    backoff: Backoff,
    failures: u32,
    /// Consecutive attempts without any answer from the service's address.
    pub(super) unreachable: u32,
    /// When to push next.
    pub(super) next: Instant,
    /// The stream of what follows.
    pub(super) stream_id: Uuid,
    /// The size of the next push.
    pub(super) capacity: Capacity,
    /// A push that failed, or that waits while the newest snapshot is sent first. It is sent again
    /// unchanged.
    pub(super) held: Option<OutgoingPush>,
    suspect: Option<RefusedOnce>,
    without_newest: u32,
    pub(super) ahead: NewestDelivery,
}

impl Delivery {
    /// Creates the state of a session that starts now.
    pub(super) fn new(
        (service, project): (&str, &str),
        interval: Duration,
        waits: Waits,
        seed: u64,
        now: Instant,
    ) -> Self {
        Self {
            service: service.to_owned(),
            project: project.to_owned(),
            interval,
            waits,
            backoff: Backoff::new(seed),
            failures: 0,
            unreachable: 0,
            next: now,
            stream_id: Uuid::nil(),
            capacity: Capacity::new(waits.unmeasured),
            held: None,
            suspect: None,
            without_newest: 0,
            ahead: NewestDelivery::default(),
        }
    }

    /// Whether the next attempt only checks whether the service is back: it needs no snapshots.
    pub(super) fn asks_first(&self) -> bool {
        !self.unreachable.is_multiple_of(PUSH_EACH)
    }

    /// Continues with this stream, and forgets another one.
    pub(super) fn enter(&mut self, stream_id: Uuid) {
        if self.stream_id != stream_id {
            (self.stream_id, self.held, self.suspect) = (stream_id, None, None);
            self.ahead.delivered = None;
        }
    }

    /// Returns the snapshot that has to be pushed alone because the service named it in a refusal.
    pub(super) fn suspect(&self) -> Option<u64> {
        self.suspect.as_ref().map(|it| it.sequence)
    }

    /// Starts the wait for the response to a body.
    pub(super) fn watch(&self, body: &PushBody, now: Instant) -> ResponseWait {
        let timeout = self.capacity.timeout(body.snapshots, body.json);
        let latency = self.capacity.cost.unwrap_or_default().latency;
        ResponseWait::new(timeout, latency, self.unreachable > 0, now)
    }

    /// Checks that a receipt belongs to this body, and records how long the service needed.
    pub(super) fn received(
        &mut self,
        body: &PushBody,
        receipt: &Receipt,
        took: Duration,
    ) -> Result<(), BadAnswer> {
        let key = body.wire.key.to_string();
        let is_own = receipt.idempotency_key.as_ref().is_none_or(|it| *it == key);
        if receipt.stream_id != body.stream_id {
            return Err(BadAnswer::OtherStream { stream: receipt.stream_id.to_string() });
        }
        if receipt.project_id != self.project || !is_own {
            return Err(BadAnswer::OtherPush);
        }
        self.capacity.measured(body.snapshots, body.json, took);
        Ok(())
    }

    /// Returns the consequence of the response to this push: the receipt of its last body, or the
    /// first error.
    pub(super) fn judge(
        &mut self,
        sent: OutgoingPush,
        reply: Result<Receipt, UplinkError>,
    ) -> PushVerdict {
        match reply {
            Ok(receipt) => self.settle(sent, &receipt),
            Err(UplinkError::NoAnswer { is_back: true, .. }) => {
                self.capacity.forget();
                (self.unreachable, self.ahead.is_current) = (0, false);
                self.hold(sent, 0);
                PushVerdict::of(Ok(PushOutcome::Again))
            }
            Err(error) if error.is_late() => {
                let json = sent.bodies.iter().map(|it| it.json).sum();
                self.capacity.unanswered(sent.sequences.len(), json);
                self.hold(sent, UNANSWERED);
                PushVerdict::of(Err(error))
            }
            Err(error) => self.refused(sent, error),
        }
    }

    /// Returns the error of a push without a response. `is_back`: the service was unreachable and
    /// responds again.
    pub(super) fn no_answer(&self, is_back: bool, after: Duration) -> UplinkError {
        UplinkError::NoAnswer { service: self.service.clone(), seconds: after.as_secs(), is_back }
    }

    /// Settles what the receipt covers, sequence by sequence.
    fn settle(&mut self, mut sent: OutgoingPush, receipt: &Receipt) -> PushVerdict {
        if sent.sequences.iter().any(|it| receipt.awaited.contains(it)) {
            return self.incompatible(BadAnswer::LosesParts);
        }
        let rejected = receipt.rejected.iter().filter(|it| sent.sequences.contains(&it.sequence));
        let refused: Vec<Refusal> = rejected.cloned().map(Refusal::from).collect();
        let is_taken = |it: &u64| !refused.iter().any(|one| one.sequence == *it);
        let taken: Vec<u64> = sent.sequences.iter().copied().filter(is_taken).collect();
        // A receipt without a key is one of this push only if it knows the newest of its snapshots.
        let is_of_this = receipt.idempotency_key.is_some()
            || taken.iter().all(|it| *it <= receipt.newest.max(receipt.stored_through));
        let is_covered =
            |it: &u64| *it <= receipt.stored_through || (is_of_this && *it <= receipt.newest);
        let (stored, missing): (Vec<u64>, Vec<u64>) = taken.into_iter().partition(is_covered);
        self.ahead.delivered = self.ahead.delivered.max(stored.iter().copied().max());
        if let (Some(&first), Some(&last)) = (missing.first(), missing.last()) {
            let what = BadAnswer::NotCovered { first, last };
            let service = self.service.clone();
            sent.sequences = missing;
            let verdict = self.refused(sent, UplinkError::Incompatible { service, what });
            return PushVerdict { stored, ..verdict };
        }
        self.suspect.take_if(|it| sent.sequences.contains(&it.sequence));
        self.without_newest = self.without_newest.saturating_sub(1);
        PushVerdict { stored, refused, then: Ok(PushOutcome::Stored { more: sent.more }) }
    }

    fn refused(&mut self, sent: OutgoingPush, error: UplinkError) -> PushVerdict {
        let count = sent.sequences.len();
        let is_newest_alone = count == 1 && sent.extra.is_some();
        let again = || PushVerdict::of(Ok(PushOutcome::Again));
        match error {
            UplinkError::Rejected(envelope) => {
                match refused_snapshot(&envelope.message, &sent.sequences) {
                    Some(named) => self.named(sent, named, envelope),
                    None if is_newest_alone => again(),
                    None => {
                        self.reduce_push_size(count);
                        self.incompatible(BadAnswer::Refuses { error: envelope.to_string() })
                    }
                }
            }
            UplinkError::TooLarge(_) => {
                let json = sent.bodies.iter().map(|it| it.json).max().unwrap_or_default();
                self.capacity.limit(json);
                // It is kept, and sent in smaller pushes.
                if is_newest_alone || count > 1 || !self.capacity.is_smallest_refused {
                    self.reduce_push_size(count);
                    return again();
                }
                PushVerdict::of(Err(error))
            }
            UplinkError::Incompatible { ref what, .. } if what.is_about_content() => {
                self.reduce_push_size(count);
                if is_newest_alone { again() } else { PushVerdict::of(Err(error)) }
            }
            // The next attempt has another key, or another stream.
            UplinkError::KeyTaken(_) | UplinkError::Copied(_) => PushVerdict::of(Err(error)),
            error => {
                self.capacity.forget();
                self.hold(sent, 1);
                PushVerdict::of(Err(error))
            }
        }
    }

    /// Handles a refusal that names a snapshot. Only a second refusal counts, of that snapshot
    /// alone and with another request id: the first one may belong to another push.
    fn named(
        &mut self,
        sent: OutgoingPush,
        sequence: u64,
        envelope: tagbridge_api::Error,
    ) -> PushVerdict {
        let again = PushVerdict::of(Ok(PushOutcome::Again));
        if sent.extra == Some(sequence) {
            // It is sent once more as it was stored, and may be accepted then.
            self.without_newest = WITHOUT_NEWEST;
            return again;
        }
        let is_alone = sent.sequences.len() == 1;
        let request_id = envelope.request_id.clone().unwrap_or_default();
        match self.suspect.take().filter(|it| it.sequence == sequence) {
            Some(before) if before.request_id == request_id => {
                return self.incompatible(BadAnswer::Repeated { request_id });
            }
            Some(_) if is_alone => {
                let tagbridge_api::Error { error, message, .. } = envelope;
                let request_id = Some(request_id);
                let refusal = Refusal { sequence, error, message, request_id };
                return PushVerdict { refused: vec![refusal], ..again };
            }
            _ => self.suspect = Some(RefusedOnce { sequence, request_id }),
        }
        if is_alone {
            self.hold(sent, 0);
        }
        again
    }

    /// Makes the next pushes smaller, and excludes the newest snapshot from them.
    fn reduce_push_size(&mut self, snapshots: usize) {
        self.capacity.snapshots = (snapshots / 2).max(1);
        self.without_newest = WITHOUT_NEWEST;
    }

    /// Keeps a failed push, unless an older one waits: then the failed one has only the newest
    /// snapshot.
    fn hold(&mut self, mut sent: OutgoingPush, effort: u32) {
        sent.effort += effort;
        let bytes: usize = sent.bodies.iter().map(|it| it.wire.bytes.len()).sum();
        if self.held.is_none() && sent.effort < EFFORT_MAX && bytes <= HELD_BYTES_MAX {
            self.held = Some(sent);
        }
    }

    fn incompatible(&self, what: BadAnswer) -> PushVerdict {
        let service = self.service.clone();
        PushVerdict::of(Err(UplinkError::Incompatible { service, what }))
    }

    /// Records that the push that began at `began` succeeded. If more snapshots wait, the next push
    /// follows at once.
    pub(super) fn succeeded(&mut self, began: Instant, more: bool, now: Instant) {
        (self.failures, self.unreachable) = (0, 0);
        self.next = if more { now } else { now.max(began + self.interval) };
    }

    /// Schedules the next attempt after a failed push.
    ///
    /// The pause starts at the beginning of the failed attempt: a long attempt is already a pause
    /// for the service.
    pub(super) fn failed(&mut self, error: &UplinkError, began: Instant, now: Instant) -> Instant {
        self.failures = self.failures.saturating_add(1);
        // The failed push is sent after a newest snapshot that took too long.
        self.ahead.is_current = self.ahead.was_alone && error.is_late();
        let trouble = error.trouble();
        let is_unreachable = trouble == ServiceTrouble::Unreachable;
        self.unreachable = if is_unreachable { self.unreachable.saturating_add(1) } else { 0 };
        let wait = match trouble {
            // The service is only asked whether the other device still streams.
            ServiceTrouble::Conflict => self.waits.passing,
            ServiceTrouble::Unauthorized | ServiceTrouble::Forbidden => self.waits.refused,
            ServiceTrouble::Throttled => self.backoff.after(self.failures),
            _ => {
                let later = self.failures.saturating_sub(AT_FIRST).max(1);
                self.backoff.after(later).min(self.backoff.below(self.waits.passing))
            }
        };
        self.next = match error.wait().filter(|it| !it.is_zero()) {
            // Not before the time that the service requested, and not all sessions at the same
            // time.
            Some(asked) => now + asked + self.backoff.up_to(SPREAD.min(asked / 4)),
            None => (began + wait).max(now + LEAST),
        };
        self.next
    }

    /// Records a failure of this computer. The delivery continues soon after the disk has space
    /// again.
    pub(super) fn failed_here(&mut self, now: Instant) -> Instant {
        self.next = now + HERE.min(self.waits.passing);
        self.next
    }
}

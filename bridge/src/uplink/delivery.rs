//! Decides what is sent next and when, and what the response to a push means. It uses no clock, no
//! socket and no file: time is passed in, and randomness comes from a seed.
//! Constraints: one push is under way at a time; the same bytes have the same idempotency key; only
//! snapshots that a receipt of this push covers are settled; a snapshot is given up only after the
//! service named it in two refusals with different request ids; if the service is slow, pushes become
//! smaller and time-outs longer; no request is sent before the time of a `Retry-After`.

mod ahead;
mod capacity;
mod outgoing;
mod watch;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use tagbridge_api::hmi::push::{Receipt, Rejected};
use uuid::Uuid;

use self::ahead::Ahead;
pub(super) use self::{
    ahead::Next,
    capacity::Capacity,
    outgoing::{Outgoing, Then, Verdict},
    watch::{PROBE_TIMEOUT, Watch, WatchStep},
};
use super::{PushBody, batch::offender};
use crate::{
    backoff::Backoff,
    client::{BadAnswer, UplinkError},
    outbox::Refusal,
    status::ServiceTrouble,
};

/// Pauses if only a person can help, and the time for a response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waits {
    /// Another device streams the project.
    pub(crate) conflict: Duration,
    /// The key, the project or the service is not the right one.
    pub(crate) refused: Duration,
    /// The longest time between attempts during a fault that does not load the service.
    pub(crate) passing: Duration,
    /// The time-out of a push to a service that was not measured yet.
    pub(crate) unmeasured: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            // The service is only asked whether the other device still streams.
            conflict: Duration::from_secs(3),
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
const REFUSALS_MAX: u32 = 4;
/// A push is created again, smaller, after this many attempts without a response.
const UNANSWERED_MAX: u32 = 2;
/// After a refusal of the newest snapshot, this many pushes of the backlog do not include it.
const WITHOUT_NEWEST: u32 = 10;

/// A snapshot that the service refused by name once.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Suspect {
    stream_id: Uuid,
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
    unreachable: u32,
    next: Instant,
    capacity: Capacity,
    held: Option<Outgoing>,
    suspect: Option<Suspect>,
    without_newest: u32,
    ahead: Ahead,
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
            capacity: Capacity::new(waits.unmeasured),
            held: None,
            suspect: None,
            without_newest: 0,
            ahead: Ahead::new(),
        }
    }

    /// When to push next.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Whether the next attempt only checks whether the service is back: it needs no snapshots.
    pub(super) fn asks_first(&self) -> bool {
        !self.unreachable.is_multiple_of(PUSH_EACH)
    }

    /// Returns the size of the next push.
    pub(super) fn capacity(&self) -> &Capacity {
        &self.capacity
    }

    /// Returns the push of this stream that has no response yet. It is sent again unchanged.
    pub(super) fn take_held(&mut self, stream_id: Uuid) -> Option<Outgoing> {
        self.held.take().filter(|it| it.stream_id == stream_id)
    }

    /// Keeps a push that waits while the newest snapshot is sent first.
    pub(super) fn put_aside(&mut self, push: Outgoing) {
        self.held = Some(push);
    }

    /// Returns the snapshot that has to be pushed alone because the service named it in a refusal.
    pub(super) fn suspect(&self, stream_id: Uuid) -> Option<u64> {
        self.suspect.as_ref().filter(|it| it.stream_id == stream_id).map(|it| it.sequence)
    }

    /// Records that the snapshot to be pushed alone no longer exists.
    pub(super) fn clear_suspect(&mut self) {
        self.suspect = None;
    }

    /// Starts the wait for the response to a body with this many snapshots.
    pub(super) fn watch(&self, snapshots: usize, body: &PushBody, now: Instant) -> Watch {
        let timeout = self.capacity.timeout(snapshots, body.json);
        Watch::new(timeout, self.capacity.latency(), now)
    }

    /// Checks that a receipt belongs to this body, and records how long the service needed.
    pub(super) fn received(
        &mut self,
        (snapshots, body): (usize, &PushBody),
        stream_id: Uuid,
        receipt: &Receipt,
        took: Duration,
    ) -> Result<(), BadAnswer> {
        let key = receipt.idempotency_key.as_deref();
        let is_other_push = receipt.project_id != self.project
            || key.is_some_and(|key| key != body.wire.key.to_string());
        if receipt.stream_id != stream_id {
            return Err(BadAnswer::OtherStream { stream: receipt.stream_id.to_string() });
        }
        if is_other_push {
            return Err(BadAnswer::OtherPush);
        }
        self.capacity.measured(snapshots, body.json, took);
        Ok(())
    }

    /// Returns the consequence of the response to this push: the receipt of its last body, or the
    /// first error.
    pub(super) fn judge(
        &mut self,
        mut sent: Outgoing,
        answer: Result<Receipt, UplinkError>,
    ) -> Verdict {
        match answer {
            Ok(receipt) => self.settle(sent, &receipt),
            Err(UplinkError::NoAnswer { is_back: true, .. }) => {
                self.capacity.forget();
                self.ahead.is_overdue = true;
                self.hold(sent);
                Verdict::again()
            }
            Err(error) if error.is_late() => {
                self.capacity.unanswered(sent.sequences.len(), sent.json());
                sent.unanswered += 1;
                if sent.unanswered < UNANSWERED_MAX {
                    self.hold(sent);
                }
                Verdict::fail(error)
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
    fn settle(&mut self, mut sent: Outgoing, receipt: &Receipt) -> Verdict {
        if sent.sequences.iter().any(|it| receipt.awaited.contains(it)) {
            return Verdict::fail(self.incompatible(BadAnswer::LosesParts));
        }
        let is_sent = |it: &&Rejected| sent.sequences.contains(&it.sequence);
        let rejected = receipt.rejected.iter().filter(is_sent);
        let refused: Vec<Refusal> = rejected.cloned().map(Refusal::from).collect();
        let is_taken = |it: &u64| !refused.iter().any(|one| one.sequence == *it);
        let taken: Vec<u64> = sent.sequences.iter().copied().filter(is_taken).collect();
        // A receipt without a key is one of this push only if it knows the newest of its snapshots.
        let is_of_this = receipt.idempotency_key.is_some()
            || taken.iter().all(|it| *it <= receipt.newest.max(receipt.stored_through));
        let is_covered =
            |it: &u64| *it <= receipt.stored_through || (is_of_this && *it <= receipt.newest);
        let (stored, missing): (Vec<u64>, Vec<u64>) = taken.into_iter().partition(is_covered);
        self.ahead.stored(sent.stream_id, &stored);
        if let (Some(first), Some(last)) = (missing.first(), missing.last()) {
            let what = BadAnswer::NotCovered { first: *first, last: *last };
            sent.sequences = missing;
            let verdict = self.refused(sent, self.incompatible(what));
            return Verdict { stored, ..verdict };
        }
        let is_suspected = |it: &Suspect| sent.sequences.contains(&it.sequence);
        self.suspect.take_if(|it| is_suspected(it));
        self.without_newest = self.without_newest.saturating_sub(1);
        Verdict { stored, refused, then: Then::Continue }
    }

    fn refused(&mut self, mut sent: Outgoing, error: UplinkError) -> Verdict {
        let count = sent.sequences.len();
        let is_newest_alone = count == 1 && sent.extra.is_some();
        let then = match error {
            UplinkError::Rejected(envelope) => {
                return match offender(&envelope.message, &sent.sequences) {
                    Some(named) => self.named(sent, named, envelope),
                    None if is_newest_alone => Verdict::again(),
                    None => {
                        self.halve(count);
                        let error = envelope.to_string();
                        Verdict::fail(self.incompatible(BadAnswer::Refuses { error }))
                    }
                };
            }
            UplinkError::TooLarge(_) => {
                let json = sent.bodies.iter().map(|it| it.json).max().unwrap_or_default();
                self.capacity.limit(json);
                // It is kept, and sent in smaller pushes.
                if is_newest_alone || count > 1 || !self.capacity.is_smallest_refused() {
                    self.halve(count);
                    return Verdict::again();
                }
                return Verdict::fail(error);
            }
            UplinkError::Incompatible { ref what, .. } if what.is_about_content() => {
                self.halve(count);
                return if is_newest_alone { Verdict::again() } else { Verdict::fail(error) };
            }
            // The next attempt has another key, or another stream.
            UplinkError::KeyTaken(_) | UplinkError::Copied(_) => return Verdict::fail(error),
            error => Then::Fail(error),
        };
        self.capacity.forget();
        sent.refusals += 1;
        if sent.refusals < REFUSALS_MAX {
            self.hold(sent);
        }
        Verdict { then, ..Verdict::default() }
    }

    /// Handles a refusal that names a snapshot. Only a second refusal counts, of that snapshot
    /// alone and with another request id: the first one may belong to another push.
    fn named(&mut self, sent: Outgoing, sequence: u64, envelope: tagbridge_api::Error) -> Verdict {
        if sent.extra == Some(sequence) {
            // It is sent once more as it was stored, and may be accepted then.
            self.without_newest = WITHOUT_NEWEST;
            return Verdict::again();
        }
        let request_id = envelope.request_id.clone().unwrap_or_default();
        let suspect = Suspect { stream_id: sent.stream_id, sequence, request_id };
        match self.suspect.take() {
            Some(before) if (before.stream_id, before.sequence) == (sent.stream_id, sequence) => {
                if before.request_id == suspect.request_id {
                    let what = BadAnswer::Repeated { request_id: suspect.request_id };
                    return Verdict::fail(self.incompatible(what));
                }
                if sent.sequences.len() == 1 {
                    let tagbridge_api::Error { error, message, .. } = envelope;
                    let request_id = Some(suspect.request_id);
                    let refusal = Refusal { sequence, error, message, request_id };
                    return Verdict { refused: vec![refusal], ..Verdict::again() };
                }
                self.suspect = Some(suspect);
            }
            _ => self.suspect = Some(suspect),
        }
        if sent.sequences.len() == 1 {
            self.hold(sent);
        }
        Verdict::again()
    }

    /// Makes the next pushes smaller, and excludes the newest snapshot from them.
    fn halve(&mut self, snapshots: usize) {
        self.capacity.halve(snapshots);
        self.without_newest = WITHOUT_NEWEST;
    }

    /// Keeps a failed push, unless an older one waits: then the failed one has only the newest
    /// snapshot.
    fn hold(&mut self, sent: Outgoing) {
        if self.held.is_none() {
            self.held = Some(sent).filter(Outgoing::is_small_enough_to_hold);
        }
    }

    fn incompatible(&self, what: BadAnswer) -> UplinkError {
        UplinkError::Incompatible { service: self.service.clone(), what }
    }

    /// Records that the push that began at `began` succeeded. If more snapshots wait, the next push
    /// follows at once.
    pub(super) fn succeeded(&mut self, began: Instant, more: bool, now: Instant) {
        (self.failures, self.unreachable) = (0, 0);
        self.next = if more { now } else { now.max(began + self.interval) };
    }

    /// Schedules another push, or another form of this one, at once.
    pub(super) fn again(&mut self, now: Instant) {
        self.next = now;
    }

    /// Schedules the next attempt after a failed push.
    ///
    /// The pause starts at the beginning of the failed attempt: a long attempt is already a pause
    /// for the service.
    pub(super) fn failed(&mut self, error: &UplinkError, began: Instant, now: Instant) -> Instant {
        self.failures = self.failures.saturating_add(1);
        // The failed push is sent after a newest snapshot that took too long.
        self.ahead.is_overdue = !(self.ahead.was_alone && error.is_late());
        let is_unreachable = error.trouble() == ServiceTrouble::Unreachable;
        self.unreachable = if is_unreachable { self.unreachable.saturating_add(1) } else { 0 };
        let pause = self.backoff.after(self.failures);
        let wait = match error.trouble() {
            ServiceTrouble::Conflict => self.waits.conflict,
            ServiceTrouble::Unauthorized | ServiceTrouble::Forbidden => self.waits.refused,
            ServiceTrouble::Throttled => pause,
            _ => {
                let doubled = self.failures.saturating_sub(AT_FIRST).max(1);
                let pause = self.backoff.after(doubled);
                if pause < self.waits.passing {
                    pause
                } else {
                    self.backoff.below(self.waits.passing)
                }
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

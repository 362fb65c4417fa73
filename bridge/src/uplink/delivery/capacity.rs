//! How much the next push carries, and how long its answer may take: both follow what was measured.

use std::time::Duration;

use tagbridge_api::limits::PUSH_SNAPSHOTS_MAX;

use crate::uplink::batch::{ALONE_BYTES_MAX, BYTES_MAX};

/// How long the service should work on a push. A longer one keeps the newest values waiting.
const GOAL: Duration = Duration::from_secs(2);
/// Snapshots and bytes of JSON in a push of a backlog until more of them proved to be quick.
const SNAPSHOTS_FIRST: usize = 64;
const BYTES_FIRST: usize = 1 << 20;
/// A push may always carry this many bytes of JSON.
pub(super) const BYTES_MIN: usize = 64 << 10;
/// An unanswered push makes the next ones smaller, down to this many snapshots.
const UNANSWERED_SNAPSHOTS: usize = 8;
/// Each push that gets through adds this part to the largest size after a refusal for size.
const RETRIED: usize = 64;
/// Limits of the time-out of a push whose cost is known: of a small one, of another, and of any.
const SMALL_TIMEOUT: Duration = Duration::from_secs(3);
const TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT_MAX: Duration = Duration::from_mins(2);

/// What is known of the service's speed.
#[derive(Debug, Clone)]
pub(in crate::uplink) struct Capacity {
    snapshots: usize,
    bytes: usize,
    /// The largest size that nothing on the way refused, as far as is known.
    bytes_max: usize,
    is_smallest_refused: bool,
    /// The time-out of a push whose cost is unknown.
    unknown: Duration,
    /// What the smallest push takes, and each snapshot and each byte more. `None`: unknown.
    cost: Option<Cost>,
    /// Consecutive pushes without an answer.
    unanswered: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    latency: Duration,
    snapshot: Duration,
    byte: Duration,
}

impl Capacity {
    /// Of a service that was not measured yet.
    pub(super) fn new(unknown: Duration) -> Self {
        Self {
            snapshots: SNAPSHOTS_FIRST,
            bytes: BYTES_FIRST,
            bytes_max: BYTES_MAX,
            is_smallest_refused: false,
            unknown,
            cost: None,
            unanswered: 0,
        }
    }

    /// The most snapshots of the next push.
    pub(in crate::uplink) fn snapshots(&self) -> usize {
        self.snapshots
    }

    /// The most bytes of JSON of the next push.
    pub(in crate::uplink) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The most bytes of JSON of a snapshot that is pushed alone. A larger one goes in parts.
    pub(in crate::uplink) fn alone_bytes(&self) -> usize {
        if self.bytes_max == BYTES_MAX { ALONE_BYTES_MAX } else { self.bytes }
    }

    /// Whether even the smallest push was refused for its size.
    pub(super) fn is_smallest_refused(&self) -> bool {
        self.is_smallest_refused
    }

    /// A push with this many snapshots and bytes of JSON was answered after `took`.
    pub(super) fn measured(&mut self, snapshots: usize, json: usize, took: Duration) {
        let known = self.cost.unwrap_or_default();
        let is_smallest = snapshots <= 1 && json <= BYTES_MIN;
        let latency = match self.cost {
            Some(cost) if !is_smallest => cost.latency.min(took),
            _ => took,
        };
        let work = took.saturating_sub(latency);
        let slower = |before: Duration, now: Duration| now.max((before * 7 + now) / 8);
        let mut cost = Cost { latency: slower(known.latency.min(latency), latency), ..known };
        if !is_smallest {
            cost.snapshot = slower(known.snapshot, work / count(snapshots));
            cost.byte = slower(known.byte, work / count(json));
        }
        self.cost = Some(cost);
        self.unanswered = 0;
        if snapshots == 0 {
            return;
        }
        self.is_smallest_refused = false;
        // A limit on the way may be gone: that is tried by a little at a time.
        self.bytes_max = (self.bytes_max + self.bytes_max / RETRIED).min(BYTES_MAX);
        let goal = GOAL.max(latency);
        if work > goal {
            let part = (goal.as_secs_f64() / work.as_secs_f64()).max(0.25);
            self.snapshots = scaled(snapshots, part).clamp(1, self.snapshots);
            self.bytes = scaled(json, part).clamp(BYTES_MIN, self.bytes.max(BYTES_MIN));
        } else if work <= goal / 2 && (snapshots > self.snapshots / 2 || json > self.bytes / 2) {
            self.snapshots = (self.snapshots * 2).min(PUSH_SNAPSHOTS_MAX);
            self.bytes = (self.bytes * 2).min(self.bytes_max);
        }
    }

    /// The service or the way was away: what was measured before is outdated.
    pub(super) fn forget(&mut self) {
        self.snapshots = self.snapshots.min(SNAPSHOTS_FIRST);
        self.bytes = self.bytes.min(BYTES_FIRST);
        self.cost = None;
    }

    /// A push of this size had no answer in time.
    pub(super) fn unanswered(&mut self, snapshots: usize, json: usize) {
        self.unanswered = self.unanswered.saturating_add(1);
        let least = UNANSWERED_SNAPSHOTS.min(self.snapshots);
        self.snapshots = (snapshots / 2).clamp(least, self.snapshots);
        self.bytes = (json / 2).clamp(BYTES_MIN, self.bytes.max(BYTES_MIN));
        self.forget();
    }

    /// A push of this many snapshots was refused for what is in it.
    pub(super) fn halve(&mut self, snapshots: usize) {
        self.snapshots = (snapshots / 2).max(1);
    }

    /// A push with this many bytes of JSON was refused for its size.
    pub(super) fn limit(&mut self, json: usize) {
        self.is_smallest_refused = self.bytes == BYTES_MIN;
        self.bytes = (json.min(self.bytes) / 2).max(BYTES_MIN);
        self.bytes_max = self.bytes;
    }

    /// How long the answer to a small request usually takes.
    pub(super) fn latency(&self) -> Duration {
        self.cost.unwrap_or_default().latency
    }

    /// How long the answer to a push of this size may take before the push is sent again. It doubles
    /// with each push that has no answer.
    pub(in crate::uplink) fn timeout(&self, snapshots: usize, json: usize) -> Duration {
        let doubled = 2_u32.pow(self.unanswered.min(6));
        let Some(cost) = self.cost else {
            return (self.unknown * doubled).min(TIMEOUT_MAX.max(self.unknown));
        };
        let is_small = snapshots <= UNANSWERED_SNAPSHOTS && json <= BYTES_MIN;
        let least = if is_small { SMALL_TIMEOUT } else { TIMEOUT };
        let work = (cost.snapshot * count(snapshots)).max(cost.byte * count(json));
        ((cost.latency + work) * 4).clamp(least.min(self.unknown), TIMEOUT_MAX)
    }
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX).max(1)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a part of a size, not negative, rounded"
)]
fn scaled(size: usize, part: f64) -> usize {
    (size as f64 * part) as usize
}

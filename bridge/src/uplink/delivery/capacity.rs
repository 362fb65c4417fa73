//! The size of the next push, and the time-out of its response. Both depend on measurements.

use std::time::Duration;

use tagbridge_api::limits::PUSH_SNAPSHOTS_MAX;

use crate::uplink::batch::{ALONE_BYTES_MAX, BYTES_MAX};

/// Target time of the service for a push. During a longer push the newest values wait.
const GOAL: Duration = Duration::from_secs(2);
/// Initial limits of a push of a backlog: snapshots and bytes of JSON. They grow if pushes are
/// fast.
const SNAPSHOTS_FIRST: usize = 64;
const BYTES_FIRST: usize = 1 << 20;
/// A push may always have this many bytes of JSON.
pub(super) const BYTES_MIN: usize = 64 << 10;
/// An unanswered push makes the next ones smaller, down to this many snapshots.
const UNANSWERED_SNAPSHOTS: usize = 8;
/// After a refusal for size, each successful push increases the largest size by this fraction.
const RETRIED: usize = 64;
/// Limits of the time-out of a push whose cost is known: of a small push, of another push, and of
/// all. A connection that was lost during a fault is noticed by the time-out, and the promise is
/// that values are live again within 5 s.
const SMALL_TIMEOUT: Duration = Duration::from_secs(3);
const TIMEOUT: Duration = Duration::from_secs(4);
const TIMEOUT_MAX: Duration = Duration::from_mins(2);

/// The measured speed of the service.
#[derive(Debug, Clone)]
pub(in crate::uplink) struct Capacity {
    /// Maximum number of snapshots of the next push.
    pub(in crate::uplink) snapshots: usize,
    /// Maximum size of the next push, in bytes of JSON.
    pub(in crate::uplink) bytes: usize,
    /// The largest known size that neither the service nor a proxy refused.
    bytes_max: usize,
    /// Whether even the smallest push was refused for its size.
    pub(super) is_smallest_refused: bool,
    /// The time-out of a push whose cost is unknown.
    unknown: Duration,
    /// The time of the smallest push, and the additional time of each snapshot and each byte;
    /// `None` if unknown.
    pub(super) cost: Option<Cost>,
    /// Consecutive pushes without an answer.
    unanswered: u32,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) latency: Duration,
    snapshot: Duration,
    byte: Duration,
}

impl Capacity {
    /// Creates the state for a service that was not measured yet.
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

    /// Returns the maximum size of a snapshot that is pushed alone, in bytes of JSON. A larger one
    /// is sent in parts.
    pub(in crate::uplink) fn alone_bytes(&self) -> usize {
        if self.bytes_max == BYTES_MAX { ALONE_BYTES_MAX } else { self.bytes }
    }

    /// Records that a push with this many snapshots and bytes of JSON was answered after `took`.
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
        // A proxy's limit may have been removed: the size grows in small steps.
        self.bytes_max = (self.bytes_max + self.bytes_max / RETRIED).min(BYTES_MAX);
        let goal = GOAL.max(latency);
        if work > goal {
            self.snapshots = part_of(snapshots, goal, work).clamp(1, self.snapshots);
            self.bytes = part_of(json, goal, work).clamp(BYTES_MIN, self.bytes.max(BYTES_MIN));
        } else if work <= goal / 2 && (snapshots > self.snapshots / 2 || json > self.bytes / 2) {
            self.snapshots = (self.snapshots * 2).min(PUSH_SNAPSHOTS_MAX);
            self.bytes = (self.bytes * 2).min(self.bytes_max);
        }
    }

    /// Records that the service or the network was not available: earlier measurements are
    /// outdated.
    pub(super) fn forget(&mut self) {
        self.snapshots = self.snapshots.min(SNAPSHOTS_FIRST);
        self.bytes = self.bytes.min(BYTES_FIRST);
        self.cost = None;
    }

    /// Records that a push of this size had no response in time.
    pub(super) fn unanswered(&mut self, snapshots: usize, json: usize) {
        self.unanswered = self.unanswered.saturating_add(1);
        let least = UNANSWERED_SNAPSHOTS.min(self.snapshots);
        self.snapshots = (snapshots / 2).clamp(least, self.snapshots);
        self.bytes = (json / 2).clamp(BYTES_MIN, self.bytes.max(BYTES_MIN));
        self.forget();
    }

    /// Records that a push with this many bytes of JSON was refused because of its size.
    pub(super) fn limit(&mut self, json: usize) {
        self.is_smallest_refused = self.bytes == BYTES_MIN;
        self.bytes = (json.min(self.bytes) / 2).max(BYTES_MIN);
        self.bytes_max = self.bytes;
    }

    /// Returns how long the response to a push of this size may take before the push is sent again.
    /// The time doubles with each push without a response.
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

/// Returns the part of a size that takes `goal` if all of it takes `work`; at least a quarter.
fn part_of(size: usize, goal: Duration, work: Duration) -> usize {
    let part = size as u128 * goal.as_millis() / work.as_millis().max(1);
    usize::try_from(part).unwrap_or(size).max(size / 4)
}

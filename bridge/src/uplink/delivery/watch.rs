//! Waiting for the answer to a push. One push is under way at a time: a slow one is not sent a second
//! time while the first may still be answered.
//!
//! A push that is overdue is probed by a small request. The service that answers the probe is alive and may
//! be slow: the push keeps its time-out. Where the probes had no answer and then have one, the connection
//! of the push most probably died in between: the push is sent again soon, as it is.

use std::time::{Duration, Instant};

/// A push is overdue after four times the usual time, within these limits.
const OVERDUE_MIN: Duration = Duration::from_secs(1);
const OVERDUE_MAX: Duration = Duration::from_secs(3);
/// How long the answer to a probe may take.
pub(in crate::uplink) const PROBE_TIMEOUT: Duration = Duration::from_secs(2);
/// From a probe without an answer to the next.
const PROBE_PAUSE: Duration = Duration::from_millis(500);
/// From a probe with an answer to the next: it doubles each time, up to the limit.
const ALIVE_PAUSE: Duration = Duration::from_secs(3);
const ALIVE_PAUSE_MAX: Duration = Duration::from_secs(24);
/// How long the answer to the push may still arrive after the service answers probes again.
const GRACE: Duration = Duration::from_millis(500);

/// What to do while there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::uplink) enum WatchStep {
    /// Wait for the answer until then.
    Until(Instant),
    /// Send a probe.
    Probe,
    /// Stop waiting. `is_back`: the service was away and answers again.
    Stop {
        /// See above.
        is_back: bool,
    },
}

/// The wait for one answer. Pure: time is passed in.
#[derive(Debug)]
pub(in crate::uplink) struct Watch {
    until: Instant,
    probe_at: Instant,
    alive_pause: Duration,
    /// Whether the last probe had no answer.
    is_away: bool,
    /// When the service was away and answered again.
    back_at: Option<Instant>,
}

impl Watch {
    /// Of a push that is sent now; `latency`: what an answer usually takes.
    pub(super) fn new(timeout: Duration, latency: Duration, now: Instant) -> Self {
        Self {
            until: now + timeout,
            probe_at: now + (latency * 4).clamp(OVERDUE_MIN, OVERDUE_MAX),
            alive_pause: ALIVE_PAUSE,
            is_away: false,
            back_at: None,
        }
    }

    /// What to do now.
    pub(in crate::uplink) fn step(&self, now: Instant) -> WatchStep {
        let end = self.back_at.map_or(self.until, |at| self.until.min(at + GRACE));
        if now >= end {
            WatchStep::Stop { is_back: self.back_at.is_some() }
        } else if now >= self.probe_at && self.back_at.is_none() {
            WatchStep::Probe
        } else if self.back_at.is_some() {
            WatchStep::Until(end)
        } else {
            WatchStep::Until(end.min(self.probe_at))
        }
    }

    /// A probe came to an end.
    pub(in crate::uplink) fn probed(&mut self, is_answered: bool, now: Instant) {
        if is_answered && self.is_away {
            self.back_at = Some(now);
        }
        self.is_away = !is_answered;
        self.probe_at = now + if is_answered { self.alive_pause } else { PROBE_PAUSE };
        if is_answered {
            self.alive_pause = (self.alive_pause * 2).min(ALIVE_PAUSE_MAX);
        }
    }
}

//! Waits for the response to a push. One push is under way at a time: a slow push is not sent again
//! while it may still be answered.
//!
//! If a push is overdue, a small request (probe) checks the service. If the probe is answered, the
//! service is alive and may be slow: the push keeps its time-out. If probes were not answered and
//! then one is, the connection of the push was probably lost: the push is soon sent again,
//! unchanged.

use std::time::{Duration, Instant};

/// A push is overdue after four times the usual time, within these limits.
const OVERDUE_MIN: Duration = Duration::from_secs(1);
const OVERDUE_MAX: Duration = Duration::from_secs(3);
/// Maximum time of the response to a probe.
pub(in crate::uplink) const PROBE_TIMEOUT: Duration = Duration::from_secs(2);
/// Time from an unanswered probe to the next one.
const PROBE_PAUSE: Duration = Duration::from_millis(500);
/// Time from an answered probe to the next one. It doubles each time, up to the limit.
const ALIVE_PAUSE: Duration = Duration::from_secs(3);
const ALIVE_PAUSE_MAX: Duration = Duration::from_secs(24);
/// How long to wait for the response to the push after the service answers probes again.
const GRACE: Duration = Duration::from_millis(500);

/// What to do while there is no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::uplink) enum WatchStep {
    /// Wait for the response until this time.
    Until(Instant),
    /// Send a probe.
    Probe,
    /// Stop waiting. `is_back`: the service was unreachable and responds again.
    Stop {
        /// Whether the service was unreachable and responds again.
        is_back: bool,
    },
}

/// The wait for one response. Pure: time is passed in.
#[derive(Debug)]
pub(in crate::uplink) struct ResponseWait {
    until: Instant,
    probe_at: Instant,
    alive_pause: Duration,
    /// Whether the last probe was not answered.
    is_away: bool,
    /// Whether the service responded again after it was unreachable.
    is_back: bool,
}

impl ResponseWait {
    /// Starts the wait for a push that is sent now. `latency` is the usual time of a response;
    /// `is_away`: the service did not answer before.
    pub(super) fn new(timeout: Duration, latency: Duration, is_away: bool, now: Instant) -> Self {
        Self {
            until: now + timeout,
            probe_at: now + (latency * 4).clamp(OVERDUE_MIN, OVERDUE_MAX),
            alive_pause: ALIVE_PAUSE,
            is_away,
            is_back: false,
        }
    }

    /// Returns what to do now.
    pub(in crate::uplink) fn step(&self, now: Instant) -> WatchStep {
        if now >= self.until {
            WatchStep::Stop { is_back: self.is_back }
        } else if now >= self.probe_at {
            WatchStep::Probe
        } else {
            WatchStep::Until(self.until.min(self.probe_at))
        }
    }

    /// Records the end of a probe.
    pub(in crate::uplink) fn record_probe(&mut self, is_answered: bool, now: Instant) {
        if !is_answered {
            self.probe_at = now + PROBE_PAUSE;
        } else if self.is_away {
            self.is_back = true;
            self.until = self.until.min(now + GRACE);
            self.probe_at = self.until;
        } else {
            self.probe_at = now + self.alive_pause;
            self.alive_pause = (self.alive_pause * 2).min(ALIVE_PAUSE_MAX);
        }
        self.is_away = !is_answered;
    }
}

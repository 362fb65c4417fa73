//! How often a stream is pushed, and from that, for how long it counts as live after a push.

use serde::{Deserialize, Serialize};
use tagbridge_api::{Timestamp, limits};

/// How many of the last intervals are looked at.
const REMEMBERED: usize = 5;
/// An interval counts as no longer than this: what is longer is an outage, not a habit.
const INTERVAL_MS_MAX: i64 = 60_000;

/// The interval that a stream's bridge means to keep, and the last ones seen, measured by this
/// machine's clock.
///
/// Of those seen the median counts: one long pause does not stretch the time to live, a bridge that
/// slowed down is believed after three pushes. The longer of both is the stream's interval: what is
/// seen says nothing yet of a stream that just began, nor after a backlog went through in a rush.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pace {
    /// Milliseconds, oldest first.
    intervals: Vec<i64>,
    /// Milliseconds; kept apart from the others.
    #[serde(skip)]
    meant: Option<i64>,
}

impl Pace {
    /// With the interval that the bridge means to keep, in milliseconds.
    pub fn meaning(self, meant: Option<i64>) -> Self {
        Self { meant: meant.map(|it| it.clamp(0, INTERVAL_MS_MAX)), ..self }
    }

    /// The interval that the bridge means to keep, in milliseconds.
    pub fn meant(&self) -> Option<i64> {
        self.meant
    }

    /// Takes note of a push, so long after the one before.
    pub fn observe(&mut self, last_push: Timestamp, now: Timestamp) {
        if self.intervals.len() == REMEMBERED {
            self.intervals.remove(0);
        }
        let interval = now.as_millis() - last_push.as_millis();
        self.intervals.push(interval.clamp(0, INTERVAL_MS_MAX));
    }

    /// Whether a stream last pushed then is live now. A clock that was set back by more than the
    /// time to live makes it not live rather than live for long.
    pub fn is_live(&self, last_push: Timestamp, now: Timestamp) -> bool {
        let age = now.as_millis().abs_diff(last_push.as_millis());
        u128::from(age) <= limits::LIVE_AT_LEAST.as_millis().max(self.time_to_live_ms())
    }

    fn time_to_live_ms(&self) -> u128 {
        let mut sorted = self.intervals.clone();
        sorted.sort_unstable();
        let median = sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0);
        let interval = median.max(self.meant.unwrap_or(0));
        u128::from(interval.unsigned_abs()) * u128::from(limits::LIVE_PUSH_INTERVALS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes after these pauses; then how long, in milliseconds, the stream stays live.
    fn check(pauses_ms: &[i64], live_for_ms: i64) {
        check_meaning(None, pauses_ms, live_for_ms);
    }

    fn check_meaning(meant: Option<i64>, pauses_ms: &[i64], live_for_ms: i64) {
        let at = |ms| Timestamp::from_millis(ms).unwrap();
        let mut pace = Pace::default().meaning(meant);
        let mut last = at(0);
        for pause in pauses_ms {
            let now = at(last.as_millis() + pause);
            pace.observe(last, now);
            last = now;
        }
        let after = |ms| pace.is_live(last, at(last.as_millis() + ms));
        assert!(after(live_for_ms), "{pauses_ms:?}: live after {live_for_ms}");
        assert!(!after(live_for_ms + 1), "{pauses_ms:?}: not live after {live_for_ms} + 1");
        assert!(after(-live_for_ms) && !after(-live_for_ms - 1), "a clock that was set back");
    }

    #[test]
    fn a_stream_lives_for_three_intervals_and_at_least_ten_seconds() {
        check(&[], 10_000);
        check(&[1000, 1000], 10_000);
        check(&[5000, 5000, 5000], 15_000);
        check(&[1000, 1000, 1000, 1000, 3_600_000], 10_000);
        check(&[1000, 1000, 20_000, 20_000, 20_000], 60_000);
        check(&[20_000, 20_000, 20_000, 20_000, 20_000, 1000, 1000, 1000], 10_000);
        check(&[3_600_000], 180_000);
        check(&[-5000], 10_000);
    }

    #[test]
    fn what_the_bridge_means_counts_from_the_first_push_on() {
        check_meaning(Some(60_000), &[], 180_000);
        check_meaning(Some(60_000), &[5, 5, 5, 5, 5], 180_000);
        check_meaning(Some(1000), &[], 10_000);
        check_meaning(Some(1000), &[20_000, 20_000, 20_000], 60_000);
        check_meaning(Some(i64::MAX), &[], 180_000);
    }
}

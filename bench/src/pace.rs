//! Snapshots at a given interval, of values that the server sends without a request.

use std::time::{Duration, Instant};

/// Snapshots after which a value must have changed.
const PATIENCE: u8 = 20;

/// When snapshots are due, and whether they show anything new.
pub(crate) struct Pace {
    interval: Duration,
    due: Option<Instant>,
    /// The value that was seen last, and how often in a row.
    seen: (f64, u8),
}

impl Pace {
    pub(crate) fn new(interval: Duration) -> Self {
        Self { interval, due: None, seen: (f64::NAN, 0) }
    }

    /// The time of the next snapshot. Late snapshots are skipped.
    pub(crate) fn next(&mut self, now: Instant) -> Instant {
        let due = self.due.map_or(now, |it| (it + self.interval).max(now));
        self.due = Some(due);
        due
    }

    /// Whether this value changes from time to time.
    pub(crate) fn is_alive(&mut self, value: f64) -> bool {
        let (last, times) = self.seen;
        let is_same = last.to_bits() == value.to_bits();
        self.seen = (value, if is_same { times.saturating_add(1) } else { 1 });
        self.seen.1 < PATIENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_are_due_at_intervals() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut pace = Pace::new(Duration::from_millis(100));
        let due = [0, 1, 150, 460, 470].map(|now| pace.next(at(now)));
        assert_eq!(due, [0, 100, 200, 460, 560].map(at));
    }

    #[test]
    fn what_stands_still_is_found_out() {
        let mut pace = Pace::new(Duration::ZERO);
        let mut alive = (0..25).map(|it| pace.is_alive(if it < 3 { 1.0 } else { 2.0 }));
        assert_eq!(alive.position(|it| !it), Some(22));
    }
}

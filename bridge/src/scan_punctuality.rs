//! How well the interval of scans is kept.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use tagbridge_texts::{Coded, Message};

/// Number of the latest scans that are considered.
const WINDOW: usize = 100;
/// There is no warning before this number of scans.
const LEAST: u64 = 10;
/// One scan of this number may be missed without a warning.
const TOLERATED: u64 = 20;

/// The start times of a connection's latest scans, and the number of missed scans until then.
#[derive(Debug, Default)]
pub(crate) struct ScanPunctuality {
    scans: VecDeque<(Instant, u64)>,
    /// The first scan of a connection is not counted, because it also reads the controller's tag list.
    has_begun: bool,
}

/// Too many scans are missed.
#[derive(Debug, Coded)]
#[coded(prefix = "session-missed-scans")]
pub(crate) struct MissedScans {
    missed: u64,
    all: u64,
    achieved: String,
    interval: String,
}

impl ScanPunctuality {
    /// Starts again with a new connection.
    pub(crate) fn restart(&mut self) {
        *self = Self::default();
    }

    /// Adds a scan that began at this time; `missed` is the total number of missed scans until then.
    pub(crate) fn add(&mut self, began: Instant, missed: u64) {
        if !std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        if self.scans.len() > WINDOW {
            self.scans.pop_front();
        }
        self.scans.push_back((began, missed));
    }

    /// The average time from the start of one scan to the start of the next.
    pub(crate) fn achieved(&self) -> Option<Duration> {
        let ((first, _), (last, _)) = (self.scans.front()?, self.scans.back()?);
        let steps = u32::try_from(self.scans.len()).ok()?.checked_sub(1)?;
        last.duration_since(*first).checked_div(steps)
    }

    /// The warning, if more than one scan in twenty is missed.
    pub(crate) fn warning(&self, interval: Duration) -> Option<Message> {
        let ((_, before), (_, now)) = (self.scans.front()?, self.scans.back()?);
        let missed = now.saturating_sub(*before);
        let all = missed + self.scans.len() as u64 - 1;
        let is_late = all >= LEAST && missed * TOLERATED > all;
        let achieved = self.achieved().filter(|_| is_late)?;
        let [achieved, interval] = [achieved, interval].map(spoken);
        Some(MissedScans { missed, all, achieved, interval }.message())
    }
}

/// Formats a duration: `250 ms`, `5.9 s`.
fn spoken(duration: Duration) -> String {
    match duration.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.0} ms", seconds * 1000.0),
        seconds => format!("{seconds:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scans that each last the given number of intervals.
    fn pace(intervals: &[u32]) -> ScanPunctuality {
        let (mut it, began) = (ScanPunctuality::default(), Instant::now());
        let (mut at, mut missed) = (0, 0);
        for step in intervals {
            it.add(began + Duration::from_secs(1) * at, missed);
            at += step;
            missed += u64::from(step - 1);
        }
        it
    }

    #[test]
    fn more_than_one_missed_scan_in_twenty_is_a_warning() {
        let second = Duration::from_secs(1);
        let said = |intervals: &[u32]| pace(intervals).warning(second).map(|it| it.to_string());
        assert_eq!(said(&[]), None);
        assert_eq!(said(&[6; 2]), None, "too few");
        assert_eq!(said(&[1; 50]), None);
        let told = said(&[6; 55]).expect("it is late");
        assert!(told.contains("265 of the last 318") && told.contains("6.0 s"), "{told}");
        // The first scan of a connection may last long.
        assert_eq!(said(&[&[9][..], &[1; 30]].concat()), None);
        assert_eq!(said(&[&[1; 20][..], &[2], &[1; 20]].concat()), None);
        // Missed scans beyond the window no longer count.
        assert_eq!(said(&[&[6; 55][..], &[1; 150]].concat()), None);
    }

    #[test]
    fn the_interval_that_is_achieved_is_an_average() {
        assert_eq!(pace(&[1]).achieved(), None);
        assert_eq!(pace(&[1, 1, 3, 1]).achieved(), Some(Duration::from_secs(2)));
    }
}

//! The durations of the latest scans.

use std::collections::VecDeque;

/// Number of scans for the percentiles.
const WINDOW: usize = 300;

/// Durations of the latest scans, in milliseconds.
#[derive(Debug, Default)]
pub(crate) struct ScanTimes(VecDeque<f64>);

impl ScanTimes {
    pub(crate) fn add(&mut self, millis: f64) {
        if self.0.len() == WINDOW {
            self.0.pop_front();
        }
        self.0.push_back(millis);
    }

    /// The duration that this percentage of the scans did not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> Option<f64> {
        let mut sorted: Vec<f64> = self.0.iter().copied().collect();
        sorted.sort_by(f64::total_cmp);
        let rank = (sorted.len() * percent).div_ceil(100);
        sorted.get(rank.saturating_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_look_back_on_the_window_alone() {
        let mut it = ScanTimes::default();
        assert_eq!(it.percentile(50), None);
        it.add(5.0);
        assert_eq!((it.percentile(50), it.percentile(99)), (Some(5.0), Some(5.0)));
        for millis in 1..=1000_u32 {
            it.add(millis.into());
        }
        assert_eq!((it.percentile(50), it.percentile(99)), (Some(850.0), Some(997.0)));
    }
}

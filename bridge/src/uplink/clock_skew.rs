//! The difference between the service's clock and ours. Pure: measurements are passed in.
//!
//! A push contains the time of sending by our clock. The receipt contains the difference to the
//! time of arrival by the service's clock: the sum of the skew and the transfer time. The transfer
//! time is at most the round trip time, which gives a lower bound of the skew. The tightest bounds
//! are kept until a measurement contradicts them. Then a clock was set, and the bounds start again
//! from that measurement.

use std::time::Duration;

/// Smaller skews are not reported to the user.
const TOLD_ABOVE_MS: u64 = 2000;

/// Bounds of the service's clock minus ours, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    least: i64,
    most: i64,
}

/// The bounds of the skew; `None` before the first measurement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ClockSkew(Option<Bounds>);

impl ClockSkew {
    /// Adds the measurement of an answered push: the time of arrival by the service's clock minus
    /// the time of sending by ours, and the round trip time.
    pub(super) fn add_measurement(&mut self, arrived_later_ms: i64, round_trip: Duration) {
        let took = i64::try_from(round_trip.as_millis()).unwrap_or(i64::MAX).saturating_add(1);
        let measured =
            Bounds { least: arrived_later_ms.saturating_sub(took), most: arrived_later_ms };
        self.0 = Some(match self.0 {
            Some(known) if known.least <= measured.most && measured.least <= known.most => Bounds {
                least: known.least.max(measured.least),
                most: known.most.min(measured.most),
            },
            _ => measured,
        });
    }

    /// Returns the lower bound, in milliseconds.
    pub(super) fn least_ms(self) -> Option<i64> {
        self.0.map(|it| it.least)
    }

    /// Returns the skew to report to the user, in milliseconds, if it is large enough.
    pub(super) fn told_ms(self) -> Option<i64> {
        let about = self.0.map(|it| it.least.midpoint(it.most))?;
        (about.unsigned_abs() > TOLD_ABOVE_MS).then_some(about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the lower bound and the reported skew after these measurements.
    fn check(measured: &[(i64, u64)], least: i64, told: Option<i64>) {
        let mut skew = ClockSkew::default();
        for &(later, round_trip) in measured {
            skew.add_measurement(later, Duration::from_millis(round_trip));
        }
        assert_eq!((skew.least_ms(), skew.told_ms()), (Some(least), told), "{measured:?}");
    }

    #[test]
    fn the_tightest_bound_stays_until_a_clock_is_set() {
        check(&[(5, 9)], -5, None);
        check(&[(5, 9), (8000, 8000), (30_000, 30_002)], -1, None);
        // Our clock was set back by an hour, or the service's clock forward.
        check(&[(5, 9), (3_600_005, 9)], 3_599_995, Some(3_600_000));
        check(&[(5, 9), (-3_599_995, 9)], -3_600_005, Some(-3_600_000));
        // A push with a long transfer time gives wide bounds.
        check(&[(20_000, 20_010)], -11, Some(9994));
        check(&[(20_000, 20_010), (3, 8)], -6, None);
        assert_eq!(ClockSkew::default().least_ms(), None);
    }
}

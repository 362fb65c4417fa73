//! How far the service's clock is from ours. Pure: what was measured is passed in.
//!
//! A push says when it was sent by our clock, the receipt says how much later it was by the
//! service's. That is the skew and the time on the way together; the time on the way is no longer
//! than the round trip took, which bounds the skew from below as well. The tightest bound is kept
//! until a measurement contradicts it: then a clock was set, and the bound begins again.

use std::time::Duration;

/// What is less than this nobody needs to be told.
const TOLD_ABOVE_MS: u64 = 2000;

/// The service's clock less ours, in milliseconds: between these two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    least: i64,
    most: i64,
}

/// See the module.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Skew(Option<Bounds>);

impl Skew {
    /// A push that was answered: how much later than sent it arrived, each by the clock of its own
    /// side, and how long it took until the answer was here.
    pub(super) fn observe(&mut self, arrived_later_ms: i64, round_trip: Duration) {
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

    /// What it is at the least.
    pub(super) fn least_ms(self) -> Option<i64> {
        self.0.map(|it| it.least)
    }

    /// What a person should be told.
    pub(super) fn told_ms(self) -> Option<i64> {
        let about = self.0.map(|it| it.least.midpoint(it.most))?;
        (about.unsigned_abs() > TOLD_ABOVE_MS).then_some(about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After these measurements: the least, and what is told.
    fn check(measured: &[(i64, u64)], least: i64, told: Option<i64>) {
        let mut skew = Skew::default();
        for &(later, round_trip) in measured {
            skew.observe(later, Duration::from_millis(round_trip));
        }
        assert_eq!((skew.least_ms(), skew.told_ms()), (Some(least), told), "{measured:?}");
    }

    #[test]
    fn the_tightest_bound_stays_until_a_clock_is_set() {
        check(&[(5, 9)], -5, None);
        check(&[(5, 9), (8000, 8000), (30_000, 30_002)], -1, None);
        // Ours was set back by an hour, or the service's ahead.
        check(&[(5, 9), (3_600_005, 9)], 3_599_995, Some(3_600_000));
        check(&[(5, 9), (-3_599_995, 9)], -3_600_005, Some(-3_600_000));
        // A push that was long on the way says little.
        check(&[(20_000, 20_010)], -11, Some(9994));
        check(&[(20_000, 20_010), (3, 8)], -6, None);
        assert_eq!(Skew::default().least_ms(), None);
    }
}

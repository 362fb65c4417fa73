//! How made-up values go with the time.

use std::f64::consts::TAU;

use rand::{RngExt, rngs::StdRng};
use tagbridge_project::{Step, Symbol};

/// How a value goes with the time, in seconds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wave {
    /// 1 for a part of each period.
    Switch { period: f64, phase: f64 },
    /// Up to a hundred from where it began, and again.
    Count { from: f64, per_second: f64 },
    /// To both sides of the middle.
    Swing { middle: f64, by: f64, period: f64, phase: f64 },
}

impl Wave {
    pub(crate) fn switch(random: &mut StdRng) -> Self {
        Self::Switch {
            period: random.random_range(2.0..30.0),
            phase: random.random_range(0.0..1.0),
        }
    }

    pub(crate) fn count(from: f64, random: &mut StdRng) -> Self {
        Self::Count { from, per_second: random.random_range(0.2..5.0) }
    }

    pub(crate) fn swing(from: f64, random: &mut StdRng) -> Self {
        let made_up = random.random_range(20.0..80.0);
        let middle = if from == 0.0 || !from.is_finite() { made_up } else { from };
        Self::Swing {
            middle,
            by: middle.abs() / 10.0,
            period: random.random_range(10.0..120.0),
            phase: random.random_range(0.0..1.0),
        }
    }

    /// The value so many seconds after the start.
    pub(crate) fn at(self, seconds: f64) -> f64 {
        match self {
            Self::Switch { period, phase } => {
                f64::from(u8::from((seconds / period + phase).fract() < 0.5))
            }
            Self::Count { from, per_second } => from + (seconds * per_second).floor() % 100.0,
            Self::Swing { middle, by, period, phase } => {
                middle + by * ((seconds / period + phase) * TAU).sin()
            }
        }
    }
}

/// Whether a person sets it: what is called one of these, in capitals, or is a limit.
pub(crate) fn is_setting(leaf: &Symbol<'_>, called: &[&str]) -> bool {
    let Some(Step::Member(name)) = leaf.path.last() else { return false };
    let name = name.to_ascii_uppercase();
    called.contains(&name.as_str()) || name.contains("LIMIT") || name.contains("CFG")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// A wave that begins where the tag did, and what it is after so many seconds.
    #[test]
    fn values_stay_near_what_they_started_with() {
        let mut random = StdRng::seed_from_u64(1);
        for from in [0.0, -120.0, 1.0e6] {
            let (count, swing) = (Wave::count(from, &mut random), Wave::swing(from, &mut random));
            let switch = Wave::switch(&mut random);
            for seconds in 0..2_000 {
                let at = f64::from(seconds) * 0.3;
                assert!((from..from + 100.0).contains(&count.at(at)), "{count:?} {at}");
                let middle = if from == 0.0 { 50.0 } else { from };
                let off = (swing.at(at) - middle).abs();
                assert!(off <= middle.abs().max(40.0), "{swing:?} {at}");
                assert!([0.0, 1.0].contains(&switch.at(at)), "{switch:?} {at}");
            }
        }
    }
}

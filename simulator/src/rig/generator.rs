//! Signal generators, whose values depend on the time. Switches switch, counters count,
//! measurements swing around their initial values.

use std::{f64::consts::TAU, time::Duration};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;
use tagbridge_project::{Step, Symbol, Symbols};

/// Maximum number of changing values of a tag.
const MOST_OF_A_TAG: usize = 8;
/// Number of leaves of a tag that are searched for changing values.
const LOOKED_AT: usize = 100;

/// Changes some values of each tag.
pub(crate) struct Generator<P> {
    changing: Vec<(P, Value, Signal)>,
    /// Since the start.
    seconds: f64,
}

impl<P> Generator<P> {
    /// Selects at most `most` of these locations, tag by tag, each with its initial value.
    pub(crate) fn new<T>(most: usize, seed: u64, tags: impl Iterator<Item = T>) -> Self
    where
        T: Iterator<Item = (P, Value)>,
    {
        let mut random = StdRng::seed_from_u64(seed);
        let mut changing = Vec::new();
        for places in tags {
            let begun = places.filter_map(|(place, value)| {
                let signal = Signal::of(&value, &mut random)?;
                Some((place, value, signal))
            });
            let left = MOST_OF_A_TAG.min(most - changing.len());
            changing.extend(begun.take(left).collect::<Vec<_>>());
        }
        Self { changing, seconds: 0.0 }
    }

    /// Advances the time and writes the new values.
    pub(crate) fn step(&mut self, elapsed: Duration, mut put: impl FnMut(&P, &Value)) {
        self.seconds += elapsed.as_secs_f64();
        for (place, value, signal) in &mut self.changing {
            *value = like(value, signal.at(self.seconds));
            put(place, value);
        }
    }
}

/// The leaves of a tag that its program may change: visible to clients, and not a setting.
pub(crate) fn leaves<'p>(
    symbols: &'p Symbols,
    of: Symbol<'p>,
    settings: &'static [&'static str],
) -> impl Iterator<Item = Symbol<'p>> {
    let leaves = symbols.leaves(of).take(LOOKED_AT);
    leaves.filter(move |leaf| leaf.hidden().is_none() && !is_setting(leaf, settings))
}

/// A number as a value of the same kind.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the nearest value that there is is as good"
)]
fn like(value: &Value, number: f64) -> Value {
    match value {
        Value::Bool(_) => Value::Bool(number > 0.5),
        Value::Int(_) => Value::Int(number as i64),
        Value::Uint(_) => Value::Uint(number as u64),
        Value::Real(_) => Value::Real(number as f32),
        _ => Value::LReal(number),
    }
}

/// A value as a function of the time in seconds.
#[derive(Debug, Clone, Copy)]
enum Signal {
    /// 1 during a part of each period.
    Switch { period: f64, phase: f64 },
    /// Counts up to 100 above the start, then again.
    Count { from: f64, per_second: f64 },
    /// Swings around the middle.
    Swing { middle: f64, by: f64, period: f64, phase: f64 },
}

impl Signal {
    /// Returns a signal that suits the initial value; `None` if the value does not change.
    #[expect(clippy::cast_precision_loss, reason = "where a made-up count begins")]
    fn of(value: &Value, random: &mut StdRng) -> Option<Self> {
        Some(match value {
            Value::Bool(_) => Self::switch(random),
            Value::Int(from) => Self::count(*from as f64, random),
            Value::Uint(from) => Self::count(*from as f64, random),
            Value::Real(from) => Self::swing((*from).into(), random),
            Value::LReal(from) => Self::swing(*from, random),
            _ => return None,
        })
    }

    fn switch(random: &mut StdRng) -> Self {
        Self::Switch {
            period: random.random_range(2.0..30.0),
            phase: random.random_range(0.0..1.0),
        }
    }

    fn count(from: f64, random: &mut StdRng) -> Self {
        Self::Count { from, per_second: random.random_range(0.2..5.0) }
    }

    fn swing(from: f64, random: &mut StdRng) -> Self {
        let made_up = random.random_range(20.0..80.0);
        let middle = if from == 0.0 || !from.is_finite() { made_up } else { from };
        Self::Swing {
            middle,
            by: middle.abs() / 10.0,
            period: random.random_range(10.0..120.0),
            phase: random.random_range(0.0..1.0),
        }
    }

    /// The value at this number of seconds after the start.
    fn at(self, seconds: f64) -> f64 {
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

/// Whether a person sets the value: it has one of these names, in capitals, or is a limit.
fn is_setting(leaf: &Symbol<'_>, called: &[&str]) -> bool {
    let Some(Step::Member(name)) = leaf.path.last() else { return false };
    let name = name.to_ascii_uppercase();
    called.contains(&name.as_str()) || name.contains("LIMIT") || name.contains("CFG")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// A wave begins at the initial value; its value after some seconds.
    #[test]
    fn values_stay_near_what_they_started_with() {
        let mut random = StdRng::seed_from_u64(1);
        for from in [0.0, -120.0, 1.0e6] {
            let (count, swing) =
                (Signal::count(from, &mut random), Signal::swing(from, &mut random));
            let switch = Signal::switch(&mut random);
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

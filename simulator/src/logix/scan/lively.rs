//! Made-up life for the tags of a project: switches switch, counters count, measurements swing
//! around what they started with.

use std::{f64::consts::TAU, time::Duration};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_project::{Step, Symbol, Symbols};

use super::Scan;
use crate::logix::{Memory, Scalar, Slot, memory::Mirror};

/// What moves at most, in all and in each tag.
const MOST: usize = 5_000;
const MOST_OF_A_TAG: usize = 8;
/// How far into a tag something that moves is looked for.
const LOOKED_AT: usize = 100;

/// Moves some of the scalars of each tag, and lets aliases follow.
pub(in crate::logix) struct Lively {
    movers: Vec<Box<dyn Mover>>,
    mirrors: Vec<Mirror>,
    /// Since the start.
    seconds: f64,
}

impl Lively {
    /// For the memory of this project's tags. Constants, configurations, and what nobody may read
    /// stand still.
    pub(in crate::logix) fn new(
        symbols: &Symbols,
        memory: &mut Memory,
        mirrors: Vec<Mirror>,
        seed: u64,
    ) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut movers = Vec::new();
        for symbol in symbols.tags() {
            let tag = symbol.tag;
            if tag.constant || tag.alias_for.is_some() || tag.name.ends_with(":C") {
                continue;
            }
            let moving = symbols
                .leaves(symbol)
                .take(LOOKED_AT)
                .filter(|leaf| leaf.hidden().is_none() && !is_setting(leaf))
                .filter_map(|leaf| mover(memory, &leaf, &mut random))
                .take(MOST_OF_A_TAG.min(MOST - movers.len()));
            movers.extend(moving);
        }
        let lively = Self { movers, mirrors, seconds: 0.0 };
        // An alias of an alias follows one step later.
        (0..4).for_each(|_| lively.reflect(memory));
        lively
    }

    fn reflect(&self, memory: &mut Memory) {
        self.mirrors.iter().for_each(|mirror| memory.reflect(mirror));
    }
}

impl Scan for Lively {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        self.seconds += elapsed.as_secs_f64();
        self.movers.iter().for_each(|mover| mover.go(memory, self.seconds));
        self.reflect(memory);
    }
}

/// Whether a person sets it: a timer's preset, a limit.
fn is_setting(leaf: &Symbol<'_>) -> bool {
    let Some(Step::Member(name)) = leaf.path.last() else { return false };
    let name = name.to_ascii_uppercase();
    name == "PRE" || name.contains("LIMIT") || name.contains("CFG")
}

fn mover(memory: &Memory, leaf: &Symbol<'_>, random: &mut StdRng) -> Option<Box<dyn Mover>> {
    let name = leaf.name();
    match leaf.type_name().to_ascii_uppercase().as_str() {
        "BOOL" => moving::<bool>(memory, &name, random, switch),
        "SINT" => moving::<i8>(memory, &name, random, count),
        "INT" => moving::<i16>(memory, &name, random, count),
        "DINT" => moving::<i32>(memory, &name, random, count),
        "LINT" => moving::<i64>(memory, &name, random, count),
        "USINT" => moving::<u8>(memory, &name, random, count),
        "UINT" => moving::<u16>(memory, &name, random, count),
        "UDINT" => moving::<u32>(memory, &name, random, count),
        "ULINT" => moving::<u64>(memory, &name, random, count),
        "REAL" => moving::<f32>(memory, &name, random, swing),
        "LREAL" => moving::<f64>(memory, &name, random, swing),
        _ => None,
    }
}

fn moving<T: Number>(
    memory: &Memory,
    name: &str,
    random: &mut StdRng,
    kind: fn(f64, &mut StdRng) -> Wave,
) -> Option<Box<dyn Mover>> {
    let slot: Slot<T> = memory.slot(name).ok()?;
    let wave = kind(memory.read(slot).to_f64(), random);
    Some(Box::new(Moving { slot, wave }))
}

/// How a value goes with the time, in seconds.
#[derive(Debug, Clone, Copy)]
enum Wave {
    /// 1 for a part of each period.
    Switch { period: f64, phase: f64 },
    /// Up to a hundred from where it began, and again.
    Count { from: f64, per_second: f64 },
    /// To both sides of the middle.
    Swing { middle: f64, by: f64, period: f64, phase: f64 },
}

fn switch(_: f64, random: &mut StdRng) -> Wave {
    Wave::Switch { period: random.random_range(2.0..30.0), phase: random.random_range(0.0..1.0) }
}

fn count(from: f64, random: &mut StdRng) -> Wave {
    Wave::Count { from, per_second: random.random_range(0.2..5.0) }
}

fn swing(from: f64, random: &mut StdRng) -> Wave {
    let made_up = random.random_range(20.0..80.0);
    let middle = if from == 0.0 || !from.is_finite() { made_up } else { from };
    Wave::Swing {
        middle,
        by: middle.abs() / 10.0,
        period: random.random_range(10.0..120.0),
        phase: random.random_range(0.0..1.0),
    }
}

impl Wave {
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

trait Mover: Send {
    fn go(&self, memory: &mut Memory, seconds: f64);
}

struct Moving<T> {
    slot: Slot<T>,
    wave: Wave,
}

impl<T: Number> Mover for Moving<T> {
    fn go(&self, memory: &mut Memory, seconds: f64) {
        memory.write(self.slot, T::from_f64(self.wave.at(seconds)));
    }
}

trait Number: Scalar + Send + 'static {
    fn to_f64(self) -> f64;
    /// The nearest that there is.
    fn from_f64(value: f64) -> Self;
}

impl Number for bool {
    fn to_f64(self) -> f64 {
        f64::from(u8::from(self))
    }

    fn from_f64(value: f64) -> Self {
        value > 0.5
    }
}

impl Number for f32 {
    fn to_f64(self) -> f64 {
        self.into()
    }

    #[expect(clippy::cast_possible_truncation, reason = "single precision is what it has")]
    fn from_f64(value: f64) -> Self {
        value as f32
    }
}

impl Number for f64 {
    fn to_f64(self) -> f64 {
        self
    }

    fn from_f64(value: f64) -> Self {
        value
    }
}

macro_rules! integers {
    ($($rust:ty),+) => {$(
        impl Number for $rust {
            fn to_f64(self) -> f64 {
                from_integer(i64::try_from(self).unwrap_or(i64::MAX))
            }

            fn from_f64(value: f64) -> Self {
                <$rust>::try_from(to_integer(value)).unwrap_or(<$rust>::MAX)
            }
        }
    )+};
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

#[expect(clippy::cast_precision_loss, reason = "made-up values may be rough")]
fn from_integer(value: i64) -> f64 {
    value as f64
}

#[expect(clippy::cast_possible_truncation, reason = "a cast keeps within the range")]
fn to_integer(value: f64) -> i64 {
    value as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wave that begins where the tag did, and what it is after so many seconds.
    #[test]
    fn values_stay_near_what_they_started_with() {
        let mut random = StdRng::seed_from_u64(1);
        for from in [0.0, -120.0, 1.0e6] {
            let (count, swing) = (count(from, &mut random), swing(from, &mut random));
            let switch = switch(from, &mut random);
            for seconds in 0..2_000 {
                let at = f64::from(seconds) * 0.3;
                assert!((from..from + 100.0).contains(&count.at(at)), "{count:?} {at}");
                let middle = if from == 0.0 { 50.0 } else { from };
                let off = (swing.at(at) - middle).abs();
                assert!(off <= middle.abs().max(40.0), "{swing:?} {at}");
                assert!([0.0, 1.0].contains(&switch.at(at)), "{switch:?} {at}");
            }
        }
        assert_eq!(i8::from_f64(200.0), i8::MAX);
        assert_eq!(u8::from_f64(-1.0), u8::MAX);
    }
}

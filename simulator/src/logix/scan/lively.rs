//! Made-up life for the tags of a project: switches switch, counters count, measurements swing
//! around what they started with.

use std::time::Duration;

use rand::{SeedableRng, rngs::StdRng};
use tagbridge_project::{Symbol, Symbols};

use super::Scan;
use crate::{
    logix::{Memory, Scalar, Slot, memory::Mirror},
    wave::{Wave, is_setting},
};

/// What moves at most, in all and in each tag.
const MOST: usize = 5_000;
const MOST_OF_A_TAG: usize = 8;
/// How far into a tag something that moves is looked for.
const LOOKED_AT: usize = 100;
/// A timer's and a counter's preset.
const SETTINGS: [&str; 1] = ["PRE"];

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
                .filter(|leaf| leaf.hidden().is_none() && !is_setting(leaf, &SETTINGS))
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

fn mover(memory: &Memory, leaf: &Symbol<'_>, random: &mut StdRng) -> Option<Box<dyn Mover>> {
    let name = leaf.name();
    match leaf.type_name().to_ascii_uppercase().as_str() {
        "BOOL" => moving::<bool>(memory, &name, random, |_, random| Wave::switch(random)),
        "SINT" => moving::<i8>(memory, &name, random, Wave::count),
        "INT" => moving::<i16>(memory, &name, random, Wave::count),
        "DINT" => moving::<i32>(memory, &name, random, Wave::count),
        "LINT" => moving::<i64>(memory, &name, random, Wave::count),
        "USINT" => moving::<u8>(memory, &name, random, Wave::count),
        "UINT" => moving::<u16>(memory, &name, random, Wave::count),
        "UDINT" => moving::<u32>(memory, &name, random, Wave::count),
        "ULINT" => moving::<u64>(memory, &name, random, Wave::count),
        "REAL" => moving::<f32>(memory, &name, random, Wave::swing),
        "LREAL" => moving::<f64>(memory, &name, random, Wave::swing),
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

    #[test]
    fn what_does_not_fit_is_the_nearest_that_does() {
        assert_eq!(i8::from_f64(200.0), i8::MAX);
        assert_eq!(u8::from_f64(-1.0), u8::MAX);
    }
}

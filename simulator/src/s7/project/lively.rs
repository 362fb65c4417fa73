//! Made-up life for the tags of a project: switches switch, counters count, measurements swing
//! around what they started with.

use std::{f64::consts::TAU, time::Duration};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;
use tagbridge_s7::{address::Address, types::Type};

use super::Place;
use crate::s7::{Memory, Program, value::encode};

/// What moves at most, in all and in each tag.
const MOST: usize = 5_000;
const MOST_OF_A_TAG: usize = 8;

/// Moves some of the scalars of each tag.
pub(in crate::s7) struct Lively {
    movers: Vec<Mover>,
    /// Since the start.
    seconds: f64,
}

impl Lively {
    /// For these places of a memory. Constants, texts and times stand still.
    pub(super) fn new(memory: &Memory, places: &[Place], seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut movers = Vec::new();
        for places in places.chunk_by(|one, next| one.tag == next.tag) {
            let moving = places
                .iter()
                .filter(|place| !place.is_fixed)
                .filter_map(|place| Mover::new(memory, place.address, &mut random))
                .take(MOST_OF_A_TAG.min(MOST - movers.len()));
            movers.extend(moving);
        }
        Self { movers, seconds: 0.0 }
    }
}

impl Program for Lively {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        self.seconds += elapsed.as_secs_f64();
        for mover in &self.movers {
            mover.go(memory, self.seconds);
        }
    }
}

/// A place whose value goes with the time.
struct Mover {
    address: Address,
    from: f64,
    /// Seconds until it begins again, or steps per second.
    pace: f64,
    phase: f64,
}

impl Mover {
    fn new(memory: &Memory, address: Address, random: &mut StdRng) -> Option<Self> {
        let (from, pace) = match memory.value(&address.to_string()).ok()? {
            Value::Bool(_) => (0.0, random.random_range(2.0..30.0)),
            Value::Int(it) => (i32::try_from(it).ok()?.into(), random.random_range(0.2..5.0)),
            Value::Uint(it) => (u32::try_from(it).ok()?.into(), random.random_range(0.2..5.0)),
            Value::Real(it) => (it.into(), random.random_range(10.0..120.0)),
            Value::LReal(it) => (it, random.random_range(10.0..120.0)),
            _ => return None,
        };
        let made_up = random.random_range(20.0..80.0);
        let is_real = matches!(address.kind, Type::Real | Type::LReal);
        let from = if is_real && (from == 0.0 || !from.is_finite()) { made_up } else { from };
        Some(Self { address, from, pace, phase: random.random_range(0.0..1.0) })
    }

    fn go(&self, memory: &mut Memory, seconds: f64) {
        let turn = seconds / self.pace + self.phase;
        // Up to a hundred from where it began, and again; what its type has no room for is no step.
        #[expect(clippy::cast_possible_truncation, reason = "below a hundred from 32 bits")]
        let counted = self.from as i64 + (seconds * self.pace % 100.0) as i64;
        let swung = self.from + self.from.abs() / 10.0 * (turn * TAU).sin();
        let value = match self.address.kind {
            Type::Bool => Value::Bool(turn.fract() < 0.5),
            #[expect(clippy::cast_possible_truncation, reason = "it came from 32 bits")]
            Type::Real => Value::Real(swung as f32),
            Type::LReal => Value::LReal(swung),
            Type::SInt | Type::Int | Type::DInt | Type::LInt => Value::Int(counted),
            _ => Value::Uint(counted.unsigned_abs()),
        };
        let Address { area, start, bit, kind, .. } = self.address;
        let (start, size) = (start as usize, kind.size() as usize);
        let Some(bytes) = memory.bytes_mut(area, start, size) else { return };
        match (&value, encode(kind, &value)) {
            (Value::Bool(true), _) => bytes[0] |= 1 << bit,
            (Value::Bool(false), _) => bytes[0] &= !(1 << bit),
            (_, Some(encoded)) => bytes.copy_from_slice(&encoded),
            (_, None) => {}
        }
    }
}

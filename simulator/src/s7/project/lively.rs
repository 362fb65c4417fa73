//! Made-up life for the tags of a project: switches switch, counters count, measurements swing
//! around what they started with.

use std::time::Duration;

use rand::{SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;
use tagbridge_s7::{address::Address, types::Type};

use super::Place;
use crate::{
    s7::{Memory, Program, value::encode},
    wave::Wave,
};

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
    wave: Wave,
}

impl Mover {
    fn new(memory: &Memory, address: Address, random: &mut StdRng) -> Option<Self> {
        let wave = match memory.value(&address.to_string()).ok()? {
            Value::Bool(_) => Wave::switch(random),
            Value::Int(it) => Wave::count(i32::try_from(it).ok()?.into(), random),
            Value::Uint(it) => Wave::count(u32::try_from(it).ok()?.into(), random),
            Value::Real(it) => Wave::swing(it.into(), random),
            Value::LReal(it) => Wave::swing(it, random),
            _ => return None,
        };
        Some(Self { address, wave })
    }

    fn go(&self, memory: &mut Memory, seconds: f64) {
        let now = self.wave.at(seconds);
        // What its type has no room for is no step.
        #[expect(clippy::cast_possible_truncation, reason = "below a hundred from 32 bits")]
        let counted = now as i64;
        let value = match self.address.kind {
            Type::Bool => Value::Bool(now > 0.5),
            #[expect(clippy::cast_possible_truncation, reason = "it came from 32 bits")]
            Type::Real => Value::Real(now as f32),
            Type::LReal => Value::LReal(now),
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

//! Made-up life for the variables of a project: switches switch, counters count, measurements
//! swing around what they started with.

use std::time::Duration;

use opcua::types::VariantScalarTypeId as Wire;
use rand::{SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;
use tagbridge_project::{Place, Symbol, Symbols};

use crate::{
    opcua::{Memory, Program, types::Shape},
    wave::{Wave, is_setting},
};

/// What moves at most, in all and in each variable.
const MOST: usize = 2_000;
const MOST_OF_A_VARIABLE: usize = 8;
/// How far into a variable something that moves is looked for.
const LOOKED_AT: usize = 100;
/// A timer's and a counter's preset.
const SETTINGS: [&str; 2] = ["PT", "PV"];

/// Moves some of the scalars of each variable.
pub(in crate::opcua) struct Lively {
    movers: Vec<Mover>,
    /// Since the start.
    seconds: f64,
}

struct Mover {
    name: String,
    wire: Wire,
    wave: Wave,
}

impl Lively {
    /// For the memory of this project's variables. Constants and settings stand still.
    pub(in crate::opcua) fn new(symbols: &Symbols, memory: &Memory, seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut movers = Vec::new();
        for symbol in symbols.tags().filter(|it| !it.tag.constant && it.hidden().is_none()) {
            let moving = symbols
                .leaves(symbol)
                .take(LOOKED_AT)
                .filter(|leaf| leaf.hidden().is_none() && !is_setting(leaf, &SETTINGS))
                .filter_map(|leaf| mover(memory, &leaf, &mut random))
                .take(MOST_OF_A_VARIABLE.min(MOST - movers.len()));
            movers.extend(moving);
        }
        Self { movers, seconds: 0.0 }
    }
}

impl Program for Lively {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        self.seconds += elapsed.as_secs_f64();
        for mover in &self.movers {
            let value = mover.value(self.seconds);
            // It was of this type when it was looked at.
            let _ = memory.set(&mover.name, &value);
        }
    }
}

fn mover(memory: &Memory, leaf: &Symbol<'_>, random: &mut StdRng) -> Option<Mover> {
    let Place::Node { path, .. } = leaf.place() else { return None };
    let name = path.split_once('.')?.1.to_owned();
    let Shape::Scalar(scalar) = memory.shape(&name)? else { return None };
    let wave = match (scalar.wire, memory.value(&name).ok()?) {
        (Wire::Boolean, _) => Wave::switch(random),
        #[expect(clippy::cast_precision_loss, reason = "where a made-up count begins")]
        (Wire::SByte | Wire::Int16 | Wire::Int32 | Wire::Int64, Value::Int(from)) => {
            Wave::count(from as f64, random)
        }
        #[expect(clippy::cast_precision_loss, reason = "where a made-up count begins")]
        (Wire::Byte | Wire::UInt16 | Wire::UInt32 | Wire::UInt64, Value::Uint(from)) => {
            Wave::count(from as f64, random)
        }
        (Wire::Float, Value::Real(from)) => Wave::swing(from.into(), random),
        (Wire::Double, Value::LReal(from)) if scalar.name == "LREAL" => Wave::swing(from, random),
        _ => return None,
    };
    Some(Mover { name, wire: scalar.wire, wave })
}

impl Mover {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the nearest value that its type has is as good"
    )]
    fn value(&self, seconds: f64) -> Value {
        let value = self.wave.at(seconds);
        match self.wire {
            Wire::Boolean => Value::Bool(value > 0.5),
            Wire::SByte => Value::Int((value as i8).into()),
            Wire::Int16 => Value::Int((value as i16).into()),
            Wire::Int32 => Value::Int((value as i32).into()),
            Wire::Int64 => Value::Int(value as i64),
            Wire::Byte => Value::Uint((value as u8).into()),
            Wire::UInt16 => Value::Uint((value as u16).into()),
            Wire::UInt32 => Value::Uint((value as u32).into()),
            Wire::UInt64 => Value::Uint(value as u64),
            Wire::Float => Value::Real(value as f32),
            _ => Value::LReal(value),
        }
    }
}

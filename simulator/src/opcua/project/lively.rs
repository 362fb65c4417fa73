//! Made-up life for the variables of a project: switches switch, counters count, measurements
//! swing around what they started with.

use std::{f64::consts::TAU, time::Duration};

use opcua::types::VariantScalarTypeId as Wire;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;
use tagbridge_project::{Place, Step, Symbol, Symbols};

use crate::opcua::{Memory, Program, types::Shape};

/// What moves at most, in all and in each variable.
const MOST: usize = 2_000;
const MOST_OF_A_VARIABLE: usize = 8;
/// How far into a variable something that moves is looked for.
const LOOKED_AT: usize = 100;

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
                .filter(|leaf| leaf.hidden().is_none() && !is_setting(leaf))
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

/// Whether a person sets it: a timer's preset, a limit.
fn is_setting(leaf: &Symbol<'_>) -> bool {
    let Some(Step::Member(name)) = leaf.path.last() else { return false };
    let name = name.to_ascii_uppercase();
    matches!(name.as_str(), "PT" | "PV") || name.contains("LIMIT") || name.contains("CFG")
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

impl Wave {
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

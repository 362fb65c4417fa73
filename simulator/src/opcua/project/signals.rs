//! Generated changes of the variables of a project.

use std::time::Duration;

use tagbridge_driver::Value;
use tagbridge_project::{Place, Symbol, Symbols};

use crate::{
    opcua::{Memory, types::Shape},
    rig::{
        generator::{Generator, leaves},
        set_up::Program,
    },
};

/// Maximum number of changing values.
const MOST: usize = 2_000;
/// The presets of timers and counters.
const SETTINGS: [&str; 2] = ["PT", "PV"];

/// Changes some of the scalars of each variable.
pub(in crate::opcua) struct Signals(Generator<String>);

impl Signals {
    /// Runs on the memory of the variables of this project. Constants and settings do not change.
    pub(in crate::opcua) fn new(symbols: &Symbols, memory: &Memory, seed: u64) -> Self {
        let changing = symbols.tags().filter(|it| !it.tag.constant && it.hidden().is_none());
        let places = changing.map(|symbol| {
            leaves(symbols, symbol, &SETTINGS).filter_map(|leaf| place(memory, &leaf))
        });
        Self(Generator::new(MOST, seed, places))
    }
}

impl Program<Memory> for Signals {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        self.0.step(elapsed, |name, value| {
            // A value outside the range of its type is not written.
            let _ = memory.set(name, value);
        });
    }
}

fn place(memory: &Memory, leaf: &Symbol<'_>) -> Option<(String, Value)> {
    let Place::Node { path, .. } = leaf.place() else { return None };
    let name = path.split_once('.')?.1.to_owned();
    let Shape::Scalar(scalar) = memory.shape(&name)? else { return None };
    let value = memory.value(&name).ok()?;
    // A time is encoded as a number, too.
    let is_number = !matches!(value, Value::LReal(_)) || scalar.name == "LREAL";
    is_number.then_some((name, value))
}

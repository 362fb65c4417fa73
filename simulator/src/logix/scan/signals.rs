//! Generated changes of the tags of a project.

use std::time::Duration;

use tagbridge_project::Symbols;

use crate::{
    logix::{Memory, location::Location},
    rig::{
        generator::{Generator, leaves},
        set_up::Program,
    },
};

/// Maximum number of changing values.
const MOST: usize = 5_000;
/// The preset of timers and counters.
const SETTINGS: [&str; 1] = ["PRE"];
/// Types whose values change.
const CHANGING: [&str; 11] =
    ["BOOL", "SINT", "INT", "DINT", "LINT", "USINT", "UINT", "UDINT", "ULINT", "REAL", "LREAL"];

/// Changes some of the scalars of each tag.
pub(in crate::logix) struct Signals {
    generator: Generator<Location>,
}

impl Signals {
    /// Runs on the memory of the tags of this project. Aliases, constants, configurations, and tags
    /// without client access do not change.
    pub(in crate::logix) fn new(symbols: &Symbols, memory: &Memory, seed: u64) -> Self {
        let changes = symbols.tags().filter(|it| {
            !it.tag.constant && it.tag.alias_for.is_none() && !it.tag.name.ends_with(":C")
        });
        let places = changes.map(|symbol| {
            leaves(symbols, symbol, &SETTINGS).filter_map(|leaf| {
                let type_name = leaf.type_name().to_ascii_uppercase();
                CHANGING.contains(&type_name.as_str()).then_some(())?;
                let location = memory.location(&leaf.name()).ok()?;
                Some((location, memory.at(&location)))
            })
        });
        Self { generator: Generator::new(MOST, seed, places) }
    }
}

impl Program<Memory> for Signals {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        self.generator.step(elapsed, |place, value| {
            // A value outside the range of its type is not written.
            let _ = memory.put(place, value);
        });
    }
}

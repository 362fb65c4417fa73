//! Any number of tags, all of which change at every scan.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;

use crate::{
    logix::{Memory, Model, ModelError, Slot, TagError},
    rig::set_up::Program,
};

/// Types of `Tag0`, `Tag1`, … in turn.
const CYCLE: [&str; 4] = ["DINT", "DINT", "REAL", "INT"];
/// The tags in addition to the scalars.
const OTHERS: [(&str, &str); 9] = [
    ("Array0", "DINT[100]"),
    ("Array1", "REAL[250]"),
    ("Cube0", "INT[2,3,4]"),
    ("Flags0", "BOOL[64]"),
    ("Text0", "STRING"),
    ("Text1", "STRING"),
    ("Motor0", "Motor"),
    ("Motors", "Motor[4]"),
    ("Program:Main.Step", "DINT"),
];

/// Returns a model with `scalars` scalars `Tag0` … of the types DINT, DINT, REAL, INT in turn, and
/// with a few arrays, strings and structures.
pub(in crate::logix) fn counting_model(scalars: u32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.add_structure(
        "Motor",
        &[
            ("Running", "BOOL"),
            ("Fault", "BOOL"),
            ("Speed", "REAL"),
            ("Starts", "DINT"),
            ("Label", "STRING"),
            ("Temperatures", "REAL[3]"),
        ],
    )?;
    for (place, type_text) in (0..scalars).zip(CYCLE.iter().cycle()) {
        model.add(&format!("Tag{place}"), type_text)?;
    }
    for (name, type_text) in OTHERS {
        model.add(name, type_text)?;
    }
    Ok(model)
}

/// Increments each number by its own step, and writes the count to the texts.
#[derive(Debug)]
pub(in crate::logix) struct Counting {
    dints: Vec<(Slot<i32>, i32)>,
    ints: Vec<(Slot<i16>, i16)>,
    reals: Vec<(Slot<f32>, f32)>,
    bools: Vec<Slot<bool>>,
    texts: Vec<String>,
    scans: u64,
}

impl Counting {
    /// Runs on the memory of a [`counting_model`] with this number of scalars.
    pub(in crate::logix) fn new(
        memory: &Memory,
        scalars: u32,
        seed: u64,
    ) -> Result<Self, TagError> {
        let mut random = StdRng::seed_from_u64(seed);
        let mut it = Self {
            dints: Vec::new(),
            ints: Vec::new(),
            reals: Vec::new(),
            bools: Vec::new(),
            texts: vec!["Text0".into(), "Text1".into(), "Motor0.Label".into()],
            scans: 0,
        };
        for place in 0..scalars {
            let name = format!("Tag{place}");
            match place % 4 {
                0 | 1 => it.dints.push((memory.slot(&name)?, random.random_range(1..=1000))),
                2 => it.reals.push((memory.slot(&name)?, random.random_range(0.25..10.0))),
                _ => it.ints.push((memory.slot(&name)?, random.random_range(1..=100))),
            }
        }
        for place in 0..100 {
            it.dints.push((memory.slot(&format!("Array0[{place}]"))?, place + 1));
        }
        for place in 0..250 {
            it.reals.push((memory.slot(&format!("Array1[{place}]"))?, 0.5));
        }
        for (x, y, z) in (0..24).map(|place| (place / 12, place / 4 % 3, place % 4)) {
            it.ints.push((memory.slot(&format!("Cube0[{x},{y},{z}]"))?, 1));
        }
        for place in 0..64 {
            it.bools.push(memory.slot(&format!("Flags0[{place}]"))?);
        }
        for motor in ["Motor0", "Motors[0]", "Motors[1]", "Motors[2]", "Motors[3]"] {
            it.bools.push(memory.slot(&format!("{motor}.Running"))?);
            it.reals.push((memory.slot(&format!("{motor}.Speed"))?, 1.5));
            it.dints.push((memory.slot(&format!("{motor}.Starts"))?, 1));
        }
        it.dints.push((memory.slot("Program:Main.Step")?, 1));
        Ok(it)
    }
}

impl Program<Memory> for Counting {
    fn advance(&mut self, memory: &mut Memory, _elapsed: Duration) {
        self.scans += 1;
        for (slot, step) in &self.dints {
            memory.write(*slot, memory.read(*slot).wrapping_add(*step));
        }
        for (slot, step) in &self.ints {
            memory.write(*slot, memory.read(*slot).wrapping_add(*step));
        }
        for (slot, step) in &self.reals {
            // Restarts before the steps are lost in the precision of the number.
            let next = memory.read(*slot) + step;
            memory.write(*slot, if next > 1e6 { 0.0 } else { next });
        }
        for slot in &self.bools {
            memory.write(*slot, !memory.read(*slot));
        }
        for name in &self.texts {
            let text = Value::Text(format!("{name} {}", self.scans));
            let written = memory.set(name, &text);
            debug_assert!(written.is_ok(), "the model has {name}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn after(scans: u32, seed: u64) -> Memory {
        let mut memory = Memory::new(Arc::new(counting_model(8).unwrap()));
        let mut counting = Counting::new(&memory, 8, seed).unwrap();
        for _ in 0..scans {
            counting.advance(&mut memory, Duration::from_millis(20));
        }
        memory
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(after(5, 1).hash(), after(5, 1).hash());
        assert_ne!(after(5, 1).hash(), after(5, 2).hash());
    }

    #[test]
    fn all_scalars_change_at_every_scan() {
        for place in 0..8 {
            let name = format!("Tag{place}");
            let values = [4, 5, 6].map(|scans| after(scans, 1).value(&name).unwrap());
            assert!(values[0] != values[1] && values[1] != values[2], "{name}: {values:?}");
        }
    }
}

//! The program of a virtual controller.

use std::time::Duration;

use opcua::types::VariantScalarTypeId as Wire;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;

use super::{
    Declaration, Memory, Model, ProgramUnit,
    types::{Scalar, Shape},
};
use crate::rig::set_up::Program;

/// Types of `Tag0`, `Tag1`, … in turn.
const CYCLE: [&str; 4] = ["DINT", "DINT", "REAL", "INT"];

/// Returns `scalars` scalars `PLC_PRG.Tag0` … of the types DINT, DINT, REAL, INT in turn, and a few
/// arrays, strings, structures and enumerations.
pub(super) fn counting_model(scalars: u32) -> Model {
    let tags = (0..scalars)
        .zip(CYCLE.iter().cycle())
        .map(|(place, type_text)| Declaration::new(format!("Tag{place}"), *type_text));
    let globals = [
        ("Array0", "ARRAY[0..99] OF DINT"),
        ("Array1", "ARRAY[1..250] OF REAL"),
        ("Cube0", "ARRAY[0..1, 0..2, 0..3] OF INT"),
        ("Flags0", "ARRAY[0..63] OF BOOL"),
        ("Text0", "STRING(80)"),
        ("Text1", "WSTRING(80)"),
        ("State0", "State"),
        ("Motor0", "Motor"),
        ("Motors", "ARRAY[0..3] OF Motor"),
        ("Cycle", "TIME"),
        ("Clock", "DATE_AND_TIME"),
    ];
    let members = [
        ("Running", "BOOL"),
        ("State", "State"),
        ("Speed", "REAL"),
        ("Starts", "DINT"),
        ("Label", "STRING(20)"),
        ("Temperatures", "ARRAY[0..2] OF REAL"),
    ];
    let declared = |it: (&str, &str)| Declaration::new(it.0, it.1);
    Model::new("CODESYS Control Win V3 x64")
        .enumeration("State", [("Stopped", 0), ("Starting", 1), ("Running", 2), ("Faulted", 3)])
        .structure("Motor", members.map(declared))
        .unit(ProgramUnit::program("PLC_PRG", tags))
        .unit(ProgramUnit::global_vars("GVL", globals.map(declared)))
}

/// Changes every variable at every scan: increments each number by its own step, writes the count
/// to texts, advances clocks. Other values do not change.
#[derive(Debug)]
pub struct Counting {
    random: StdRng,
    steps: Vec<u8>,
    scans: u64,
}

impl Counting {
    /// The same seed gives the same steps.
    pub fn new(seed: u64) -> Self {
        Self { random: StdRng::seed_from_u64(seed), steps: Vec::new(), scans: 0 }
    }
}

impl Program<Memory> for Counting {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        self.scans += 1;
        for (place, (name, shape, value)) in memory.variables_mut().enumerate() {
            if place == self.steps.len() {
                self.steps.push(self.random.random_range(1..=100));
            }
            let change = Change { step: self.steps[place], scans: self.scans, elapsed, name };
            change.apply(shape, value);
        }
    }
}

/// The change of a variable in one scan.
struct Change<'a> {
    step: u8,
    scans: u64,
    elapsed: Duration,
    name: &'a str,
}

impl Change<'_> {
    fn apply(&self, shape: &Shape, value: &mut Value) {
        match (shape, value) {
            (Shape::Scalar(it), value) => self.count(*it, value),
            (Shape::Enumeration(it), Value::Int(value)) => {
                let at = it.values.iter().position(|(_, known)| i64::from(*known) == *value);
                let next = at.map_or(0, |at| (at + 1) % it.values.len());
                *value = it.values[next].1.into();
            }
            (Shape::Structure(it), Value::Struct(members)) => {
                for (member, (_, value)) in it.members.iter().zip(members) {
                    self.apply(&member.shape, value);
                }
            }
            (Shape::Array(it), Value::Array(values)) => {
                for value in values {
                    match value {
                        // The next dimension.
                        Value::Array(_) => self.apply(shape, value),
                        value => self.apply(&it.element, value),
                    }
                }
            }
            _ => {}
        }
    }

    fn count(&self, scalar: Scalar, value: &mut Value) {
        match (scalar.wire, value) {
            (_, Value::Bool(it)) => *it = !*it,
            #[expect(clippy::cast_possible_truncation, reason = "it wraps in the type's width")]
            (wire, Value::Int(it)) => {
                let next = it.wrapping_add(self.step.into());
                *it = match wire {
                    Wire::SByte => i64::from(next as i8),
                    Wire::Int16 => i64::from(next as i16),
                    Wire::Int32 => i64::from(next as i32),
                    _ => next,
                };
            }
            (Wire::StatusCode, _) => {}
            #[expect(clippy::cast_possible_truncation, reason = "it wraps in the type's width")]
            (wire, Value::Uint(it)) => {
                let next = it.wrapping_add(self.step.into());
                *it = match wire {
                    Wire::Byte => u64::from(next as u8),
                    Wire::UInt16 => u64::from(next as u16),
                    Wire::UInt32 => u64::from(next as u32),
                    _ => next,
                };
            }
            // Restarts before the steps are lost in the precision of the number.
            (_, Value::Real(it)) => {
                *it = if *it > 1e6 { 0.0 } else { *it + f32::from(self.step) * 0.25 };
            }
            (_, Value::LReal(it)) => {
                *it = if *it > 1e12 { 0.0 } else { *it + f64::from(self.step) * 0.25 };
            }
            (Wire::String | Wire::LocalizedText, Value::Text(it)) => {
                *it = format!("{} {}", self.name, self.scans);
            }
            (_, Value::Timestamp(it)) => *it = it.saturating_add(self.elapsed).unwrap_or(*it),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::opcua::layout::Layout;

    fn after(scans: u32, seed: u64) -> Memory {
        let mut memory = Memory::new(Arc::new(Layout::new(&counting_model(8)).unwrap()));
        let mut counting = Counting::new(seed);
        for _ in 0..scans {
            counting.advance(&mut memory, Duration::from_millis(20));
        }
        memory
    }

    #[test]
    fn the_seed_decides() {
        let tag = |memory: Memory| memory.value("PLC_PRG.Tag0").unwrap();
        assert_eq!(tag(after(5, 1)), tag(after(5, 1)));
        assert_ne!(tag(after(5, 1)), tag(after(5, 2)));
    }

    #[test]
    fn all_its_variables_change_at_every_scan() {
        let layout = Layout::new(&counting_model(8)).unwrap();
        for name in layout.names() {
            let values = [4, 5, 6].map(|scans| after(scans, 1).value(name).unwrap());
            assert!(values[0] != values[1] && values[1] != values[2], "{name}: {values:?}");
        }
    }
}

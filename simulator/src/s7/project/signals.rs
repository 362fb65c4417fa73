//! Generated changes of the tags of a project.

use std::time::Duration;

use tagbridge_driver::Value;
use tagbridge_s7::address::Address;

use super::Leaf;
use crate::{
    rig::{generator::Generator, set_up::Program},
    s7::{Memory, value::encode},
};

/// Maximum number of changing values.
const MOST: usize = 5_000;

/// Changes some of the scalars of each tag.
pub(in crate::s7) struct Signals(Generator<Address>);

impl Signals {
    /// Runs on these locations of a memory. Constants, texts and times do not change.
    pub(super) fn new(memory: &Memory, places: &[Leaf], seed: u64) -> Self {
        let tags = places.chunk_by(|one, next| one.tag == next.tag).map(|places| {
            let changing = places.iter().filter(|place| !place.is_fixed);
            changing.filter_map(|place| {
                let value = memory.value(&place.address.to_string()).ok()?;
                Some((place.address, value))
            })
        });
        Self(Generator::new(MOST, seed, tags))
    }
}

impl Program<Memory> for Signals {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        self.0.step(elapsed, |address, value| {
            let Address { area, start, bit, kind, .. } = *address;
            let (start, size) = (start as usize, kind.size() as usize);
            let Some(bytes) = memory.bytes_mut(area, start, size) else { return };
            match (value, encode(kind, value)) {
                (Value::Bool(true), _) => bytes[0] |= 1 << bit,
                (Value::Bool(false), _) => bytes[0] &= !(1 << bit),
                (_, Some(encoded)) => bytes.copy_from_slice(&encoded),
                // A value outside the range of its type is not written.
                (_, None) => {}
            }
        });
    }
}

//! The program of a virtual controller.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_s7::address::Area;

use super::Memory;
use crate::rig::set_up::Program;

/// Increments REALs, each by its own step: consecutive ones in DB1, at intervals of 12 bytes in
/// DB2; and the first bytes of bit memory, inputs and outputs.
#[derive(Debug, Clone)]
pub struct Counting {
    steps: Vec<f32>,
}

/// Distance between the REALs of DB2, in bytes.
const APART: usize = 12;
/// Number of counting bytes in each area.
const COUNTING_BYTES: usize = 16;

impl Counting {
    /// Creates the blocks with this number of REALs each.
    pub fn new(memory: &mut Memory, reals: u32, seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let steps: Vec<f32> = (0..reals).map(|_| random.random_range(0.25..10.0)).collect();
        memory.add_block(1, steps.len() * 4);
        memory.add_block(2, steps.len() * APART);
        Self { steps }
    }

    /// The tags that change with this number of REALs in each block.
    pub fn tag_names(reals: u32) -> impl Iterator<Item = String> {
        let dense = (0..reals).map(|it| format!("DB1.DBD{}:REAL", it * 4));
        dense.chain((0..reals).map(|it| format!("DB2.DBD{}:REAL", it * 12)))
    }
}

impl Program<Memory> for Counting {
    fn advance(&mut self, memory: &mut Memory, _elapsed: Duration) {
        for (block, apart) in [(1, 4), (2, APART)] {
            let Some(bytes) = memory.bytes_mut(Area::Block(block), 0, self.steps.len() * apart)
            else {
                continue;
            };
            for (place, step) in bytes.chunks_exact_mut(apart).zip(&self.steps) {
                let Some(number) = place.first_chunk_mut::<4>() else { continue };
                // Restarts before the steps are lost in the precision of the number.
                let next = f32::from_be_bytes(*number) + step;
                *number = if next > 1e6 { 0.0 } else { next }.to_be_bytes();
            }
        }
        for area in [Area::Memory, Area::Inputs, Area::Outputs] {
            for byte in memory.bytes_mut(area, 0, COUNTING_BYTES).into_iter().flatten() {
                *byte = byte.wrapping_add(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(scans: u32, seed: u64) -> Memory {
        let mut memory = Memory::default();
        let mut counting = Counting::new(&mut memory, 8, seed);
        for _ in 0..scans {
            counting.advance(&mut memory, Duration::from_millis(20));
        }
        memory
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(after(5, 1).content_hash(), after(5, 1).content_hash());
        assert_ne!(after(5, 1).content_hash(), after(5, 2).content_hash());
    }

    #[test]
    fn all_its_tags_change_at_every_scan() {
        for name in Counting::tag_names(8) {
            let values = [4, 5, 6].map(|scans| after(scans, 1).value(&name).expect(&name));
            assert!(values[0] != values[1] && values[1] != values[2], "{name}: {values:?}");
        }
    }
}

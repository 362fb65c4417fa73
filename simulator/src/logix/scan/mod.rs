//! What a virtual controller's program does with its tags.

use std::time::Duration;

use super::Memory;

mod bottling;
mod counting;
mod lively;

pub(super) use bottling::{BottlingLine, bottling_line};
pub(super) use counting::{Counting, counting_model};
pub(super) use lively::Lively;

/// A program that a controller executes over and over.
///
/// What it does depends on the memory, on itself and on the time that passed, on nothing else: the
/// same seed and the same steps give the same values.
pub trait Scan: Send {
    /// Executes it once; `elapsed` passed since the last time.
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration);
}

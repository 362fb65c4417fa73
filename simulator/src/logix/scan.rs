//! What a virtual controller's program does with its tags.

mod bottling;
mod counting;
mod signals;

pub(super) use bottling::{BottlingLine, bottling_line};
pub(super) use counting::{Counting, counting_model};
pub(super) use signals::Signals;

//! The programs of virtual controllers.

mod bottling;
mod counting;
mod signals;

pub(super) use bottling::{BottlingLine, bottling_line};
pub(super) use counting::{Counting, counting_model};
pub(super) use signals::Signals;

//! Which input changed first: the cause of an edge, from a recording and the project's code.
//!
//! Pure: a recording and a project's logic in, a chain of causes out; no I/O and no clock.

mod memory;
mod past;

pub use self::{
    memory::PastSamples,
    past::{Past, PastChange, PastGap, PastValue},
};

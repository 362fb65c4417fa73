//! Everything is tested in one binary.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table of the trials")]

mod generated;
mod plant;
mod power;
#[path = "../../../tests/suite/random.rs"]
mod random;
mod slice;
mod trials;

//! Everything is tested in one binary.

mod drawn;
mod judge;
mod logix;
mod ready;
mod refused;
#[path = "../../../logic/tests/suite/samples.rs"]
mod samples;
mod table;
mod written;

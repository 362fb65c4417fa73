//! Everything is tested in one binary.

mod drawn;
mod judge;
mod logix;
mod refused;
mod samples;
mod table;
mod written;

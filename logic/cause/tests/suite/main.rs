//! Everything is tested in one binary.

mod generated;
mod plant;
mod power;
mod random;
mod trials;

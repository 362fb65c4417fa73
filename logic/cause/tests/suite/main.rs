//! Everything is tested in one binary.

mod generated;
mod plant;
mod random;
mod trials;

//! Everything is tested in one binary.

mod plant;
mod random;
mod trials;

//! Everything is tested in one binary.

mod german;
mod questions;
mod samples;

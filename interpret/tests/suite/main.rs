//! Everything is tested in one binary.

mod generated;
mod german;
mod questions;
mod samples;

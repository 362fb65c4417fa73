//! Everything is tested in one binary.

mod generated;
mod german;
mod plain;
mod questions;
mod samples;

//! Everything is tested in one binary.

mod generated;
mod german;
mod misread;
mod plain;
mod plants;
mod questions;
mod samples;

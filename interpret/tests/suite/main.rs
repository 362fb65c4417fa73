//! All tests are in one binary.

mod classifier;
mod complete;
mod concluded;
mod generated;
mod german;
mod misread;
mod open;
mod outside;
mod plain;
mod plants;
mod questions;
mod samples;
mod spoken;

//! Everything is tested in one binary.

mod generated;
mod german;
mod misread;
mod outside;
mod plain;
mod plants;
mod questions;
mod samples;

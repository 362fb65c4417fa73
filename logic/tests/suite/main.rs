//! Everything is tested in one binary.

mod conditions;
mod diagrams;
mod edits;
mod golden;
mod questions;
mod random;
mod samples;
mod scans;
mod text;
mod text_golden;
mod text_lowering;
mod why;

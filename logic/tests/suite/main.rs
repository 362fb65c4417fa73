//! Everything is tested in one binary.

mod charts;
mod conditions;
mod diagrams;
mod effects;
mod gates;
mod golden;
mod lists;
mod metamorphic;
mod networks;
mod pairs;
mod phases;
mod plants;
mod questions;
mod random;
mod relations;
mod resets;
mod samples;
mod scans;
mod states;
mod text;
mod text_golden;
mod text_lowering;
mod usual;
mod why;
mod wire;
mod writers;

//! Everything is tested in one binary.

mod conditions;
mod golden;
mod text;

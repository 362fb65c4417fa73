//! All tests are in one binary.

mod edits;
#[path = "../../../tests/suite/random.rs"]
mod random;
mod rewritten;
#[path = "../../../tests/suite/samples.rs"]
mod samples;
mod values;

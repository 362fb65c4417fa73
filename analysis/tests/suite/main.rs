//! All tests are in one binary.

mod phases;
mod project;
mod rules;
mod samples;
mod seeds;

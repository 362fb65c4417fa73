//! The checker on small projects, on the repository's projects, and on real files.
#![expect(clippy::print_stderr, reason = "figures of the samples are printed")]

mod graphs;
mod mutants;
mod samples;
mod small;

//! Reads real project files, and compares them with the results of other programs.

mod constructs;
mod l5x_golden;
mod ladders;
mod origins;
mod plants;
mod samples;
mod siemens;
mod siemens_samples;

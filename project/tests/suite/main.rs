//! Real project files, read and held against other programs' readings.

mod constructs;
mod l5x_golden;
mod ladders;
mod origins;
mod plants;
mod samples;
mod siemens;
mod siemens_samples;

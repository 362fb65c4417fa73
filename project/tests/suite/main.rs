//! Real project files, read and held against other programs' readings.

mod l5x_golden;
mod samples;
mod siemens;
mod siemens_samples;

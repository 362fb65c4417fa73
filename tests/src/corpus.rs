//! Reads, analyses and renames in each unknown project below a folder, and compares the results
//! with a Python program that shares no code with this one.
//!
//! Each project has its own process, so that a crash or an endless loop is one row of the report.

mod find;
mod project_result;
mod report;
mod run;

pub use self::{project_result::look, report::Report, run::run};

//! Project files that no test knows: reads, analyses and renames in each project below a folder, and
//! compares the results with a program in Python that shares no code with this one.
//!
//! Each project is looked at in a process of its own, so that a crash or an endless loop is one row of the
//! report.

mod find;
mod look;
mod report;
mod run;

pub use self::{look::look, report::Report, run::run};

//! Drawings and reports of real projects.

mod charts;
mod drawing;
mod judges;
mod read_back;
mod reports;
mod samples;

//! Drawings and reports of real projects.

mod drawing;
mod read_back;
mod samples;

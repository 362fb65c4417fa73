//! Drawings and reports of real projects.

mod chapters;
mod charts;
mod chinese;
mod drawing;
mod judges;
mod plants;
mod read_back;
mod reports;
mod samples;

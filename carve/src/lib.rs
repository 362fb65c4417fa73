//! Reads the intact parts of a damaged SQLite file, without SQLite.
//!
//! The sections are those of SQLite's "Database File Format". Invariants: for any bytes, no
//! function panics, runs endlessly, or uses more memory than the file has bytes.
#![warn(missing_docs)]

mod database;
mod log;
mod record;

pub use database::{Cell, Database, Kind, Page};
pub use record::{column, column_bytes, columns, local, varint, word};

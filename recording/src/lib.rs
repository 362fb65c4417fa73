//! What a session read, kept for days: every change of a value and its quality, the controller's mode, the
//! times of the scans, and the times of which nothing is known.
//!
//! A session's folder has a file for each hour ([`RecordingWriter`] writes them, [`Recording`] reads them)
//! and one for each incident. A file is only appended to. Its blocks have the scans of some seconds, by
//! column; every two minutes a block begins with all tags, so the values at any moment are found by reading
//! a few blocks. `frame.rs`, `names.rs` and `block.rs` describe the bytes.
//!
//! Invariants: what was not read is not known, and no value is ever made up for it. Damage costs the blocks
//! that it hits, and the time of those is a gap.
#![warn(missing_docs)]

mod block;
mod bytes;
mod columns;
mod csv;
mod error;
mod export;
mod file;
mod frame;
mod head;
mod incident;
mod incidents;
mod known;
mod names;
mod recording;
mod retention;
mod trigger;
mod writer;

#[cfg(test)]
mod tests;

pub use self::{
    bytes::{ByteReader, write_number, write_signed},
    columns::{ColumnReader, PLANES, ValueColumns},
    error::RecordingError,
    export::export,
    head::RecordedSession,
    incident::{Incident, ProjectFile},
    incidents::{EXPORT_EXTENSION, Incidents},
    known::{GapReason, Known, RecordedChange, RecordedScan, RecordingGap},
    recording::Recording,
    retention::{DiskRoom, HourFile, RecordingLimits},
    trigger::{NoCondition, Trigger, TriggerComparison, TriggerCondition},
    writer::{NewScan, RecordingWriter},
};

//! Recordings of sessions, stored for days: every change of a value and its quality, the
//! controller's mode, the times of the scans, and the gaps.
//!
//! A session's folder has a file for each hour ([`RecordingWriter`] writes it, [`Recording`] reads
//! it) and a file for each incident. Writing only appends. A block has the scans of some seconds,
//! in columns. Every two minutes a block begins with all tags, so the values at any moment are
//! found by reading a few blocks.
//! `frame.rs`, `names.rs` and `block.rs` describe the format.
//!
//! Invariants: a value that was not read is unknown, and never invented. Damage only affects the
//! damaged blocks, whose time is a gap.
#![warn(missing_docs)]

mod block;
mod bytes;
mod columns;
mod csv;
mod error;
mod export;
mod file;
mod frame;
mod gap;
mod head;
mod incident;
mod incidents;
mod names;
mod recorded_state;
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
    recorded_state::{GapReason, RecordedChange, RecordedScan, RecordedState, RecordingGap},
    recording::Recording,
    retention::{DiskSpace, HourFile, RecordingLimits},
    trigger::{ConditionError, Trigger, TriggerComparison, TriggerCondition},
    writer::{NewScan, RecordingWriter},
};

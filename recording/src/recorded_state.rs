//! The information of a recording about a moment.

use serde::{Deserialize, Serialize};
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, TagValue},
};
use tagbridge_texts::Coded;

/// The information about a tag at a moment.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordedState {
    /// The value that the last scan before the moment read. It can be bad, with a reason.
    Value {
        /// The value; its timestamp is the time of its last change.
        value: TagValue,
        /// The scan since which it has had at least this value: the scan read it, or recorded all
        /// tags.
        since: Timestamp,
    },
    /// No scan was valid at the moment.
    Gap(GapReason),
    /// The tag was not read.
    NotRead,
}

/// The reason of a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Coded)]
#[coded(prefix = "gap-reason")]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// The session was not connected to the controller.
    NotConnected,
    /// The next scan was late: the controller did not respond, or the computer slept.
    NoScan,
    /// Scans were read, but could not be written.
    NotWritten,
    /// The user ended the session.
    Ended,
    /// The program was killed.
    Interrupted,
    /// A part of the file is damaged.
    Damaged,
    /// It is before the first or after the last scan.
    Outside,
}

impl GapReason {
    /// The stable name of the reason.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotConnected => "not_connected",
            Self::NoScan => "no_scan",
            Self::NotWritten => "not_written",
            Self::Ended => "ended",
            Self::Interrupted => "interrupted",
            Self::Damaged => "damaged",
            Self::Outside => "outside",
        }
    }
}

/// A time without known values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingGap {
    /// The end of validity of the last scan before it.
    pub from: Timestamp,
    /// The start of the next scan.
    pub until: Timestamp,
    /// The reason.
    pub reason: GapReason,
}

/// A scan, without its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedScan {
    /// Its start. Its changed values changed in the controller between the previous scan and the
    /// end of this one.
    pub at: Timestamp,
    /// Its duration in milliseconds.
    pub duration_ms: f64,
    /// The time to the start of the next scan, in milliseconds; 0: no values were read.
    pub every_ms: u64,
    /// The controller, with its mode.
    pub controller: Controller,
}

/// A change of a tag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedChange {
    /// The start of the scan that read the new value first.
    pub scan: Timestamp,
    /// The new value; bad with a reason if it could not be read.
    #[serde(flatten)]
    pub value: TagValue,
}

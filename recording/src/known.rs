//! What a recording says of a moment.

use serde::{Deserialize, Serialize};
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, TagValue},
};
use tagbridge_texts::Coded;

/// What is known of a tag at a moment.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// Its value, as the last scan before the moment read it. The value itself may be bad, with its reason.
    Value {
        /// The value; its timestamp says when it was last read with a change.
        value: TagValue,
        /// It has been this value at least since this scan, which read it or renewed all tags.
        since: Timestamp,
    },
    /// No scan was valid at the moment.
    Gap(GapReason),
    /// The tag was not among those that were read.
    NotRead,
}

/// Why nothing is known of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Coded)]
#[coded(prefix = "gap-reason")]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// The session was not connected to the controller.
    NotConnected,
    /// No scan came in time: the controller did not answer, or the computer slept.
    NoScan,
    /// Scans were read, but could not be written.
    NotWritten,
    /// The session was ended on purpose.
    Ended,
    /// The program was ended without notice.
    Interrupted,
    /// That part of the file is damaged.
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

/// A time of which nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingGap {
    /// When the last scan before it stopped being valid.
    pub from: Timestamp,
    /// When the next scan began.
    pub until: Timestamp,
    /// Why.
    pub reason: GapReason,
}

/// A scan, without its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedScan {
    /// When it began. Values that it changed were written by the controller between the scan before and
    /// the end of this one.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
    /// From its start to the next scan's, in milliseconds; 0: nothing was read.
    pub every_ms: u64,
    /// The controller, with its mode.
    pub controller: Controller,
}

/// A tag that is another one from a scan on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedChange {
    /// The start of the scan that read it first.
    pub scan: Timestamp,
    /// What it became; bad with a reason where it could not be read.
    #[serde(flatten)]
    pub value: TagValue,
}

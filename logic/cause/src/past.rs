//! What a recording knows of an earlier time.

use jiff::Timestamp;
use tagbridge_logic::expr::Scalar;

/// A recording of a controller's tags.
///
/// Names are written as the project writes them, in any case: `Line_Running`,
/// `Program:Main.Guard`, `"Drives".run`, `PLC_PRG.bRun`; of parts `Motor.Fault`, `Status.3`. A scan
/// is one reading of all recorded tags by the bridge, and its time is when that reading began. A
/// tag that a scan did not read again because it had not changed keeps its value.
pub trait Past {
    /// The time of the newest scan at or before `time`; none where the recording begins later.
    fn scan_at(&self, time: Timestamp) -> Option<Timestamp>;

    /// The time of the newest scan before `time`, that moment excluded.
    fn scan_before(&self, time: Timestamp) -> Option<Timestamp>;

    /// What is known of a tag from the newest scan at or before `time`. Within a gap it is
    /// [`PastValue::NotRecorded`].
    fn value(&self, tag: &str, time: Timestamp) -> PastValue;

    /// Every change of a tag's value or quality after `from` and up to `to`, oldest first. What it
    /// was at `from` is no change. The end of a gap is a change where the value before it is another one.
    fn changes(&self, tag: &str, from: Timestamp, to: Timestamp) -> Vec<PastChange>;

    /// The times in which nothing was read, as far as they touch the time from `from` to `to`,
    /// oldest first: a lost link, a stopped bridge, files that are damaged or deleted.
    fn gaps(&self, from: Timestamp, to: Timestamp) -> Vec<PastGap>;
}

/// What is known of a tag at one moment.
#[derive(Debug, Clone, PartialEq)]
pub enum PastValue {
    /// Its value.
    Good(Scalar),
    /// It was read, and its value is of no use.
    Bad,
    /// It was not read then.
    NotRecorded,
}

/// A change of a tag, as a scan saw it first.
#[derive(Debug, Clone, PartialEq)]
pub struct PastChange {
    /// The scan.
    pub time: Timestamp,
    /// What the tag is since then.
    pub value: PastValue,
}

/// A time without any reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastGap {
    /// The last scan before it.
    pub from: Timestamp,
    /// The first scan after it, or the end of the recording.
    pub to: Timestamp,
}

impl PastValue {
    /// The value, where it is known.
    pub fn scalar(&self) -> Option<&Scalar> {
        match self {
            Self::Good(value) => Some(value),
            Self::Bad | Self::NotRecorded => None,
        }
    }
}

//! Values: the current state and the history of each tag.

use tagbridge_api::{
    Timestamp,
    hmi::{TagValue, history::HistoryEntry},
};

/// The state of a tag in the newest snapshot of its stream that contains it.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveTag {
    /// The tag's name.
    pub name: String,
    /// The sequence number of that snapshot.
    pub sequence: u64,
    /// Its value there.
    pub value: TagValue,
}

/// The requested entries of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryRange {
    /// Maximum number of entries, the newest.
    pub limit: u32,
    /// Only entries with earlier times, if it is given.
    pub before: Option<Timestamp>,
}

/// The stored history of a tag.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct StoredHistory {
    /// Most recent first.
    pub entries: Vec<HistoryEntry>,
    /// Later entries are complete; of earlier ones only the newest were kept.
    pub cut_at: Option<Timestamp>,
}

//! Values: what each tag is and was.

use tagbridge_api::{
    Timestamp,
    hmi::{TagValue, history::HistoryEntry},
};

/// What a tag was in the newest snapshot of its stream that carried it.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveTag {
    /// The tag's name.
    pub name: String,
    /// The sequence of that snapshot.
    pub sequence: u64,
    /// Its value there.
    pub value: TagValue,
}

/// Which entries of a tag are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryRange {
    /// So many of the newest.
    pub limit: u32,
    /// Of those whose values are older than this, where it is given.
    pub before: Option<Timestamp>,
}

/// What is kept of a tag.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct KeptHistory {
    /// Most recent first.
    pub entries: Vec<HistoryEntry>,
    /// What is younger is whole; of what is older, the newest entries were kept and the others not.
    pub cut_at: Option<Timestamp>,
}

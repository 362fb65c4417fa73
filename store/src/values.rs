//! Values: what each tag is and was.

use tagbridge_api::{
    Timestamp,
    hmi::{TagValue, history::HistoryEntry, push::Snapshot},
};

use crate::{ProjectRef, StoreError, Stream, StreamNo};

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

/// The values of a project's tags.
pub trait Values {
    /// Adds snapshots that were not stored before, lowest sequence first, to the live view and to
    /// the history. `stream.base` has been raised to the newest complete snapshot: tags that were
    /// carried before it and not by it leave the live view.
    ///
    /// Neither view depends on the order of arrival: a backlog that comes late or shuffled ends in
    /// the same.
    fn add_snapshots(
        &self,
        project: &ProjectRef,
        stream: &Stream,
        snapshots: &[&Snapshot],
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// A stream's tags in the order of its newest complete snapshot.
    fn live(&self, stream: StreamNo) -> Result<Vec<LiveTag>, StoreError>;

    /// Drops the live view of the streams that were last pushed before then. Should such a one
    /// come back, its next complete snapshot brings all tags again.
    fn forget_live(&self, project: &ProjectRef, before: Timestamp) -> Result<(), StoreError>;

    /// The newest entries of a tag in a range, in [their order](crate::newest_first).
    fn history(
        &self,
        project: &ProjectRef,
        tag: &str,
        range: &HistoryRange,
    ) -> Result<KeptHistory, StoreError>;

    /// Cuts what was read before then back to the newest
    /// [`HISTORY_MAX`](tagbridge_api::limits::HISTORY_MAX) entries of each tag. Does a part of it, for
    /// others to write in between; false: nothing is left to do.
    fn cut_history(&self, project: &ProjectRef, before: Timestamp) -> Result<bool, StoreError>;

    /// Deletes tags that no snapshot has contained since then, that are in no live view, and that
    /// no client requests: their names, and the rest of their history. Checks some names per call,
    /// after the last name of the previous call (0: from the first on), so that others can write in
    /// between; returns the last checked name, `None`: all are checked.
    fn forget_tags(
        &self,
        project: &ProjectRef,
        before: Timestamp,
        behind: i64,
    ) -> Result<Option<i64>, StoreError>;

    /// From when on what is not cut back fits into so many bytes; `None`: all of it does.
    fn history_fits_from(
        &self,
        project: &ProjectRef,
        bytes: u64,
    ) -> Result<Option<Timestamp>, StoreError>;
}

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

    /// The newest `limit` entries of a tag in [their order](crate::newest_first). At least
    /// [`HISTORY_MAX`](tagbridge_api::limits::HISTORY_MAX) are kept.
    fn history(
        &self,
        project: &ProjectRef,
        tag: &str,
        limit: u32,
    ) -> Result<Vec<HistoryEntry>, StoreError>;
}

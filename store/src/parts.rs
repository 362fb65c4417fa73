//! Parts of snapshots that one push has no room for, until the last of them has come.

use tagbridge_api::{
    Timestamp,
    hmi::{Tags, push::Snapshot},
};
use uuid::Uuid;

use crate::{ProjectRef, StoreError};

/// The parts of snapshots that are not whole.
pub trait SnapshotParts {
    /// Keeps a part of a stream's snapshot, and of that stream the parts of this snapshot alone. What all
    /// of them carry, when the last one is there: then none is kept any more.
    fn keep_part(
        &self,
        project: &ProjectRef,
        stream: Uuid,
        part: &Snapshot,
        now: Timestamp,
    ) -> Result<Option<Tags>, StoreError>;

    /// Drops the parts of streams of which none has come since `before`, or only later than `now`, by a clock
    /// that was set since; and of the rest those that were heard of first, until no more than `most` parts
    /// are kept.
    fn forget_parts(&self, before: Timestamp, now: Timestamp, most: u32) -> Result<(), StoreError>;
}

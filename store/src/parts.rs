//! Parts of snapshots that are too large for one push, until the last part is received.

use tagbridge_api::{
    Timestamp,
    hmi::{Tags, push::Snapshot},
};
use uuid::Uuid;

use crate::{ProjectRef, StoreError};

/// The parts of snapshots that are not whole.
pub trait SnapshotParts {
    /// Stores a part of a stream's snapshot, and deletes parts of the stream's other snapshots.
    /// Returns the contents of all parts if the last one is there, and then deletes them.
    fn keep_part(
        &self,
        project: &ProjectRef,
        stream: Uuid,
        part: &Snapshot,
        now: Timestamp,
    ) -> Result<Option<Tags>, StoreError>;

    /// Deletes the parts of streams without a new part since `before`, or with times after `now` (a
    /// clock that was changed since). Of the rest it deletes the oldest until at most `most` parts
    /// are left.
    fn forget_parts(&self, before: Timestamp, now: Timestamp, most: u32) -> Result<(), StoreError>;
}

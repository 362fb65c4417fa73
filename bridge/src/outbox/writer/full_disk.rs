//! A full disk: how it is noticed, what is stored nevertheless, and what is counted as lost.

use tagbridge_api::{Timestamp, hmi::live::Gap};
use tagbridge_system::is_disk_full;

use super::Writer;
use crate::{
    log_message::{LogMessage, event},
    outbox::{
        Loss, LossCause, OutboxError, OutboxStatus,
        clock::Moment,
        error::{is_full, is_io},
        store::Store,
    },
};

/// The snapshots that could not be stored because there was no open file: their number, and when
/// the first and the last of them were appended.
pub(super) struct UnstoredSnapshots {
    pub(super) count: u64,
    pub(super) from: Moment,
    pub(super) to: Moment,
}

impl Writer {
    /// Whether the disk has space; also notices that it has space again.
    pub(super) fn has_room(&mut self) -> bool {
        if self.store.is_none() {
            // Otherwise an old snapshot would be deleted for the first new one, in spite of the space.
            self.reserve.renew_soon();
        }
        if self.reserve.renew() && self.full_since.take().is_some() {
            event!(info, LogMessage::DiskHasRoom);
        }
        self.full_since.is_none()
    }

    pub(super) fn note_full_disk(&mut self) {
        event!(error, LogMessage::DiskFull);
        self.full_since = Some(Timestamp::now());
        self.reserve.release();
    }

    pub(super) fn found_no_room<T>(&self, outcome: &Result<T, OutboxError>) -> bool {
        match outcome {
            Err(OutboxError::Disk { source, .. }) => {
                is_full(source) || (is_io(source) && self.reserve.lacks_room())
            }
            Err(OutboxError::File { source, .. }) => is_disk_full(source),
            _ => false,
        }
    }

    /// Executes an operation in the space of the write-ahead log, with checkpoints around it.
    pub(super) fn without_growing<T>(
        &mut self,
        operation: impl Fn(&mut Store) -> rusqlite::Result<T>,
    ) -> Result<T, OutboxError> {
        self.attempt(|store| {
            store.checkpoint();
            let outcome = operation(store);
            store.checkpoint();
            outcome
        })
    }

    /// Calls an error by its cause if the disk is full: SQLite reports some of them as another error.
    pub(super) fn named<T>(&self, outcome: Result<T, OutboxError>) -> Result<T, OutboxError> {
        outcome.map_err(|error| match error {
            OutboxError::Disk { path, source }
                if self.full_since.is_some() && (is_full(&source) || is_io(&source)) =>
            {
                OutboxError::Full { path }
            }
            OutboxError::File { path, source } if is_disk_full(&source) => {
                OutboxError::Full { path }
            }
            other => other,
        })
    }

    /// Counts a snapshot that could not be stored as lost. The status counts it even if the file
    /// cannot be read now.
    pub(super) fn count_unstored(&mut self, now: Moment) {
        self.publish.send_modify(|it| it.count_unstored(now.wall_ms));
        if let Some(store) = &mut self.store {
            store.not_stored(1, now, now);
        } else {
            let them =
                self.homeless.get_or_insert(UnstoredSnapshots { count: 0, from: now, to: now });
            (them.count, them.to) = (them.count + 1, now);
        }
    }
}

impl OutboxStatus {
    /// Adds a snapshot that could not be stored to the lost ones.
    fn count_unstored(&mut self, wall_ms: i64) {
        let (sequence, at) = (self.next_sequence.max(1), Timestamp::from_millis(wall_ms));
        self.next_sequence = sequence + 1;
        self.lost += 1;
        match self.losses.first_mut() {
            Some(it) if it.cause == LossCause::Disk && it.gap.to + 1 == sequence => {
                (it.gap.to, it.until) = (sequence, at);
            }
            _ => {
                let gap = Gap { from: sequence, to: sequence };
                let loss = Loss { gap, cause: LossCause::Disk, since: at, until: at };
                self.losses.insert(0, loss);
            }
        }
    }
}

//! Stores snapshots on disk until they are delivered.
//!
//! Guarantees, which `suite` tests: a snapshot that [`append`](Outbox::append) has confirmed
//! survives a crash and a power failure. Sequences are contiguous and never used twice. A snapshot
//! is deleted after the service has stored it; any other removal is counted and reported, with the
//! time of the scan. All readable snapshots of a damaged file are kept, and damage never causes a
//! panic. On a full disk the oldest snapshots are deleted for the newest; if there are none, the
//! newest is counted as lost. One bridge at a time uses a file.

mod block;
mod body;
mod carve;
mod clock;
mod command;
mod error;
mod file;
mod files;
mod lock;
mod loss;
mod mark_file;
mod older;
mod outbox_file;
mod quarantine;
mod reserve;
mod rows;
mod salvage;
mod sql;
mod store;
mod stream;
mod writer;

#[cfg(test)]
mod damage;
#[cfg(test)]
mod kill;
#[cfg(test)]
mod rebuilt;
#[cfg(test)]
mod replaced;
#[cfg(test)]
mod suite;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::mpsc,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tagbridge_api::{Timestamp, hmi::live::Gap};
use tokio::{
    sync::{oneshot, watch},
    task::spawn_blocking,
};
use uuid::Uuid;

use self::{command::Command, rows::Row};
pub use self::{
    error::OutboxError,
    outbox_file::{ExportError, Exported, OutboxFile, StoredOutbox},
    quarantine::{Quarantine, QuarantineFile, Quarantined, Refusal},
};
use crate::{
    packed_snapshot::{PackedSnapshot, head},
    snapshot::{SnapshotDraft, SnapshotPlace},
};

/// How much is stored, and for how long, while it cannot be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Maximum size of the stored snapshots, in bytes.
    pub(crate) max_bytes: u64,
    /// Maximum age since the snapshot was appended.
    pub(crate) max_age: Duration,
}

/// The result of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Appended {
    pub(crate) place: SnapshotPlace,
    /// The length of the snapshot as JSON.
    pub(crate) bytes: usize,
    /// Number of older snapshots that were deleted for it.
    pub(crate) dropped: u64,
    /// Whether the file was found to be damaged, and was rebuilt from its readable snapshots.
    pub(crate) is_rebuilt: bool,
}

/// A stored snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) sequence: u64,
    pub(crate) packed: PackedSnapshot,
}

impl Entry {
    /// The length of the snapshot as JSON.
    pub(crate) fn bytes(&self) -> usize {
        head(self.sequence).len() + self.packed.length as usize
    }
}

/// The oldest snapshots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Oldest {
    pub(crate) stream_id: Uuid,
    pub(crate) entries: Vec<Entry>,
    /// Whether further snapshots follow.
    pub(crate) more: bool,
    /// Whether some could not be read. The file was then set aside, and its readable snapshots were kept.
    pub(crate) damaged: bool,
    /// The first sequence that this file never sent. Before the first push the bridge must ask the
    /// service whether it already has this sequence or later ones: then this file is a copy, and
    /// the other file has continued the stream.
    pub(crate) unsent_from: Option<u64>,
}

/// Why a snapshot was removed although the service has not stored it.
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossCause {
    /// The outbox exceeded its size limit.
    Size,
    /// It exceeded the age limit.
    Age,
    /// The disk was full.
    Disk,
    /// Its bytes on disk are damaged.
    Damaged,
    /// The service refused it permanently.
    Rejected,
    /// It is larger than the service accepts.
    TooLarge,
}

/// A range of sequences that will never be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// The first and the last sequence.
    #[serde(flatten)]
    pub gap: Gap,
    /// The cause.
    pub cause: LossCause,
    /// When the first of them was scanned, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    /// When the last of them was scanned, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// The state of an outbox, for users.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxStatus {
    /// The stream of the sequences; nil before the file is open.
    pub stream_id: Uuid,
    /// Number of stored snapshots.
    pub depth: u64,
    /// Their size on disk, in bytes.
    pub bytes: u64,
    /// When the oldest of them was appended.
    pub oldest: Option<Timestamp>,
    /// The sequence of the next snapshot.
    pub next_sequence: u64,
    /// Number of snapshots that were removed undelivered, or could not be stored, since the file was
    /// created.
    pub lost: u64,
    /// The latest ranges of lost snapshots.
    pub losses: Vec<Loss>,
    /// Since when the disk is full, so that the oldest snapshots are deleted for the newest, or the
    /// newest cannot be stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_since: Option<Timestamp>,
    /// The damaged file that was set aside, if any, and how many of its snapshots were recovered.
    pub set_aside: Option<SetAside>,
    /// How often the file was removed or replaced while the bridge ran, and was then written again.
    #[serde(default)]
    pub replaced: u64,
    /// Number of refused snapshots in quarantine.
    #[serde(default)]
    pub quarantined: u64,
    /// The previous stream, if it was replaced by a new one because the service has snapshots of it
    /// that this file never sent. This file is then an older copy of another one.
    pub left_stream: Option<Uuid>,
}

/// A damaged file that was set aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// Its path.
    pub file: PathBuf,
    /// The JSON lines file with its readable snapshots, if their stream could not be determined.
    /// Otherwise the snapshots are in the new file.
    pub saved_as: Option<PathBuf>,
    /// Number of recovered snapshots.
    pub saved: u64,
    /// What was wrong with the file.
    pub damage: String,
}

/// A handle of the thread that owns the file. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    commands: mpsc::Sender<Command>,
    status: watch::Receiver<OutboxStatus>,
}

impl Outbox {
    /// Opens or creates the file, and locks it. Waits for the disk.
    pub(crate) fn open(path: &Path, project: &str, limits: Limits) -> Result<Self, OutboxError> {
        let (commands, inbox) = mpsc::channel();
        let status = writer::start(path.to_owned(), project.to_owned(), limits, inbox)?;
        Ok(Self { commands, status })
    }

    /// Stores a snapshot. After the return it survives a power failure.
    pub(crate) async fn append(&self, draft: SnapshotDraft) -> Result<Appended, OutboxError> {
        self.ask(|reply| Command::Append { draft, reply }).await
    }

    /// Returns the oldest snapshots: at most this number, and at most this number of bytes of JSON,
    /// but at least one if there is any.
    pub(crate) async fn oldest(&self, entries: usize, bytes: usize) -> Result<Oldest, OutboxError> {
        let rows = self.ask(|reply| Command::Oldest { entries, bytes, reply }).await?;
        let (stream_id, mut more, unsent_from) = (rows.stream_id, rows.more, rows.unsent_from);
        // Checking a full batch takes time, so it runs neither on the writer's thread nor on the caller's.
        let unpacked = spawn_blocking(move || unpack(rows.oldest, &rows.delivered)).await;
        let (mut oldest, damaged) = unpacked.map_err(|_| OutboxError::Closed)?;
        let mut total = 0_usize;
        let fit = oldest.iter().take(entries.max(1)).enumerate().take_while(|(place, it)| {
            total = total.saturating_add(it.bytes());
            *place == 0 || total <= bytes
        });
        let fit = fit.count();
        more |= fit < oldest.len();
        oldest.truncate(fit);
        let is_damaged = !damaged.is_empty();
        if is_damaged {
            let damage = format!("snapshots {damaged:?} in it contradict their checksums");
            self.ask(|reply| Command::SetAside { stream_id, damage, reply }).await?;
        }
        Ok(Oldest { stream_id, entries: oldest, more, damaged: is_damaged, unsent_from })
    }

    /// Deletes snapshots that the service has stored. Does nothing for another stream.
    pub(crate) async fn settle(
        &self,
        stream_id: Uuid,
        sequences: Vec<u64>,
    ) -> Result<(), OutboxError> {
        self.ask(|reply| Command::Settle { stream_id, sequences, reply }).await
    }

    /// Deletes snapshots that the service will never accept; they are counted and reported as lost.
    pub(crate) async fn give_up(
        &self,
        stream_id: Uuid,
        sequences: Vec<u64>,
        cause: LossCause,
    ) -> Result<(), OutboxError> {
        self.ask(|reply| Command::GiveUp { stream_id, sequences, cause, reply }).await
    }

    /// Moves refused snapshots into the quarantine; they are counted and reported as lost.
    pub(crate) async fn quarantine(
        &self,
        stream_id: Uuid,
        refusals: Vec<Refusal>,
    ) -> Result<(), OutboxError> {
        self.ask(|reply| Command::Quarantine { stream_id, refusals, reply }).await
    }

    /// Records, before the first push, that sequences are sent from now on.
    pub(crate) async fn begin_sending(&self, stream_id: Uuid) -> Result<(), OutboxError> {
        self.ask(|reply| Command::BeginSending { stream_id, reply }).await
    }

    /// Starts a new stream with the stored snapshots, numbered from 1 with their gaps. Does nothing
    /// for another stream.
    pub(crate) async fn begin_stream(&self, instead_of: Uuid) -> Result<(), OutboxError> {
        self.ask(|reply| Command::BeginStream { instead_of, reply }).await
    }

    /// The state; the receiver always has the latest.
    pub(crate) fn status(&self) -> watch::Receiver<OutboxStatus> {
        self.status.clone()
    }

    /// Closes the file and releases its lock, even if other clones of this handle exist.
    pub(crate) async fn close(&self) {
        // An error means that it is already closed.
        let _closed = self.ask(|reply| Command::Close { reply }).await;
    }

    #[cfg(test)]
    pub(crate) async fn execute(&self, sql: &str) {
        let sql = sql.to_owned();
        self.ask(|reply| Command::Execute { sql, reply }).await.expect("it is done");
    }

    async fn ask<T>(
        &self,
        command: impl FnOnce(oneshot::Sender<Result<T, OutboxError>>) -> Command,
    ) -> Result<T, OutboxError> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(command(reply)).map_err(|_| OutboxError::Closed)?;
        answer.await.unwrap_or(Err(OutboxError::Closed))
    }
}

/// Returns the readable entries, and the sequences of the unreadable ones.
fn unpack(rows: Vec<(u64, Row)>, delivered: &BTreeSet<u64>) -> (Vec<Entry>, Vec<u64>) {
    let (mut entries, mut damaged) = (Vec::new(), Vec::new());
    for (first, row) in rows {
        for (sequence, (_, packed)) in (first..).zip(row.unpack()) {
            match packed {
                _ if delivered.contains(&sequence) => {}
                Ok(packed) => entries.push(Entry { sequence, packed }),
                Err(_) => damaged.push(sequence),
            }
        }
    }
    (entries, damaged)
}

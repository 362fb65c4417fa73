//! What is to be delivered, kept on disk until it is.
//!
//! Promises, which `suite` keeps: what [`append`](Outbox::append) acknowledged survives a crash
//! and a power failure; sequences are contiguous and never used twice; only what the service
//! stored leaves, and whatever leaves without that is counted and named, with the time when it was
//! scanned. Of a damaged file every snapshot that can be read goes on; it is never a panic. On a full
//! disk the oldest go for the newest. One file belongs to one bridge at a time.

mod block;
mod body;
mod carve;
mod clock;
mod command;
mod error;
mod file;
mod files;
mod lock;
mod look;
mod loss;
mod mark;
mod older;
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
    look::{ExportError, Exported, OutboxFile, StoredOutbox},
    quarantine::{Quarantine, QuarantineFile, Quarantined, Refusal},
};
use crate::{
    packed::{Packed, head},
    snapshot::{Draft, SnapshotPlace},
};

/// How much is kept, and for how long, when it cannot be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Bytes of stored snapshots.
    pub(crate) max_bytes: u64,
    /// Since they were appended.
    pub(crate) max_age: Duration,
}

/// What became of an appended snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Appended {
    pub(crate) place: SnapshotPlace,
    /// Its length as JSON.
    pub(crate) bytes: usize,
    /// Older ones that had to go for it.
    pub(crate) dropped: u64,
    /// Whether the file was found damaged since the last one, and rebuilt from what could be read.
    pub(crate) is_rebuilt: bool,
}

/// A stored snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) sequence: u64,
    pub(crate) packed: Packed,
}

impl Entry {
    /// Its length as JSON.
    pub(crate) fn bytes(&self) -> usize {
        head(self.sequence).len() + self.packed.length as usize
    }
}

/// The oldest entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Oldest {
    pub(crate) stream_id: Uuid,
    pub(crate) entries: Vec<Entry>,
    /// Whether there are others behind them.
    pub(crate) more: bool,
    /// Whether some could not be read: the file was set aside, and what could be read went on.
    pub(crate) damaged: bool,
    /// The first sequence that this file never sent. The service has to be asked whether it has
    /// that one or later ones, before the first push: then this file is a copy of one that went on.
    pub(crate) unsent_from: Option<u64>,
}

/// Why a snapshot left without having been stored by the service.
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossCause {
    /// The outbox grew past its size limit.
    Size,
    /// It was older than the age limit.
    Age,
    /// The disk had no room for it, or for newer ones.
    Disk,
    /// Its bytes on disk were damaged.
    Damaged,
    /// The service refused it for good.
    Rejected,
    /// It alone is larger than what the service takes.
    TooLarge,
}

/// A run of sequences that the service will never get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// First and last of them.
    #[serde(flatten)]
    pub gap: Gap,
    /// Why.
    pub cause: LossCause,
    /// When the first of them was scanned, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    /// When the last of them was scanned, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// The outbox as a person wants to see it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxStatus {
    /// The stream that sequences count in; nil before the file is open.
    pub stream_id: Uuid,
    /// Snapshots that wait.
    pub depth: u64,
    /// Their bytes on disk.
    pub bytes: u64,
    /// When the oldest of them was appended.
    pub oldest: Option<Timestamp>,
    /// The sequence that the next one gets.
    pub next_sequence: u64,
    /// Snapshots that left undelivered since the file was born.
    pub lost: u64,
    /// The latest runs of them.
    pub losses: Vec<Loss>,
    /// Since when the disk has no room: the oldest go for the newest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_since: Option<Timestamp>,
    /// A damaged file that was set aside, and what could be saved of it.
    pub set_aside: Option<SetAside>,
    /// How often the file was removed or replaced while the bridge ran, and was written again.
    #[serde(default)]
    pub replaced: u64,
    /// Snapshots that the service refused by name, in quarantine.
    #[serde(default)]
    pub quarantined: u64,
    /// The stream that was left for a new one, because the service has snapshots of it that this
    /// file never sent: the file is an older copy of one that went on.
    pub left_stream: Option<Uuid>,
}

/// What became of a damaged file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// Where it is now.
    pub file: PathBuf,
    /// Where its readable snapshots are, as JSON lines, if it could not be found out which stream they
    /// belong to. Otherwise they wait in the new file.
    pub saved_as: Option<PathBuf>,
    /// How many those are.
    pub saved: u64,
    /// What was wrong with it.
    pub damage: String,
}

/// The way to the one thread that owns the file. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    commands: mpsc::Sender<Command>,
    status: watch::Receiver<OutboxStatus>,
}

impl Outbox {
    /// Opens or creates the file and takes its lock. Waits for the disk.
    pub(crate) fn open(path: &Path, project: &str, limits: Limits) -> Result<Self, OutboxError> {
        let (commands, inbox) = mpsc::channel();
        let status = writer::start(path.to_owned(), project.to_owned(), limits, inbox)?;
        Ok(Self { commands, status })
    }

    /// Stores a snapshot; when this returns, it survives a power failure.
    pub(crate) async fn append(&self, draft: Draft) -> Result<Appended, OutboxError> {
        self.ask(|reply| Command::Append { draft, reply }).await
    }

    /// The oldest entries: at most so many, and so many bytes of JSON, but at least one if there
    /// is any.
    pub(crate) async fn oldest(&self, entries: usize, bytes: usize) -> Result<Oldest, OutboxError> {
        let rows = self.ask(|reply| Command::Oldest { entries, bytes, reply }).await?;
        let (stream_id, mut more, unsent_from) = (rows.stream_id, rows.more, rows.unsent_from);
        // Checking a full batch takes a while: neither the writer nor the caller's thread.
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

    /// Lets go of what the service stored. Does nothing for another stream.
    pub(crate) async fn settle(
        &self,
        stream_id: Uuid,
        sequences: Vec<u64>,
    ) -> Result<(), OutboxError> {
        self.ask(|reply| Command::Settle { stream_id, sequences, reply }).await
    }

    /// Lets go of what the service will never take; counted and named as lost.
    pub(crate) async fn give_up(
        &self,
        stream_id: Uuid,
        sequences: Vec<u64>,
        cause: LossCause,
    ) -> Result<(), OutboxError> {
        self.ask(|reply| Command::GiveUp { stream_id, sequences, cause, reply }).await
    }

    /// Moves snapshots that the service refused by name into the quarantine; counted and named as lost.
    pub(crate) async fn quarantine(
        &self,
        stream_id: Uuid,
        refusals: Vec<Refusal>,
    ) -> Result<(), OutboxError> {
        self.ask(|reply| Command::Quarantine { stream_id, refusals, reply }).await
    }

    /// Notes, before the first push, that sequences are sent from now on.
    pub(crate) async fn begin_sending(&self, stream_id: Uuid) -> Result<(), OutboxError> {
        self.ask(|reply| Command::BeginSending { stream_id, reply }).await
    }

    /// Lets what waits be the beginning of a new stream, numbered from 1 with its holes. Does
    /// nothing for another stream.
    pub(crate) async fn begin_stream(&self, instead_of: Uuid) -> Result<(), OutboxError> {
        self.ask(|reply| Command::BeginStream { instead_of, reply }).await
    }

    /// How it stands, always the latest.
    pub(crate) fn status(&self) -> watch::Receiver<OutboxStatus> {
        self.status.clone()
    }

    /// Closes the file and frees its lock, whoever else still holds a clone of this.
    pub(crate) async fn close(&self) {
        // An error means that it is closed already.
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

/// The entries that can be read, and the sequences of those that cannot.
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

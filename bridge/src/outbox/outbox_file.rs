//! Reads the undelivered snapshots of an outbox without changing it, whether its bridge runs or not.

use std::{
    collections::BTreeSet,
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Serialize;
use tagbridge_api::hmi::push::Snapshot;
use tagbridge_texts::Coded;
use uuid::Uuid;

use super::{
    Limits, OutboxError, OutboxStatus, Quarantine,
    file::{Trouble, open_to_read},
    salvage::with_suffix,
    store::Store,
};

/// The suffixes of the names of outboxes and of their logs.
const EXTENSION: &str = ".outbox";
const LOG: &str = "-wal";

/// A reader never drops snapshots.
const NO_LIMITS: Limits = Limits { max_bytes: u64::MAX, max_age: Duration::MAX };

/// An outbox in a bridge's data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxFile {
    /// Its session.
    pub session: String,
    /// Its path.
    pub path: PathBuf,
}

/// The stored snapshots that are not delivered yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredOutbox {
    /// The session.
    pub session: String,
    /// Its project; empty if nothing was ever stored.
    pub project: String,
    /// Its path.
    pub path: PathBuf,
    /// Whether a bridge uses it now.
    #[serde(rename = "in_use")]
    pub is_in_use: bool,
    /// Its state.
    #[serde(flatten)]
    pub status: OutboxStatus,
}

/// The result of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// Number of snapshots.
    pub snapshots: u64,
    /// The omitted sequences, whose bytes on disk are damaged.
    pub damaged: Vec<u64>,
}

/// Why an export failed.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "export")]
pub enum ExportError {
    /// The outbox cannot be read.
    #[coded(transparent)]
    Outbox(#[from] OutboxError),
    /// The output cannot be written.
    Write(#[from] io::Error),
}

/// A line of an export.
#[derive(Serialize)]
struct Line<'a> {
    session: &'a str,
    project: &'a str,
    stream_id: Uuid,
    snapshot: Snapshot,
}

impl OutboxFile {
    /// Returns all outboxes of a bridge's data folder, by session name. An outbox whose file was
    /// removed is listed as long as its log exists.
    pub fn all(data: &Path) -> io::Result<Vec<Self>> {
        let mut sessions = BTreeSet::new();
        for entry in fs::read_dir(data)? {
            let name = entry?.file_name();
            let file = name.to_str().map(|it| it.strip_suffix(LOG).unwrap_or(it));
            sessions.extend(file.and_then(|it| it.strip_suffix(EXTENSION)).map(str::to_owned));
        }
        Ok(sessions.into_iter().map(|it| Self::of(data, &it)).collect())
    }

    /// The outbox of a session. It may not exist.
    pub fn of(data: &Path, session: &str) -> Self {
        let path = data.join(format!("{session}{EXTENSION}"));
        Self { session: session.to_owned(), path }
    }

    /// Reads its state.
    pub fn look(&self) -> Result<StoredOutbox, OutboxError> {
        let is_in_use = self.is_in_use();
        let opened = self.open(is_in_use)?;
        let (project, status) = match opened {
            None => (String::new(), OutboxStatus::default()),
            Some((store, project)) => {
                let status = store.status().map_err(|error| self.trouble(error.into()))?;
                (project, status)
            }
        };
        let files = self.quarantine().files().unwrap_or_default();
        let status = OutboxStatus { quarantined: files.len() as u64, ..status };
        let (session, path) = (self.session.clone(), self.path.clone());
        Ok(StoredOutbox { session, project, path, is_in_use, status })
    }

    /// The snapshots that the service refused.
    pub fn quarantine(&self) -> Quarantine {
        Quarantine::of(&self.path)
    }

    /// Writes each stored snapshot as a line of JSON, the oldest first.
    pub fn export(&self, sink: &mut dyn Write) -> Result<Exported, ExportError> {
        let mut exported = Exported::default();
        let Some((store, project)) = self.open(self.is_in_use())? else { return Ok(exported) };
        let stream_id = store.stream_id();
        let written = store.each(|sequence, packed| {
            match packed.and_then(|it| it.unpack(sequence)) {
                Ok(snapshot) => {
                    let session = self.session.as_str();
                    let line = Line { session, project: &project, stream_id, snapshot };
                    serde_json::to_writer(&mut *sink, &line).map_err(io::Error::from)?;
                    sink.write_all(b"\n")?;
                    exported.snapshots += 1;
                }
                Err(_) => exported.damaged.push(sequence),
            }
            Ok(())
        });
        match written {
            Ok(()) => Ok(exported),
            Err(IterationError::Sink(error)) => Err(error.into()),
            Err(IterationError::File(error)) => Err(self.trouble(error.into()).into()),
        }
    }

    fn open(&self, is_in_use: bool) -> Result<Option<(Store, String)>, OutboxError> {
        if !self.path.exists() && with_suffix(&self.path, LOG).exists() {
            return Err(self.trouble(Trouble::Damaged("the file is gone, its log is there".into())));
        }
        let opened = open_to_read(&self.path, is_in_use).and_then(|it| {
            it.map(|(db, stream)| {
                let project = stream.project.clone();
                Ok((Store::over(db, stream, NO_LIMITS)?, project))
            })
            .transpose()
        });
        opened.map_err(|trouble| self.trouble(trouble))
    }

    /// If the lock cannot be opened, `-shm` decides: this file exists while a bridge uses the outbox.
    fn is_in_use(&self) -> bool {
        match File::open(with_suffix(&self.path, ".lock")) {
            Ok(lock) => matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)),
            Err(_) => with_suffix(&self.path, "-shm").exists(),
        }
    }

    fn trouble(&self, trouble: Trouble) -> OutboxError {
        match trouble {
            Trouble::Damaged(damage) => OutboxError::Unreadable { path: self.path.clone(), damage },
            trouble => trouble.of(&self.path),
        }
    }
}

/// What stopped the iteration over the rows.
enum IterationError {
    Sink(io::Error),
    File(rusqlite::Error),
}

impl From<io::Error> for IterationError {
    fn from(error: io::Error) -> Self {
        Self::Sink(error)
    }
}

impl From<rusqlite::Error> for IterationError {
    fn from(error: rusqlite::Error) -> Self {
        Self::File(error)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use tagbridge_api::{
        Timestamp,
        hmi::{Controller, GroupedTags},
    };

    use super::*;
    use crate::{
        outbox::Outbox,
        snapshot::{LiveView, SnapshotDraft},
    };

    fn draft() -> SnapshotDraft {
        SnapshotDraft::complete(Arc::new(LiveView {
            place: None,
            timestamp: Timestamp::now(),
            duration_ms: 1.0,
            controller: Controller::default(),
            tags: GroupedTags::default(),
            holds: crate::snapshot::ViewValidity::default(),
        }))
    }

    fn files(folder: &Path) -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn only(folder: &Path) -> OutboxFile {
        let mut all = OutboxFile::all(folder).expect("it can be listed");
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    fn lines(file: &OutboxFile) -> (Exported, Vec<serde_json::Value>) {
        let mut text = Vec::new();
        let exported = file.export(&mut text).expect("it is exported");
        let text = String::from_utf8(text).unwrap();
        (exported, text.lines().map(|it| serde_json::from_str(it).unwrap()).collect())
    }

    #[tokio::test]
    async fn what_is_stored_is_seen_while_a_bridge_runs_and_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line-3.outbox");
        let limits = Limits { max_bytes: 1 << 30, max_age: Duration::from_hours(1) };
        let outbox = Outbox::open(&path, "p", limits).expect("it opens");
        for _ in 0..3 {
            outbox.append(draft()).await.expect("it is stored");
        }
        let stream = outbox.status().borrow().stream_id;
        outbox.settle(stream, vec![1]).await.expect("it was delivered");
        for is_in_use in [true, false] {
            let before = files(folder.path());
            let it = only(folder.path());
            let stored = it.look().expect("it can be seen");
            assert_eq!((&*stored.session, &*stored.project), ("line-3", "p"));
            assert_eq!((stored.is_in_use, stored.status.depth), (is_in_use, 2));
            let (exported, lines) = lines(&it);
            assert_eq!((exported.snapshots, exported.damaged.len()), (2, 0));
            let sequences: Vec<_> =
                lines.iter().map(|it| it["snapshot"]["sequence"].clone()).collect();
            assert_eq!(sequences, [2, 3]);
            assert_eq!(lines[0]["stream_id"], stream.to_string());
            assert_eq!(files(folder.path()), before, "nobody sees that somebody looked");
            outbox.close().await;
        }
    }

    #[tokio::test]
    async fn a_damaged_snapshot_is_left_out_and_a_damaged_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line-3.outbox");
        let limits = Limits { max_bytes: 1 << 30, max_age: Duration::from_hours(1) };
        let outbox = Outbox::open(&path, "p", limits).expect("it opens");
        for _ in 0..2 {
            outbox.append(draft()).await.expect("it is stored");
        }
        outbox.execute("UPDATE entry SET body = x'00' WHERE sequence = 1").await;
        outbox.close().await;
        let (exported, lines) = lines(&only(folder.path()));
        assert_eq!((exported.damaged, lines.len()), (vec![1], 1));
        fs::write(&path, [0x55; 4096]).unwrap();
        let error = only(folder.path()).look().unwrap_err().to_string();
        assert!(error.contains("line-3.outbox is damaged"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), [0x55; 4096]);
    }
}

//! The quarantine: snapshots that the service refused, until a person decides.
//!
//! They are in a folder next to the outbox, each in its own file: the bridge and a person's
//! commands use the folder at the same time, and a damaged file costs one snapshot. A file is
//! written before the snapshot is deleted from the outbox. The command to send a snapshot again
//! renames its file; the bridge then moves the snapshot back into the outbox, with its former
//! sequence.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use serde::{Deserialize, Serialize};
use tagbridge_api::{
    Timestamp,
    hmi::push::{Rejected, Snapshot},
};
use tagbridge_system::write_whole;
use uuid::Uuid;

/// The extensions of files: of a snapshot that stays in quarantine, and of one to be sent again.
const STAYS: &str = "json";
const AGAIN: &str = "again";
/// Beyond these limits the oldest snapshots are deleted.
const FILES_MAX: usize = 10_000;
const BYTES_MAX: u64 = 64 << 20;
/// Maximum age, in the time that bridges ran: 30 days.
const AGE_MS_MAX: i64 = 30 * 24 * 3_600_000;

/// Why the service refused a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The sequence of the snapshot.
    pub sequence: u64,
    /// The error code of the service.
    pub error: String,
    /// The message of the service.
    pub message: String,
    /// The id of the response, if the service sent one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl From<Rejected> for Refusal {
    fn from(Rejected { sequence, error, message }: Rejected) -> Self {
        Self { sequence, error, message, request_id: None }
    }
}

/// The contents of a file in quarantine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quarantined {
    /// The session that read the snapshot.
    pub session: String,
    /// Its project.
    pub project: String,
    /// The stream of its sequence.
    pub stream_id: Uuid,
    /// When the service refused it.
    pub refused_at: Timestamp,
    /// Why.
    #[serde(flatten)]
    pub refusal: Refusal,
    /// The snapshot.
    pub snapshot: Snapshot,
}

/// A file of the quarantine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct QuarantineFile {
    /// When the snapshot was refused, in the time that bridges ran.
    running_ms: i64,
    /// The stream of the snapshot.
    pub stream_id: Uuid,
    /// The sequence number of the snapshot in its stream.
    pub sequence: u64,
    /// Whether the snapshot is to be sent again.
    pub is_again: bool,
    /// The path of the file.
    pub path: PathBuf,
}

/// The quarantine of an outbox.
#[derive(Debug, Clone)]
pub struct Quarantine {
    folder: PathBuf,
}

impl QuarantineFile {
    fn of(path: PathBuf) -> Option<Self> {
        let is_again = match path.extension()?.to_str()? {
            STAYS => false,
            AGAIN => true,
            _ => return None,
        };
        let (running_ms, rest) = path.file_stem()?.to_str()?.split_once('_')?;
        let (stream_id, sequence) = rest.split_once('_')?;
        Some(Self {
            running_ms: running_ms.parse().ok()?,
            stream_id: stream_id.parse().ok()?,
            sequence: sequence.parse().ok()?,
            is_again,
            path,
        })
    }

    /// Reads the file.
    pub fn read(&self) -> io::Result<Quarantined> {
        Ok(serde_json::from_slice(&fs::read(&self.path)?)?)
    }

    /// Marks the snapshot to be sent again by the bridge.
    pub fn send_again(&self) -> io::Result<()> {
        fs::rename(&self.path, self.path.with_extension(AGAIN))
    }

    /// Cancels [`send_again`](Self::send_again).
    pub(super) fn stay(&self) -> io::Result<()> {
        fs::rename(&self.path, self.path.with_extension(STAYS))
    }

    /// Deletes the file. A missing file is not an error.
    pub fn delete(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl Quarantine {
    /// The quarantine of the outbox at this path.
    pub fn of(outbox: &Path) -> Self {
        Self { folder: outbox.with_extension("quarantine") }
    }

    /// Returns all files, the oldest refusal first; none if the folder does not exist.
    pub fn files(&self) -> io::Result<Vec<QuarantineFile>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let paths = entries.map(|it| Ok(it?.path())).collect::<io::Result<Vec<_>>>()?;
        let mut files: Vec<_> = paths.into_iter().filter_map(QuarantineFile::of).collect();
        files.sort();
        Ok(files)
    }

    /// Writes snapshots; they are durable after the return. Returns how many of the oldest were
    /// deleted because of the limits.
    pub(super) fn add(&self, added: &[Quarantined], running_ms: i64) -> io::Result<usize> {
        for one in added {
            let (stream_id, sequence) = (one.stream_id, one.refusal.sequence);
            let name = format!("{running_ms:015}_{stream_id}_{sequence}.{STAYS}");
            write_whole(&self.folder.join(name), &serde_json::to_vec(one)?)?;
        }
        self.trim(running_ms)
    }

    /// Deletes the files beyond the limits, and earlier files of a snapshot that was refused again.
    fn trim(&self, running_ms: i64) -> io::Result<usize> {
        let (mut known, mut kept, mut bytes, mut deleted) = (BTreeSet::new(), 0, 0, 0);
        for file in self.files()?.into_iter().rev() {
            let is_former = !known.insert((file.stream_id, file.sequence));
            let length = fs::metadata(&file.path).map_or(0, |it| it.len());
            let is_past = kept >= FILES_MAX
                || bytes + length > BYTES_MAX
                || running_ms - file.running_ms > AGE_MS_MAX;
            // The newest file stays, independent of its size.
            if is_former || (is_past && kept > 0) {
                file.delete()?;
                deleted += usize::from(!is_former);
            } else {
                kept += 1;
                bytes += length;
            }
        }
        Ok(deleted)
    }

    /// When a file was last added, renamed or deleted; `None`: the folder does not exist.
    fn changed_at(&self) -> Option<SystemTime> {
        fs::metadata(&self.folder).and_then(|it| it.modified()).ok()
    }
}

/// A bridge's cache of its quarantine: it reads the folder again only after a change.
#[derive(Debug)]
pub(super) struct KnownQuarantine {
    pub(super) quarantine: Quarantine,
    changed_at: Option<SystemTime>,
    files: Vec<QuarantineFile>,
}

impl KnownQuarantine {
    pub(super) fn of(outbox: &Path) -> Self {
        Self { quarantine: Quarantine::of(outbox), changed_at: None, files: Vec::new() }
    }

    /// The current files.
    pub(super) fn files(&mut self) -> &[QuarantineFile] {
        let changed_at = self.quarantine.changed_at();
        if changed_at != self.changed_at {
            self.files = self.quarantine.files().unwrap_or_default();
            // Another change may get the same time, so the folder is read again until its last
            // change is 1 s old.
            let is_quiet = |at: SystemTime| at.elapsed().is_ok_and(|it| it.as_secs() >= 1);
            self.changed_at = changed_at.filter(|at| is_quiet(*at));
        }
        &self.files
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_api::hmi::{Controller, Tags};

    use super::*;

    fn refused(sequence: u64, text: &str) -> Quarantined {
        Quarantined {
            session: "line-3".into(),
            project: "p".into(),
            stream_id: Uuid::from_u128(7),
            refused_at: Timestamp::now(),
            refusal: Refusal {
                sequence,
                error: "bad_request".into(),
                message: text.into(),
                request_id: Some("req_1".into()),
            },
            snapshot: Snapshot {
                sequence,
                timestamp: Timestamp::now(),
                duration_ms: 1.0,
                controller: Controller::default(),
                part: None,
                parts: None,
                complete: true,
                tags: Tags::new(),
            },
        }
    }

    #[test]
    fn what_is_refused_is_found_again_and_the_oldest_is_deleted_past_the_limits() {
        let folder = tempfile::tempdir().unwrap();
        let it = Quarantine::of(&folder.path().join("line-3.outbox"));
        assert_eq!(it.files().unwrap(), []);
        let sequences = || it.files().unwrap().iter().map(|it| it.sequence).collect::<Vec<_>>();
        it.add(&[refused(4, "no"), refused(5, "no")], 1000).unwrap();
        it.add(&[refused(4, "still not")], 2000).unwrap();
        assert_eq!(sequences(), [5, 4], "one file for each snapshot");
        let files = it.files().unwrap();
        assert_eq!(files[1].read().unwrap().refusal.message, "still not");
        files[0].send_again().unwrap();
        assert!(it.files().unwrap()[0].is_again);
        // A month later.
        assert_eq!(it.add(&[refused(9, "no")], 1500 + AGE_MS_MAX).unwrap(), 1);
        assert_eq!(sequences(), [4, 9]);
        let large = "x".repeat(usize::try_from(BYTES_MAX).unwrap());
        assert_eq!(it.add(&[refused(10, &large)], 3000 + AGE_MS_MAX).unwrap(), 2);
        assert_eq!(sequences(), [10], "the newest one stays");
    }

    #[test]
    fn changes_that_others_make_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let outbox = folder.path().join("line-3.outbox");
        let mut known = KnownQuarantine::of(&outbox);
        assert_eq!(known.files(), []);
        let others = Quarantine::of(&outbox);
        others.add(&[refused(4, "no")], 1000).unwrap();
        assert_eq!(known.files().len(), 1);
        others.files().unwrap()[0].send_again().unwrap();
        assert!(known.files()[0].is_again);
        others.files().unwrap()[0].delete().unwrap();
        assert_eq!(known.files(), []);
    }
}

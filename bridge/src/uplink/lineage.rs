//! The runs of this program that wrote a stream. They distinguish a copy of a data folder from the
//! original.
//!
//! Each run has its own id. The id is stored in a file next to the outbox before the first push.
//! Each push lists the earlier runs without a known receipt, then this run. The service remembers
//! the last run that pushed. A later run of the same folder lists that run; a push that omits it
//! comes from a copy of the folder.
//!
//! The file also contains the place where it was written. If the place is different, the folder was
//! copied or moved. Then this run lists the earlier runs only after it is known that the last of
//! them no longer pushes.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use serde::{Deserialize, Serialize};
use tagbridge_api::limits::PUSH_RUNS_MAX;
use tagbridge_system::write_whole;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use crate::log_message::{LogMessage, event};

/// The runs of a stream, with the id of this run.
#[derive(Debug, Clone)]
pub(super) struct Lineage {
    path: PathBuf,
    place: String,
    /// The id of this run.
    pub(super) run: Uuid,
    kept: LineageFile,
    /// Whether the earlier runs were at another place, and may still be running there. Then pushes
    /// list only this run.
    pub(super) is_moved: bool,
    /// Whether the service has confirmed a push of this run.
    is_received: bool,
}

/// The content of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LineageFile {
    stream: Uuid,
    runs: Vec<Uuid>,
    /// The place where the file was written; empty in files of older versions.
    #[serde(default)]
    place: String,
}

impl Lineage {
    /// Creates the id of a new run.
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            place: place(path.parent().unwrap_or(Path::new(""))),
            path,
            run: Uuid::new_v4(),
            kept: LineageFile::default(),
            is_moved: false,
            is_received: false,
        }
    }

    /// Applies a change on a thread that may wait for the disk.
    pub(super) async fn change(&mut self, change: impl FnOnce(Self) -> Self + Send + 'static) {
        let before = self.clone();
        if let Ok(after) = spawn_blocking(move || change(before)).await {
            *self = after;
        }
    }

    /// Returns the runs to list in pushes of a stream; empty if they cannot be stored.
    pub(super) fn runs(&self, stream: Uuid) -> Vec<Uuid> {
        if self.kept.stream == stream { self.kept.runs.clone() } else { Vec::new() }
    }

    /// Stores that this run pushes the stream, before its first push. Waits for the disk once.
    pub(super) fn begin(mut self, stream: Uuid) -> Self {
        if self.kept.stream == stream {
            return self;
        }
        let known = self.known(stream);
        self.is_received = false;
        self.is_moved = !known.place.is_empty() && known.place != self.place;
        if self.is_moved {
            self.kept = LineageFile { runs: vec![self.run], ..known };
            return self;
        }
        self.with_run_added(known)
    }

    /// Records that the earlier runs have ended.
    pub(super) fn settle(mut self) -> Self {
        self.is_moved = false;
        let known = self.known(self.kept.stream);
        self.with_run_added(known)
    }

    /// Returns the stored runs of a stream; none if the file is missing or damaged.
    fn known(&self, stream: Uuid) -> LineageFile {
        let json = fs::read(&self.path).unwrap_or_default();
        let known =
            serde_json::from_slice(&json).ok().filter(|it: &LineageFile| it.stream == stream);
        known.unwrap_or_else(|| LineageFile { stream, ..LineageFile::default() })
    }

    fn with_run_added(self, LineageFile { stream, mut runs, .. }: LineageFile) -> Self {
        runs.push(self.run);
        // The service has certainly received the oldest of them.
        if runs.len() > PUSH_RUNS_MAX {
            runs.remove(1);
        }
        self.keep(stream, runs)
    }

    /// Whether this run has no recorded receipt yet.
    pub(super) fn awaits_receipt(&self) -> bool {
        !self.is_received && !self.kept.runs.is_empty()
    }

    /// Records that the service has received this run. Pushes no longer list the earlier runs.
    pub(super) fn received(mut self) -> Self {
        (self.is_received, self.is_moved) = (true, false);
        let (stream, run) = (self.kept.stream, self.run);
        self.keep(stream, vec![run])
    }

    /// Stores the runs. If this fails, pushes list no runs.
    fn keep(mut self, stream: Uuid, runs: Vec<Uuid>) -> Self {
        let kept = LineageFile { stream, runs, place: self.place.clone() };
        let json = serde_json::to_vec(&kept).map_err(io::Error::from);
        match json.and_then(|it| write_whole(&self.path, &it)) {
            Ok(()) => self.kept = kept,
            Err(error) => event!(warn, LogMessage::RunNotKept, %error),
        }
        self
    }
}

/// Identifies this folder on this computer. The result differs for another folder and on another
/// computer. It may also change without a copy, which costs one additional request.
fn place(folder: &Path) -> String {
    let path = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let made = fs::metadata(folder).and_then(|it| it.created()).ok();
    let made = made.and_then(|it| it.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let host = gethostname::gethostname();
    format!("{}:{}:{}", host.display(), path.display(), made.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_names_those_before_it_until_it_has_a_receipt() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line.runs");
        let (stream, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let begun = |stream| Lineage::new(path.clone()).begin(stream);
        let first = begun(stream);
        assert_eq!(first.runs(stream), [first.run]);
        assert_eq!(first.runs(other), Vec::<Uuid>::new());
        let second = begun(stream);
        assert_eq!(second.runs(stream), [first.run, second.run], "no receipt is known");
        assert!(second.awaits_receipt());
        let second = second.received();
        assert!(!second.awaits_receipt());
        let third = begun(stream);
        assert_eq!(third.runs(stream), [second.run, third.run]);
        let elsewhere = begun(other);
        assert_eq!(elsewhere.runs(other), [elsewhere.run]);
        fs::write(&path, "{").unwrap();
        assert_eq!(begun(stream).runs(stream).len(), 1, "damage claims nothing");
    }

    #[test]
    fn a_copy_succeeds_nobody_before_it_was_asked_for() {
        let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let stream = Uuid::from_u128(1);
        let path = there.path().join("line.runs");
        let original = Lineage::new(path.clone()).begin(stream).received();
        assert!(!Lineage::new(path.clone()).begin(stream).is_moved, "a start is none");
        let kept = here.path().join("line.runs");
        fs::copy(path, &kept).unwrap();
        for _ in 0..2 {
            let copy = Lineage::new(kept.clone()).begin(stream);
            assert!(copy.is_moved);
            assert_eq!(copy.runs(stream), [copy.run], "it does not name whom it may be beside");
        }
        let copy = Lineage::new(kept.clone()).begin(stream).settle();
        assert_eq!(copy.runs(stream).len(), 3);
        assert_eq!(copy.runs(stream)[0], original.run);
        assert!(!Lineage::new(kept.clone()).begin(stream).is_moved, "it is at home now");
        let other = Lineage::new(kept).begin(Uuid::from_u128(2));
        assert!(!other.is_moved, "a stream of its own");
    }

    #[test]
    fn many_runs_without_a_receipt_are_not_more_than_a_push_may_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line.runs");
        let stream = Uuid::from_u128(1);
        let first = Lineage::new(path.clone()).begin(stream).received();
        let mut last = first.clone();
        for _ in 0..PUSH_RUNS_MAX + 5 {
            last = Lineage::new(path.clone()).begin(stream);
        }
        let runs = last.runs(stream);
        assert_eq!((runs.len(), runs[0]), (PUSH_RUNS_MAX, first.run));
        assert_eq!(runs.last(), Some(&last.run));
    }
}

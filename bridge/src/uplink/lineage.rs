//! Which runs of this program wrote a stream: what tells a copy of a data folder from what went on.
//!
//! Each run has an id of its own. It stands in a file beside the outbox before it is pushed for the
//! first time, and each push names it, after those runs before it of which no receipt is known. The
//! service remembers which run it heard of last: whoever comes after knows that run, and who does
//! not stems from a copy of the file.
//!
//! The file also says where it was written. Somewhere else it was copied or moved: then nobody is
//! succeeded before it is known whether the run before still pushes.

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

use crate::logged::{Logged, event};

/// See the module.
#[derive(Debug, Clone)]
pub(super) struct Lineage {
    path: PathBuf,
    place: String,
    run: Uuid,
    kept: Kept,
    /// Whether the runs before it were somewhere else, and may be still.
    is_moved: bool,
    /// Whether the service is known to have heard of this run.
    is_received: bool,
}

/// What the file holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    stream: Uuid,
    runs: Vec<Uuid>,
    /// Empty: by a version that did not say so.
    #[serde(default)]
    place: String,
}

impl Lineage {
    /// Of a run that begins.
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            place: place(path.parent().unwrap_or(Path::new(""))),
            path,
            run: Uuid::new_v4(),
            kept: Kept::default(),
            is_moved: false,
            is_received: false,
        }
    }

    /// Changes it on a thread that may wait for the disk.
    pub(super) async fn change(&mut self, change: impl FnOnce(Self) -> Self + Send + 'static) {
        let before = self.clone();
        if let Ok(after) = spawn_blocking(move || change(before)).await {
            *self = after;
        }
    }

    /// This run.
    pub(super) fn run(&self) -> Uuid {
        self.run
    }

    /// The runs to name in pushes of a stream; none where that cannot be kept.
    pub(super) fn runs(&self, stream: Uuid) -> Vec<Uuid> {
        if self.kept.stream == stream { self.kept.runs.clone() } else { Vec::new() }
    }

    /// Keeps that this run pushes the stream, before it does. Waits for the disk, once.
    pub(super) fn begin(mut self, stream: Uuid) -> Self {
        if self.kept.stream == stream {
            return self;
        }
        let known = self.known(stream);
        self.is_received = false;
        self.is_moved = !known.place.is_empty() && known.place != self.place;
        if self.is_moved {
            self.kept = Kept { runs: vec![self.run], ..known };
            return self;
        }
        self.succeed(known)
    }

    /// Whether the runs before it were somewhere else, and may be still: this one is pushed alone.
    pub(super) fn is_moved(&self) -> bool {
        self.is_moved
    }

    /// The runs before it are no more.
    pub(super) fn settle(mut self) -> Self {
        let known = self.known(self.kept.stream);
        self.is_moved = false;
        self.succeed(known)
    }

    fn known(&self, stream: Uuid) -> Kept {
        let known = read(&self.path).filter(|it| it.stream == stream);
        known.unwrap_or_else(|| Kept { stream, ..Kept::default() })
    }

    fn succeed(mut self, known: Kept) -> Self {
        let mut runs = known.runs;
        runs.push(self.run);
        // The oldest of them is the one that the service surely heard of.
        if runs.len() > PUSH_RUNS_MAX {
            runs.remove(1);
        }
        self.keep(Kept { stream: known.stream, runs, place: self.place.clone() });
        self
    }

    /// Whether the first receipt of this run is still to be noted.
    pub(super) fn awaits_receipt(&self) -> bool {
        !self.is_received && !self.kept.runs.is_empty()
    }

    /// The service has heard of this run: those before it need not be named any more.
    pub(super) fn received(mut self) -> Self {
        (self.is_received, self.is_moved) = (true, false);
        let (stream, place) = (self.kept.stream, self.place.clone());
        self.keep(Kept { stream, runs: vec![self.run], place });
        self
    }

    /// Where it cannot be kept nothing is claimed: the pushes are as before there were runs.
    fn keep(&mut self, kept: Kept) {
        let json = serde_json::to_vec(&kept).map_err(io::Error::from);
        match json.and_then(|it| write_whole(&self.path, &it)) {
            Ok(()) => self.kept = kept,
            Err(error) => {
                event!(warn, Logged::RunNotKept, %error);
            }
        }
    }
}

/// What another folder, or the same one on another computer, does not have in common with this one. It
/// may also change where nothing was copied, which costs a question.
fn place(folder: &Path) -> String {
    let path = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let made = fs::metadata(folder).and_then(|it| it.created()).ok();
    let made = made.and_then(|it| it.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let host = gethostname::gethostname();
    format!("{}:{}:{}", host.display(), path.display(), made.as_nanos())
}

/// `None`: nothing that can be read.
fn read(path: &Path) -> Option<Kept> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
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
        assert!(!Lineage::new(path.clone()).begin(stream).is_moved(), "a start is none");
        let kept = here.path().join("line.runs");
        fs::copy(path, &kept).unwrap();
        for _ in 0..2 {
            let copy = Lineage::new(kept.clone()).begin(stream);
            assert!(copy.is_moved());
            assert_eq!(copy.runs(stream), [copy.run], "it does not name whom it may be beside");
        }
        let copy = Lineage::new(kept.clone()).begin(stream).settle();
        assert_eq!(copy.runs(stream).len(), 3);
        assert_eq!(copy.runs(stream)[0], original.run);
        assert!(!Lineage::new(kept.clone()).begin(stream).is_moved(), "it is at home now");
        let other = Lineage::new(kept).begin(Uuid::from_u128(2));
        assert!(!other.is_moved(), "a stream of its own");
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

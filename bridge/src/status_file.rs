//! What a bridge says of itself in its data folder, for other processes of this machine.
//!
//! A lock says that a bridge runs, and falls with its process, however that ends; a file beside it
//! says what it does. No value and no secret is in it.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tagbridge_api::Timestamp;
use tagbridge_texts::{Coded, Message};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval},
};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{
    logged::{Logged, event},
    status::BridgeStatus,
};

/// The file that is locked while a bridge runs.
const LOCK: &str = "bridge.lock";
/// The file that says what it does.
const FILE: &str = "status.json";
/// How long somebody may take who looks whether a bridge runs.
const GLANCE: Duration = Duration::from_millis(5);
/// How often is looked again while somebody else looks.
const GLANCES: usize = 40;
/// How often what it does is told again.
const EVERY: Duration = Duration::from_secs(1);
/// How often it is told even if nothing changes.
const AT_LEAST_EVERY: Duration = Duration::from_secs(10);

/// What a bridge says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StatusFile {
    /// Its process.
    pub process: u32,
    /// Its version.
    pub version: String,
    /// Since when it runs.
    pub since: Timestamp,
    /// When this was told.
    pub told_at: Timestamp,
    /// Whether it ended in order.
    #[serde(rename = "ended")]
    pub has_ended: bool,
    /// Where values go.
    pub service: String,
    /// What it does.
    #[serde(flatten)]
    pub status: BridgeStatus,
}

/// The bridge of a data folder, seen by another process.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Whether it runs.
    pub is_running: bool,
    /// What it said last; `None`: nothing that can be read.
    pub file: Option<StatusFile>,
}

/// Why nothing can be said of a data folder's bridge.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "status-file")]
pub enum StatusFileError {
    /// No bridge keeps its data there.
    None {
        /// The folder.
        folder: PathBuf,
    },
    /// The file system refused.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Looks at the bridge of a data folder, without disturbing it.
pub fn look(data: &Path) -> Result<Seen, StatusFileError> {
    let path = data.join(LOCK);
    let failed = |source| StatusFileError::File { path: path.clone(), source };
    let is_running = match File::open(&path) {
        Ok(lock) => is_held(&lock).map_err(failed)?,
        Err(error) if is_missing(&error) => {
            return Err(StatusFileError::None { folder: data.to_owned() });
        }
        Err(error) => return Err(failed(error)),
    };
    let path = data.join(FILE);
    let file = match fs::read(&path) {
        // One of another version may say other things.
        Ok(bytes) => serde_json::from_slice(&bytes).ok(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(source) => return Err(StatusFileError::File { path, source }),
    };
    Ok(Seen { is_running, file })
}

/// No such file, or no folder that it could be in.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Whether a bridge holds the lock: bridges share it, and who looks has it alone, for a moment.
fn is_held(lock: &File) -> io::Result<bool> {
    for _ in 0..GLANCES {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {}
            free => return free.map(|()| false).map_err(io::Error::from),
        }
        match lock.try_lock_shared() {
            Err(TryLockError::WouldBlock) => thread::sleep(GLANCE),
            shared => return shared.map(|()| true).map_err(io::Error::from),
        }
    }
    Err(io::Error::new(io::ErrorKind::WouldBlock, "another program keeps it locked"))
}

/// Tells other processes what a bridge does.
pub(crate) struct StatusWriter {
    stop: CancellationToken,
    posting: Option<JoinHandle<()>>,
}

impl StatusWriter {
    /// From now on. Whatever keeps it from that does not keep the bridge from its work.
    pub(crate) fn start(data: &Path, service: &Url, status: watch::Receiver<BridgeStatus>) -> Self {
        let stop = CancellationToken::new();
        let posting = match open(data) {
            Ok(lock) => {
                let (path, service) = (data.join(FILE), service.to_string());
                let mut board = Board { path, service, lock, is_locked: false };
                board.claim();
                Some(tokio::spawn(board.post(status, stop.clone())))
            }
            Err(error) => {
                event!(warn, Logged::StatusFile, error = ?Message::system(&error));
                None
            }
        };
        Self { stop, posting }
    }

    /// Tells that the bridge has ended.
    pub(crate) async fn end(mut self) {
        self.stop.cancel();
        if let Some(posting) = self.posting.take() {
            // What it could not tell it has logged.
            drop(posting.await);
        }
    }
}

impl Drop for StatusWriter {
    fn drop(&mut self) {
        if let Some(posting) = &self.posting {
            posting.abort();
        }
    }
}

struct Board {
    path: PathBuf,
    service: String,
    /// Held for as long as the bridge runs.
    lock: File,
    is_locked: bool,
}

impl Board {
    /// Takes the lock, which bridges share: a face may begin the next one before it ends the one
    /// before. Whoever looks may hold it at the moment: then it is tried again with the next file.
    fn claim(&mut self) {
        self.is_locked = self.is_locked || self.lock.try_lock_shared().is_ok();
    }

    async fn post(mut self, mut status: watch::Receiver<BridgeStatus>, stop: CancellationToken) {
        let since = Timestamp::now();
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut told = None;
        let mut is_well = true;
        loop {
            let has_ended = tokio::select! {
                _ = ticks.tick() => false,
                () = stop.cancelled() => true,
            };
            self.claim();
            let is_news = status.has_changed().unwrap_or(false);
            let is_time = told.is_none_or(|it: Instant| it.elapsed() >= AT_LEAST_EVERY);
            if !(is_news || is_time || has_ended) {
                continue;
            }
            let file = StatusFile {
                process: std::process::id(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                since,
                told_at: Timestamp::now(),
                has_ended,
                service: self.service.clone(),
                status: status.borrow_and_update().clone(),
            };
            told = Some(Instant::now());
            let path = self.path.clone();
            let written = tokio::task::spawn_blocking(move || write(&path, &file)).await;
            if let Ok(written) = written {
                if let (true, Err(error)) = (is_well, &written) {
                    event!(warn, Logged::StatusFile, error = ?Message::system(error));
                }
                is_well = written.is_ok();
            }
            if has_ended {
                return;
            }
        }
    }
}

fn open(data: &Path) -> io::Result<File> {
    fs::create_dir_all(data)?;
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true).open(data.join(LOCK))
}

/// A reader finds the file before or this one, and never a part of it.
fn write(path: &Path, file: &StatusFile) -> io::Result<()> {
    let next = path.with_extension("next");
    fs::write(&next, serde_json::to_vec(file)?)?;
    fs::rename(next, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::SessionView;

    fn service() -> Url {
        "https://plant.example/api/v1".parse().unwrap()
    }

    #[tokio::test]
    async fn a_bridge_is_seen_while_it_runs_and_its_end_is_told() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(look(folder.path()), Err(StatusFileError::None { .. })));
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(matches!(look(file.path()), Err(StatusFileError::None { .. })));
        let session = SessionView { name: "line-3".into(), ..SessionView::default() };
        let (board, status) = watch::channel(BridgeStatus::default());
        let poster = StatusWriter::start(folder.path(), &service(), status);
        assert!(look(folder.path()).expect("it is there").is_running);
        board.send_modify(|it| it.sessions.push(session));
        poster.end().await;
        let seen = look(folder.path()).expect("it was there");
        let file = seen.file.expect("it said something");
        assert!(!seen.is_running && file.has_ended);
        assert_eq!(file.status.sessions[0].name, "line-3");
        assert_eq!(file.process, std::process::id());
    }

    #[tokio::test]
    async fn a_bridge_that_broke_down_does_not_run() {
        let folder = tempfile::tempdir().unwrap();
        let (board, status) = watch::channel(BridgeStatus::default());
        let poster = StatusWriter::start(folder.path(), &service(), status);
        let told = async {
            while look(folder.path()).ok().and_then(|it| it.file).is_none() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), told).await.expect("it tells");
        drop((poster, board));
        let gone = async {
            while look(folder.path()).expect("it is there").is_running {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), gone).await.expect("the lock falls");
        let file = look(folder.path()).expect("it was there").file.expect("it said something");
        assert!(!file.has_ended, "it did not end in order");
    }

    /// Whoever looks has the lock for a moment, and may be stopped in it.
    #[tokio::test]
    async fn who_looks_holds_up_no_bridge_and_is_taken_for_none() {
        let folder = tempfile::tempdir().unwrap();
        let looking = open(folder.path()).unwrap();
        looking.try_lock().unwrap();
        let error = look(folder.path()).unwrap_err().to_string();
        assert!(error.contains("another program keeps it locked"), "{error}");
        let (_board, status) = watch::channel(BridgeStatus::default());
        let poster = StatusWriter::start(folder.path(), &service(), status);
        drop(looking);
        let told = async {
            while !look(folder.path()).is_ok_and(|it| it.is_running) {
                tokio::time::sleep(GLANCE).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), told).await.expect("it is seen");
        poster.end().await;
        assert!(!look(folder.path()).expect("it was there").is_running);
    }

    #[test]
    fn a_notice_that_cannot_be_read_is_none() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "").unwrap();
        fs::write(folder.path().join(FILE), "{").unwrap();
        let seen = look(folder.path()).expect("it is a data folder");
        assert_eq!(seen, Seen { is_running: false, file: None });
    }
}

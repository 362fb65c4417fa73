//! The status of a bridge in its data folder, for other processes of this computer.
//!
//! A lock shows that a bridge runs; it is released when the process ends, for any reason. A file
//! next to the lock has the status, without values and secrets.

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
    log_message::{LogMessage, event},
    status::BridgeStatus,
};

/// The file that is locked while a bridge runs.
const LOCK: &str = "bridge.lock";
/// The file with the status.
const FILE: &str = "status.json";
/// How long another process may hold the lock to check whether a bridge runs.
const GLANCE: Duration = Duration::from_millis(5);
/// Maximum number of checks while another process holds the lock.
const GLANCES: usize = 40;
/// Minimum time between two writes.
const EVERY: Duration = Duration::from_secs(1);
/// Maximum time between two writes, even without a change.
const AT_LEAST_EVERY: Duration = Duration::from_secs(10);

/// The contents of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StatusFile {
    /// The process id.
    pub process: u32,
    /// The version of the program.
    pub version: String,
    /// When the bridge started.
    pub since: Timestamp,
    /// When the file was written.
    pub told_at: Timestamp,
    /// Whether the bridge ended in order.
    #[serde(rename = "ended")]
    pub has_ended: bool,
    /// The address of the service.
    pub service: String,
    /// The status.
    #[serde(flatten)]
    pub status: BridgeStatus,
}

/// The bridge of a data folder, as another process sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservedBridge {
    /// Whether it runs.
    pub is_running: bool,
    /// The last status; `None`: there is no readable file.
    pub file: Option<StatusFile>,
}

/// Why there is no status of a data folder's bridge.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "status-file")]
pub enum StatusFileError {
    /// No bridge has used this folder.
    None {
        /// The folder.
        folder: PathBuf,
    },
    /// The operating system returned an error.
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

/// Reads the status of a data folder's bridge, without disturbing the bridge.
pub fn look(data: &Path) -> Result<ObservedBridge, StatusFileError> {
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
        // The file of another version may have other fields.
        Ok(bytes) => serde_json::from_slice(&bytes).ok(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(source) => return Err(StatusFileError::File { path, source }),
    };
    Ok(ObservedBridge { is_running, file })
}

/// Whether the file does not exist, or the folder of its path is not a folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Whether a bridge holds the lock. Bridges lock it shared; a check locks it exclusively for a moment.
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

/// Writes the status of a bridge for other processes.
pub(crate) struct StatusWriter {
    stop: CancellationToken,
    posting: Option<JoinHandle<()>>,
}

impl StatusWriter {
    /// Starts the writer. Errors of the status file do not affect the bridge.
    pub(crate) fn start(data: &Path, service: &Url, status: watch::Receiver<BridgeStatus>) -> Self {
        let stop = CancellationToken::new();
        let posting = match open(data) {
            Ok(lock) => {
                let (path, service) = (data.join(FILE), service.to_string());
                let mut board = LockedStatusFile { path, service, lock, is_locked: false };
                board.claim();
                Some(tokio::spawn(board.post(status, stop.clone())))
            }
            Err(error) => {
                event!(warn, LogMessage::StatusFile, error = ?Message::system(&error));
                None
            }
        };
        Self { stop, posting }
    }

    /// Writes that the bridge has ended.
    pub(crate) async fn end(mut self) {
        self.stop.cancel();
        if let Some(posting) = self.posting.take() {
            // Errors were logged.
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

struct LockedStatusFile {
    path: PathBuf,
    service: String,
    /// Locked while the bridge runs.
    lock: File,
    is_locked: bool,
}

impl LockedStatusFile {
    /// Takes the shared lock: a program may start its next bridge before it ends the former one. If
    /// a check holds the lock at the moment, the next write tries again.
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
                    event!(warn, LogMessage::StatusFile, error = ?Message::system(error));
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

/// Replaces the file in one step, so that a reader never finds a part of it.
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

    /// A check holds the lock for a moment, and may be suspended meanwhile.
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
        assert_eq!(seen, ObservedBridge { is_running: false, file: None });
    }
}

//! Space that is reserved for a full disk: SQLite must write before it can delete the delivered snapshots.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tagbridge_system::is_disk_full;
use tagbridge_texts::Message;

use super::salvage::with_suffix;
use crate::log_message::{LogMessage, event};

/// More than the write-ahead log grows between two checkpoints.
const BYTES: usize = 2 << 20;
/// Number of snapshots between two attempts to create the file.
const ATTEMPT_EVERY: u32 = 20;

/// A file that is deleted when the disk is full.
#[derive(Debug)]
pub(super) struct Reserve {
    path: PathBuf,
    is_there: bool,
    until_attempt: u32,
}

impl Reserve {
    pub(super) fn new(path: PathBuf) -> Self {
        let is_there = fs::metadata(&path).is_ok_and(|it| it.len() == BYTES as u64);
        Self { path, is_there, until_attempt: 0 }
    }

    /// Creates the file if it does not exist, at intervals; returns whether it exists.
    pub(super) fn renew(&mut self) -> bool {
        if self.is_there || self.until_attempt > 0 {
            self.until_attempt = self.until_attempt.saturating_sub(1);
            return self.is_there;
        }
        self.until_attempt = ATTEMPT_EVERY;
        self.is_there = fill(&self.path).is_ok();
        if !self.is_there {
            self.remove();
        }
        self.is_there
    }

    /// Makes the next call of [`renew`](Self::renew) try to create the file.
    pub(super) fn renew_soon(&mut self) {
        self.until_attempt = 0;
    }

    /// Deletes the file to release its space.
    pub(super) fn release(&mut self) {
        self.until_attempt = ATTEMPT_EVERY;
        self.is_there = false;
        self.remove();
    }

    /// Whether there is no space for a second file of this size, on the disk or in the user's quota.
    pub(super) fn lacks_room(&self) -> bool {
        let path = with_suffix(&self.path, "-attempt");
        let outcome = fill(&path);
        let _never_made = fs::remove_file(path);
        outcome.is_err_and(|it| is_disk_full(&it))
    }

    fn remove(&self) {
        if let Err(error) = fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            event!(warn, LogMessage::RoomKept, error = ?Message::system(&error));
        }
    }
}

fn fill(path: &Path) -> io::Result<()> {
    let mut file = File::create(path)?;
    // A sparse file would not reserve blocks of the disk.
    file.write_all(&vec![0x55; BYTES])?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_kept_given_away_once_and_kept_again_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let mut it = Reserve::new(path.clone());
        assert!(it.renew() && it.renew());
        assert_eq!(fs::metadata(&path).unwrap().len(), BYTES as u64);
        assert!(Reserve::new(path.clone()).is_there);
        it.release();
        assert!(!path.exists());
        let attempts = (0..=ATTEMPT_EVERY).filter(|_| it.renew()).count();
        assert_eq!((attempts, path.exists()), (1, true));
    }
}

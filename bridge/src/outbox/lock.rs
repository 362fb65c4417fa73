//! One process at a time owns an outbox: a lock beside the file, which falls with its process.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
    thread,
    time::Duration,
};

use super::{OutboxError, salvage::beside};

/// How long somebody may take who looks whether the outbox is in use.
const GLANCE: Duration = Duration::from_millis(5);
/// How often the lock is tried while somebody looks.
const ATTEMPTS: usize = 40;

/// Takes the lock of the outbox at this path; fails where another process has it.
pub(super) fn lock(path: &Path) -> Result<File, OutboxError> {
    let file_error = |source| OutboxError::File { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(file_error)?;
    }
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(beside(path, ".lock"))
        .map_err(file_error)?;
    for _ in 0..ATTEMPTS {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) if is_only_looked_at(&lock) => thread::sleep(GLANCE),
            Err(TryLockError::WouldBlock) => break,
            Err(TryLockError::Error(source)) => return Err(file_error(source)),
        }
    }
    Err(OutboxError::InUse { path: path.to_owned() })
}

/// Whether whoever holds the lock shares it, as those do who look whether the outbox is in use.
fn is_only_looked_at(lock: &File) -> bool {
    let is_shared = lock.try_lock_shared().is_ok();
    // Wine says of a lock that is gone that others hold theirs; the next attempt tells.
    let _unlocked = lock.unlock();
    is_shared
}

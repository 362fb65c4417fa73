//! The lock that lets one process at a time use an outbox: a file next to it. It is released when
//! its process ends.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
    thread,
    time::Duration,
};

use super::{OutboxError, salvage::with_suffix};

/// How long a reader may need to check whether the outbox is in use.
const GLANCE: Duration = Duration::from_millis(5);
/// How often the lock is tried while readers check it.
const ATTEMPTS: usize = 40;

/// Locks the outbox at this path. Fails if another process has the lock.
pub(super) fn lock(path: &Path) -> Result<File, OutboxError> {
    let file_error = |source| OutboxError::File { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(file_error)?;
    }
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(with_suffix(path, ".lock"))
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

/// Whether the lock is held only by readers, which check whether the outbox is in use.
fn is_only_looked_at(lock: &File) -> bool {
    let is_shared = lock.try_lock_shared().is_ok();
    // Wine reports locks of others after they were released; the next attempt has the correct result.
    let _unlocked = lock.unlock();
    is_shared
}

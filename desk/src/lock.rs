use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex and ignores poisoning: our locked data is consistent at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

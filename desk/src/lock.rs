use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock that ignores poisoning: the data behind our locks is consistent at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

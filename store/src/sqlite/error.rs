//! Converts the library's errors.

use std::cell::Cell;

use rusqlite::ErrorCode::{
    CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, OutOfMemory, ReadOnly, SystemIoFailure,
};

use super::repair;
use crate::StoreError;
use crate::messages::StoreOperation;

thread_local! {
    static LACKED_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// Whether the disk was full in a statement of this thread since the last call.
pub(super) fn lacked_room() -> bool {
    LACKED_ROOM.take()
}

/// If a database is temporarily not available, another attempt may succeed; all other errors are
/// internal.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        repair::record_error(&error);
        if error.sqlite_error_code() == Some(DiskFull) {
            LACKED_ROOM.set(true);
        }
        match error.sqlite_error_code() {
            Some(
                CannotOpen | DatabaseBusy | DatabaseLocked | DiskFull | OutOfMemory | ReadOnly
                | SystemIoFailure,
            ) => Self::unavailable(&StoreOperation::Using, error),
            _ => Self::broken(&StoreOperation::Using, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::{Error, ffi};

    use super::*;

    #[test]
    fn a_database_that_cannot_be_used_now_is_worth_another_attempt() {
        for (code, is_worth_it) in [
            (ffi::SQLITE_FULL, true),
            (ffi::SQLITE_BUSY, true),
            (ffi::SQLITE_BUSY_SNAPSHOT, true),
            (ffi::SQLITE_IOERR_FSYNC, true),
            (ffi::SQLITE_READONLY, true),
            (ffi::SQLITE_CORRUPT, false),
            (ffi::SQLITE_CONSTRAINT, false),
        ] {
            let error = StoreError::from(Error::SqliteFailure(ffi::Error::new(code), None));
            assert_eq!(matches!(error, StoreError::Unavailable(_)), is_worth_it, "{code}");
        }
    }
}

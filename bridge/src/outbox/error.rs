//! Errors of the outbox.

use std::{io, path::PathBuf};

use rusqlite::ErrorCode;

use tagbridge_texts::Coded;

/// Why the outbox cannot store a snapshot. No stored snapshot is lost by any of these errors.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "outbox")]
pub enum OutboxError {
    /// Another bridge uses the file.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer version of the program.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        version: i64,
    },
    /// The file was written before version 0.9.0.
    Older {
        /// The file.
        path: PathBuf,
        /// Its format.
        version: i64,
    },
    /// The stored snapshots belong to another project.
    OtherProject {
        /// The file.
        path: PathBuf,
        /// The project of the stored snapshots.
        project: String,
        /// Number of stored snapshots.
        depth: u64,
    },
    /// The file or its folder cannot be used.
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The disk returned an error: read-only or failing.
    Disk {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        #[coded(text)]
        source: rusqlite::Error,
    },
    /// The disk is full, and nothing can be deleted for the new snapshot.
    Full {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged, and so is the new one that replaced it.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with the file.
        damage: String,
    },
    /// The file is damaged, and is left as it is because it was opened only for reading.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with the file.
        damage: String,
    },
    /// The outbox is closed.
    Closed,
}

/// Whether an error means that the contents of the file are damaged, and not that the disk fails.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error as E;
    match error {
        E::SqliteFailure(failure, _) => {
            matches!(failure.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
                || matches!(failure.extended_code, OTHER_TABLES | CUT_OFF)
        }
        E::SqlInputError { .. }
        | E::InvalidColumnType(..)
        | E::InvalidColumnIndex(..)
        | E::FromSqlConversionFailure(..)
        | E::IntegralValueOutOfRange(..)
        | E::QueryReturnedNoRows => true,
        _ => false,
    }
}

/// `SQLITE_ERROR`: our statements are correct, so the file has other tables.
const OTHER_TABLES: i32 = 1;
/// `SQLITE_IOERR_SHORT_READ`: the file ends before the end of a page.
const CUT_OFF: i32 = 522;

/// Whether the disk is full.
pub(super) fn is_full(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => {
            failure.code == ErrorCode::DiskFull || failure.extended_code == NO_ROOM_FOR_INDEX
        }
        _ => false,
    }
}

/// Whether the disk failed for a reason that SQLite does not report, for example an exhausted quota.
pub(super) fn is_io(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen))
}

/// `SQLITE_IOERR_SHMSIZE`: the index of the write-ahead log cannot grow.
const NO_ROOM_FOR_INDEX: i32 = 4874;

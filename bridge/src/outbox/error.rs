//! What keeps the outbox from storing.

use std::{io, path::PathBuf};

use rusqlite::ErrorCode;

use tagbridge_texts::Coded;

/// What keeps the outbox from storing. Nothing acknowledged is lost by any of these.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "outbox")]
pub enum OutboxError {
    /// Another bridge works on the same file.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A later version of the program has changed the file's shape.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        version: i64,
    },
    /// What waits in it belongs to another project.
    OtherProject {
        /// The file.
        path: PathBuf,
        /// The project that it belongs to.
        project: String,
        /// How many snapshots wait.
        depth: u64,
    },
    /// The file or its folder cannot be used.
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The disk refused: full, read-only, failing.
    Disk {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        #[coded(text)]
        source: rusqlite::Error,
    },
    /// It is damaged, and so is the new one that was made instead.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: String,
    },
    /// It is damaged, and whoever looks at it leaves it as it is.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: String,
    },
    /// It was closed before.
    Closed,
}

/// Whether SQLite says that the file's contents are not what they should be, as opposed to the
/// disk not doing its work.
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

/// `SQLITE_ERROR`: our statements are sound, so the tables are not those that they speak of.
const OTHER_TABLES: i32 = 1;
/// `SQLITE_IOERR_SHORT_READ`: the file ends before a page that it should have.
const CUT_OFF: i32 = 522;

/// Whether there is no room on the disk.
pub(super) fn is_full(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => {
            failure.code == ErrorCode::DiskFull || failure.extended_code == NO_ROOM_FOR_INDEX
        }
        _ => false,
    }
}

/// Whether the disk did not do its work, of which SQLite does not say why: a quota that is used up is
/// one of the reasons.
pub(super) fn is_io(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen))
}

/// `SQLITE_IOERR_SHMSIZE`: the index beside the write-ahead log cannot grow.
const NO_ROOM_FOR_INDEX: i32 = 4874;

//! Sets a damaged database aside, and replaces it with its readable data.
//!
//! The file stays the same file, because other processes may have it open: its contents are
//! replaced. The saved data is stored next to it until this is complete, so that a crash in between
//! loses nothing.

use std::{
    cell::Cell,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, Error, ErrorCode, config::DbConfig};
use tagbridge_carve::Database;
use tagbridge_system::sync_file;

use super::{FILE, connect, make_private, salvage::salvage, schema};
use crate::messages::StoreOperation;
use crate::{
    Salvaged, StoreError,
    log_message::{LogMessage, event},
};

/// The saved data, complete, before it replaces the damaged file.
const REBUILT: &str = "service.rebuilt";
/// The file that is locked during a repair.
const LOCK: &str = "service.repair";

/// The consequence of an error for the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DamageSuspicion {
    /// It is not damaged.
    Sound,
    /// It may be damaged.
    Perhaps,
    /// It is damaged.
    Damaged,
}

thread_local! {
    /// Work on a transaction returns its own errors, without their source.
    static WORST: Cell<DamageSuspicion> = const { Cell::new(DamageSuspicion::Sound) };
}

/// Records an error, on the thread of the transaction.
pub(super) fn record_error(error: &Error) {
    suspect(suspicion(error));
}

pub(super) fn suspect(suspicion: DamageSuspicion) {
    WORST.set(WORST.get().max(suspicion));
}

/// The worst one since the last call.
pub(super) fn take_worst_suspicion() -> DamageSuspicion {
    WORST.replace(DamageSuspicion::Sound)
}

fn suspicion(error: &Error) -> DamageSuspicion {
    match error {
        // All JSON in it was written by this program.
        Error::SqliteFailure(_, Some(why)) if why == "malformed JSON" => DamageSuspicion::Damaged,
        Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => DamageSuspicion::Damaged,
            // `ReadOnly`: the header may forbid writing.
            ErrorCode::ConstraintViolation | ErrorCode::ReadOnly => DamageSuspicion::Perhaps,
            _ if failure.extended_code == CUT_OFF => DamageSuspicion::Damaged,
            // Our statements are correct, so the tables differ from the expected ones.
            _ if failure.extended_code == rusqlite::ffi::SQLITE_ERROR => DamageSuspicion::Perhaps,
            _ => DamageSuspicion::Sound,
        },
        Error::InvalidColumnType(..)
        | Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::Utf8Error(..) => DamageSuspicion::Damaged,
        Error::SqlInputError { .. } | Error::QueryReturnedNoRows => DamageSuspicion::Perhaps,
        _ => DamageSuspicion::Sound,
    }
}

/// `SQLITE_IOERR_SHORT_READ`: the file ends before one of its pages.
const CUT_OFF: i32 = 522;

/// Whether the log was damaged while no process had the database open.
pub(super) fn has_damaged_log(path: &Path) -> bool {
    Database::has_damaged_log(path).unwrap_or(false)
}

/// Searches the whole file for damage. Blocks while reading it.
pub(super) fn is_damaged(path: &Path) -> bool {
    let check = || -> Result<bool, StoreError> {
        let db = connect(path)?;
        let verdict: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok(verdict != "ok" || schema::is_incomplete(&db)?)
    };
    take_worst_suspicion();
    // A file that cannot be read at the moment may be undamaged. These statements are correct: if
    // they fail themselves, the header contains values that SQLite does not support.
    forbids_writing(path)
        || check().unwrap_or_else(|_| take_worst_suspicion() != DamageSuspicion::Sound)
}

/// Whether the header requires a later version of SQLite for writing (SQLite's file format,
/// §1.3.3).
fn forbids_writing(path: &Path) -> bool {
    let mut header = [0; 19];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[18] > 2
}

/// Number of times that this folder's database was set aside.
pub(super) fn count(data: &Path) -> usize {
    (1..100_000).take_while(|no| aside(data, *no).exists()).count()
}

/// Moves the database to a new name for damaged databases. `before` is the number of such files
/// that the caller knows; if there are more, another caller has already done it, and this returns
/// `None`.
pub(super) fn set_aside(data: &Path, before: usize) -> Result<Option<Salvaged>, StoreError> {
    let path = data.join(FILE);
    let failed = |error: io::Error| {
        StoreError::unavailable(&StoreOperation::SettingAside { path: &path }, error)
    };
    let _lock = lock(data).map_err(failed)?;
    if count(data) > before {
        return Ok(None);
    }
    // Before SQLite opens it, and deletes the log.
    let file = aside(data, before + 1);
    for side in ["-wal", ""] {
        copy(&with_suffix(&path, side), &with_suffix(&file, side)).map_err(failed)?;
    }
    let begun = data.join(REBUILT).with_extension("begun");
    remove(&begun).map_err(failed)?;
    make_private(&begun).map_err(failed)?;
    let salvaged = salvage(&file, &begun)?;
    fs::rename(&begun, data.join(REBUILT)).map_err(failed)?;
    put_into_place(data)?;
    event!(error, LogMessage::Damaged, file = %file.display(), lost = salvaged.losses());
    if salvaged.keys_lost {
        event!(error, LogMessage::KeysLost { data: data.display().to_string() });
    }
    let (saved, lost) = (salvaged.saved, salvaged.lost);
    Ok(Some(Salvaged { file, saved, lost, keys_lost: salvaged.keys_lost }))
}

/// Completes a repair that a crash interrupted.
pub(super) fn finish(data: &Path) -> Result<(), StoreError> {
    if data.join(REBUILT).exists() {
        let failed = |error| StoreError::unavailable(&StoreOperation::EndingRepair, error);
        let _lock = lock(data).map_err(failed)?;
        put_into_place(data)?;
    }
    Ok(())
}

/// Replaces the database's content with the saved data.
fn put_into_place(data: &Path) -> Result<(), StoreError> {
    let (path, rebuilt) = (data.join(FILE), data.join(REBUILT));
    let failed = |error| StoreError::unavailable(&StoreOperation::EndingRepair, error);
    if !rebuilt.exists() {
        return Ok(());
    }
    let mut db = Connection::open(&path)?;
    db.busy_timeout(super::BUSY)?;
    // The database is then empty, independent of its content.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, true)?;
    let emptied = db.execute_batch("VACUUM");
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, false)?;
    emptied?;
    db.restore("main", &rebuilt, None::<fn(rusqlite::backup::Progress)>)?;
    db.pragma_update(None, "synchronous", "full")?;
    db.pragma_update(None, "journal_mode", "wal")?;
    drop(db);
    sync_file(&path).map_err(failed)?;
    remove(&rebuilt).map_err(failed)
}

fn lock(data: &Path) -> io::Result<File> {
    let lock = File::options().create(true).truncate(false).write(true).open(data.join(LOCK))?;
    lock.lock()?;
    Ok(lock)
}

fn aside(data: &Path, no: usize) -> PathBuf {
    with_suffix(&data.join(FILE), &format!(".damaged-{no}"))
}

/// The path with a suffix at its last part.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

/// Keeps the file's permissions; does nothing if there is no file.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::copy(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Err(_) => Ok(()),
        Ok(_) => sync_file(to),
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

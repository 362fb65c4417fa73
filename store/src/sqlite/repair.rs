//! A damaged database is set aside, and what can be read of it goes on in its place.
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
use crate::says::Doing;
use crate::{
    Files, Salvaged, StoreError,
    logged::{Logged, event},
};

/// What was saved, whole, and not yet in the place of the damaged one.
const REBUILT: &str = "service.rebuilt";
/// The file that is locked meanwhile.
const LOCK: &str = "service.repair";

/// What an error says of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Suspicion {
    /// No data.
    Sound,
    /// It may be damaged.
    Perhaps,
    /// It is.
    Damaged,
}

thread_local! {
    /// Work on a transaction returns errors of its own, and says no more what they came of.
    static WORST: Cell<Suspicion> = const { Cell::new(Suspicion::Sound) };
}

/// Takes note of an error, on the thread that works on a transaction.
pub(super) fn notice(error: &Error) {
    suspect(suspicion(error));
}

pub(super) fn suspect(suspicion: Suspicion) {
    WORST.set(WORST.get().max(suspicion));
}

/// The worst since it was asked last.
pub(super) fn noticed() -> Suspicion {
    WORST.replace(Suspicion::Sound)
}

fn suspicion(error: &Error) -> Suspicion {
    match error {
        // All JSON in it was written by this program.
        Error::SqliteFailure(_, Some(why)) if why == "malformed JSON" => Suspicion::Damaged,
        Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Suspicion::Damaged,
            // `ReadOnly`: the header may forbid writing.
            ErrorCode::ConstraintViolation | ErrorCode::ReadOnly => Suspicion::Perhaps,
            _ if failure.extended_code == CUT_OFF => Suspicion::Damaged,
            // Our statements are sound, so the tables are not those that they speak of.
            _ if failure.extended_code == rusqlite::ffi::SQLITE_ERROR => Suspicion::Perhaps,
            _ => Suspicion::Sound,
        },
        Error::InvalidColumnType(..)
        | Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::Utf8Error(..) => Suspicion::Damaged,
        Error::SqlInputError { .. } | Error::QueryReturnedNoRows => Suspicion::Perhaps,
        _ => Suspicion::Sound,
    }
}

/// `SQLITE_IOERR_SHORT_READ`: the file ends before a page that it should have.
const CUT_OFF: i32 = 522;

/// Whether the log was damaged while no process had the database open.
pub(super) fn has_damaged_log(path: &Path) -> bool {
    Database::has_damaged_log(path).unwrap_or(false)
}

/// Looks for damage in the whole file. Blocks for as long as reading it takes.
pub(super) fn is_damaged(path: &Path) -> bool {
    let check = || -> Result<bool, StoreError> {
        let db = connect(path)?;
        let verdict: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok(verdict != "ok" || schema::is_incomplete(&db)?)
    };
    noticed();
    // What cannot be read at the moment may be sound. These statements are: where they fail as such, the
    // header says something that SQLite does not support.
    forbids_writing(path) || check().unwrap_or_else(|_| noticed() != Suspicion::Sound)
}

/// Whether the header says that a later version of SQLite alone may write the file (SQLite's file format, §1.3.3).
fn forbids_writing(path: &Path) -> bool {
    let mut header = [0; 19];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[18] > 2
}

/// How often this folder's database was set aside.
pub(super) fn count(data: &Path) -> usize {
    (1..100_000).take_while(|no| aside(data, *no).exists()).count()
}

/// Sets the database aside, unless that was done since there were `before` of that kind. `None`:
/// it was.
pub(super) fn set_aside(data: &Path, before: usize) -> Result<Option<Salvaged>, StoreError> {
    let path = data.join(FILE);
    let failed =
        |error: io::Error| StoreError::unavailable(&Doing::SettingAside { path: &path }, error);
    let _lock = lock(data).map_err(failed)?;
    if count(data) > before {
        return Ok(None);
    }
    // Before SQLite opens it, and clears the log away.
    let file = aside(data, before + 1);
    for side in ["-wal", ""] {
        copy(&beside(&path, side), &beside(&file, side)).map_err(failed)?;
    }
    let begun = data.join(REBUILT).with_extension("begun");
    remove(&begun).map_err(failed)?;
    make_private(&begun).map_err(failed)?;
    let salvaged = salvage(&file, &begun, &Files::in_folder(data))?;
    fs::rename(&begun, data.join(REBUILT)).map_err(failed)?;
    put_into_place(data)?;
    event!(error, Logged::Damaged, file = %file.display(), lost = salvaged.losses());
    if salvaged.keys_lost {
        event!(error, Logged::KeysLost { data: data.display().to_string() });
    }
    let (saved, lost) = (salvaged.saved, salvaged.lost);
    Ok(Some(Salvaged { file, saved, lost, keys_lost: salvaged.keys_lost }))
}

/// Ends what a crash interrupted.
pub(super) fn finish(data: &Path) -> Result<(), StoreError> {
    if data.join(REBUILT).exists() {
        let failed = |error| StoreError::unavailable(&Doing::EndingRepair, error);
        let _lock = lock(data).map_err(failed)?;
        put_into_place(data)?;
    }
    Ok(())
}

/// Gives the database the content of what was saved.
fn put_into_place(data: &Path) -> Result<(), StoreError> {
    let (path, rebuilt) = (data.join(FILE), data.join(REBUILT));
    let failed = |error| StoreError::unavailable(&Doing::EndingRepair, error);
    if !rebuilt.exists() {
        return Ok(());
    }
    let mut db = Connection::open(&path)?;
    db.busy_timeout(super::BUSY)?;
    // Whatever is in it, it is empty then.
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
    beside(&data.join(FILE), &format!(".damaged-{no}"))
}

/// The path with something added to its last part.
fn beside(path: &Path, suffix: &str) -> PathBuf {
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

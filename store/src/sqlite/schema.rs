//! The tables, and the upgrade of a file of an older version.

use std::collections::BTreeSet;

use rusqlite::{Connection, TransactionBehavior};

use super::steps::STEPS;
use crate::log_message::{LogMessage, event};

/// The version of the first release, 0.9.0. A file of an older version is refused.
pub(super) const FIRST: i64 = 21;

/// The version of the tables that this program reads and writes.
pub(super) const VERSION: i64 = FIRST + STEPS.len().cast_signed() as i64 - 1;

/// The version of the file; 0: it is new.
pub(super) fn found(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Upgrades the file to [`VERSION`] in one transaction, and returns its version: a higher one is a
/// newer program's file, which is not changed.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<i64> {
    let found = found(connection)?;
    if (1..VERSION).contains(&found) {
        event!(info, LogMessage::BroughtUpToDate, found, to = VERSION);
    }
    bring_to(connection, VERSION)
}

/// Upgrades the file to a version; a file with a higher version is not changed.
pub(super) fn bring_to(connection: &mut Connection, to: i64) -> rusqlite::Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = found(&transaction)?;
    for (version, step) in (FIRST..=to).zip(STEPS) {
        if version > found {
            transaction.execute_batch(step)?;
        }
    }
    let now = found.max(to);
    if now != found {
        transaction.pragma_update(None, "user_version", now)?;
    }
    transaction.commit()?;
    Ok(now)
}

/// The version whose tables match most of these statements, and whether it has no others.
pub(super) fn version_of(tables: &BTreeSet<String>) -> rusqlite::Result<(i64, bool)> {
    let mut db = Connection::open_in_memory()?;
    let (mut version, mut most, mut is_whole) = (VERSION, 0, false);
    for candidate in FIRST..=VERSION {
        bring_to(&mut db, candidate)?;
        let made = made_by(&db)?;
        let common = made.intersection(tables).count();
        if common > 0 && common >= most {
            (version, most, is_whole) = (candidate, common, made == *tables);
        }
    }
    Ok((version, is_whole))
}

/// Whether a file of this version lacks any of its tables and indexes.
pub(super) fn is_incomplete(db: &Connection) -> rusqlite::Result<bool> {
    if found(db)? != VERSION {
        return Ok(false);
    }
    let mut sound = Connection::open_in_memory()?;
    bring_to(&mut sound, VERSION)?;
    Ok(!made_by(&sound)?.is_subset(&made_by(db)?))
}

/// The statements of a file's tables and indexes.
pub(super) fn made_by(db: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let mut made = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    made.query_map([], |row| row.get(0))?.collect()
}

/// The current tables, empty.
#[cfg(test)]
pub(crate) fn in_memory() -> Connection {
    let mut db = Connection::open_in_memory().unwrap();
    migrate(&mut db).unwrap();
    db
}

/// A file of the first released version.
#[cfg(test)]
pub(super) fn create_first(path: &std::path::Path) -> i64 {
    bring_to(&mut Connection::open(path).unwrap(), FIRST).unwrap()
}

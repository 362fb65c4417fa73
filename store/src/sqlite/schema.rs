//! The tables, and the upgrade of a file of an older version.

use std::{collections::BTreeSet, path::Path};

use rusqlite::{Connection, TransactionBehavior};

use super::{legacy, steps::STEPS};
use crate::{
    Files, StoreError,
    logged::{Logged, event},
};

/// The version with history pieces instead of rows.
const PIECES: usize = 4;
/// The version with files outside of the rows.
const FILES: usize = 5;

/// The version with checksums of pieces.
const SEALED: usize = 9;

/// The version in which entries of several tags share rows.
const SHARED: usize = 12;

/// The version of the tables that this program reads and writes.
pub(super) const VERSION: i64 = STEPS.len().cast_signed() as i64;

/// The version of the file; 0: it is new.
pub(super) fn found(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Upgrades the file to [`VERSION`] in one transaction, and returns its version: a higher one is a
/// newer program's file, which is not changed.
pub(super) fn migrate(connection: &mut Connection, files: &Files) -> Result<i64, StoreError> {
    let found = found(connection)?;
    if (1..VERSION).contains(&found) {
        event!(info, Logged::BroughtUpToDate, found, to = VERSION);
    }
    bring_to(connection, files, VERSION)
}

/// Upgrades the file to a version; a file with a higher version is not changed.
pub(super) fn bring_to(
    connection: &mut Connection,
    files: &Files,
    to: i64,
) -> Result<i64, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = found(&transaction)?;
    let [done, end] = [found, to].map(|version| usize::try_from(version).unwrap_or(usize::MAX));
    for (version, step) in (1..).zip(STEPS).take(end).skip(done) {
        transaction.execute_batch(step)?;
        match version {
            PIECES => {
                legacy::take_over(&transaction)?;
                transaction.execute_batch("DROP TABLE history_rows")?;
            }
            FILES => move_files_out(&transaction, files)?,
            SEALED => legacy::seal_all(&transaction)?,
            SHARED => {
                legacy::without_keys(&transaction)?;
                transaction.execute_batch(
                    "DROP TABLE old_recent; DROP TABLE old_history; DROP TABLE old_live",
                )?;
            }
            _ => {}
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
pub(super) fn version_of(tables: &BTreeSet<String>) -> Result<(i64, bool), StoreError> {
    let mut db = Connection::open_in_memory()?;
    // No rows, so no files.
    let files = Files::in_folder(Path::new(""));
    let (mut version, mut most, mut is_whole) = (VERSION, 0, false);
    for candidate in 1..=VERSION {
        bring_to(&mut db, &files, candidate)?;
        let made = made_by(&db)?;
        let common = made.intersection(tables).count();
        if common > 0 && common >= most {
            (version, most, is_whole) = (candidate, common, made == *tables);
        }
    }
    Ok((version, is_whole))
}

/// Whether a file of this version lacks any of its tables and indexes.
pub(super) fn is_incomplete(db: &Connection) -> Result<bool, StoreError> {
    if found(db)? != VERSION {
        return Ok(false);
    }
    let mut sound = Connection::open_in_memory()?;
    bring_to(&mut sound, &Files::in_folder(Path::new("")), VERSION)?;
    Ok(!made_by(&sound)?.is_subset(&made_by(db)?))
}

/// The statements of a file's tables and indexes.
pub(super) fn made_by(db: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let mut made = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    made.query_map([], |row| row.get(0))?.collect()
}

/// Moves files out of the rows. After a failure, files that were already moved are moved again,
/// with the same result.
fn move_files_out(db: &Connection, files: &Files) -> Result<(), StoreError> {
    let mut versions = db.prepare("SELECT id, file, hash FROM versions")?;
    let mut rows = versions.query([])?;
    while let Some(row) = rows.next()? {
        let hash = files.put(row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?)?;
        if hash.as_str() != row.get::<_, String>(2)? {
            let id: String = row.get(0)?;
            event!(warn, Logged::FileChanged, id, %hash);
            db.execute("UPDATE versions SET hash = ?2 WHERE id = ?1", [&id, hash.as_str()])?;
        }
    }
    drop(rows);
    drop(versions);
    db.execute_batch("ALTER TABLE versions DROP COLUMN file")?;
    Ok(())
}

/// The current tables, empty.
#[cfg(test)]
pub(crate) fn in_memory() -> Connection {
    let mut db = Connection::open_in_memory().unwrap();
    migrate(&mut db, &Files::in_folder(Path::new(""))).unwrap();
    db
}

/// A file of an older version.
#[cfg(test)]
pub(super) fn begin_as(path: &Path, version: usize) {
    let db = Connection::open(path).unwrap();
    STEPS[..version].iter().for_each(|step| db.execute_batch(step).unwrap());
    db.pragma_update(None, "user_version", i64::try_from(version).unwrap()).unwrap();
}

#[cfg(test)]
mod tests {
    use rusqlite::params;
    use tagbridge_api::hmi::{Quality, Reason};

    use super::*;
    use crate::{FileHash, HistoryRange, sql::history};

    #[test]
    fn a_history_of_rows_becomes_one_of_pieces() {
        let mut db = Connection::open_in_memory().unwrap();
        for step in &STEPS[..PIECES - 1] {
            db.execute_batch(step).unwrap();
        }
        db.pragma_update(None, "user_version", 3).unwrap();
        for (no, name, rows) in [(1, "a", 700_i64), (2, "b", 1), (3, "c", 0)] {
            db.execute(
                "INSERT INTO tags (no, project, name, history_count) VALUES (?1, 7, ?2, ?3)",
                params![no, name, rows],
            )
            .unwrap();
            for i in 1..=rows {
                let value = format!(
                    r#"{{"value":{i},"type":"DINT","quality":"uncertain","reason":"stale",
                        "timestamp":"2026-01-01T00:00:00.{:03}Z"}}"#,
                    i % 1000
                );
                db.execute(
                    "INSERT INTO history (tag, at, sequence, stream, value)
                     VALUES (?1, ?2, ?2, 1, ?3)",
                    params![no, i, value],
                )
                .unwrap();
            }
        }
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(migrate(&mut db, &Files::in_folder(folder.path())).unwrap(), VERSION);
        for (name, newest) in [("a", 700), ("b", 1), ("c", 0_u64)] {
            let range = HistoryRange { limit: 600, before: None };
            let shown = history::newest((&db).into(), 7, name, &range).unwrap().entries;
            let sequences: Vec<u64> = shown.iter().map(|it| it.sequence).collect();
            let oldest = newest.saturating_sub(599).max(1);
            assert_eq!(sequences, (oldest..=newest).rev().collect::<Vec<_>>());
            for entry in shown {
                assert_eq!(entry.value, entry.sequence);
                assert_eq!(entry.timestamp.as_millis() % 1000, entry.sequence.cast_signed());
                assert_eq!(entry.quality, Some(Quality::Uncertain));
                assert_eq!(entry.reason, Some(Reason::Stale));
            }
        }
    }
    #[test]
    fn files_move_out_of_the_rows_and_are_the_same() {
        let mut db = Connection::open_in_memory().unwrap();
        for step in &STEPS[..FILES - 1] {
            db.execute_batch(step).unwrap();
        }
        db.pragma_update(None, "user_version", 4).unwrap();
        let contents: [&[u8]; 3] = [b"one", b"two", b"one"];
        for (number, content) in (1..).zip(contents) {
            db.execute(
                "INSERT INTO versions (project, number, id, own_name, file_name, hash, file,
                     created_at)
                 VALUES (1, ?1, 'ver_' || ?1, 'PLC', 'a.L5X', ?2, ?3, 0)",
                params![number, FileHash::of(content).as_str(), content],
            )
            .unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let files = Files::in_folder(folder.path());
        assert_eq!(migrate(&mut db, &files).unwrap(), VERSION);
        let mut rows = db.prepare("SELECT hash FROM versions ORDER BY number").unwrap();
        let hashes = rows.query_map([], |row| row.get::<_, String>(0)).unwrap();
        for (hash, content) in hashes.zip(contents) {
            let hash = FileHash::parse(&hash.unwrap()).unwrap();
            assert_eq!(files.get(&hash).unwrap(), content);
        }
    }
}

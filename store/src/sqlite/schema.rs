//! The tables, and how a file of an older version becomes one of this version.

use std::{collections::BTreeSet, path::Path};

use rusqlite::{Connection, TransactionBehavior};

use super::history;
use crate::{
    Files, StoreError,
    logged::{Logged, event},
};

/// Each step brings a file from the version of its index to the next. Never change a step that
/// was released: add one.
const STEPS: &[&str] = &[
    "
CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    permissions TEXT NOT NULL, -- JSON: names
    projects TEXT,             -- JSON: ids; NULL: all
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;

CREATE TABLE projects (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    resource TEXT NOT NULL,    -- JSON, without updated_at
    updated_at INTEGER NOT NULL,
    requests_revision INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX projects_by_touch ON projects (updated_at DESC, no DESC);

-- Which names a project's tags ever had, so that other tables need not repeat them.
CREATE TABLE tags (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    name TEXT NOT NULL,
    history_count INTEGER NOT NULL DEFAULT 0,
    UNIQUE (project, name)
) STRICT;

CREATE TABLE streams (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    stream_id TEXT NOT NULL,
    last_push_at INTEGER NOT NULL,
    pace TEXT NOT NULL,        -- JSON: the last push intervals
    backlog_at INTEGER,        -- when a snapshot older than the newest run last arrived
    base INTEGER NOT NULL,     -- sequence of the newest complete snapshot; 0: none yet
    head TEXT,                 -- JSON: sequence, time and controller of the newest snapshot
    UNIQUE (project, stream_id)
) STRICT;

-- Which sequences of a stream are stored, for ever, as runs.
CREATE TABLE stored (
    stream INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (stream, first)
) STRICT, WITHOUT ROWID;

-- Who streams a project, or did last.
CREATE TABLE sessions (
    project INTEGER PRIMARY KEY,
    device_id TEXT NOT NULL,
    stream INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;

-- What each tag was in the newest snapshot that carried it.
CREATE TABLE live (
    stream INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    position INTEGER NOT NULL, -- where it stands in the session's list
    sequence INTEGER NOT NULL,
    value TEXT NOT NULL,       -- JSON: a tag's value
    PRIMARY KEY (stream, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE history (
    tag INTEGER NOT NULL,
    at INTEGER NOT NULL,       -- the snapshot's time, or the arrival where that cannot be true
    sequence INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    value TEXT NOT NULL,       -- JSON: a tag's value
    PRIMARY KEY (tag, at, sequence, stream)
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
    project INTEGER NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    PRIMARY KEY (project, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_by_age ON requests (project, asked_at);

CREATE TABLE idempotency (
    key_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_hash BLOB NOT NULL,
    response TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, endpoint, idempotency_key)
) STRICT;
CREATE INDEX idempotency_by_age ON idempotency (created_at);
",
    "
ALTER TABLE streams ADD COLUMN interval_ms INTEGER; -- from push to push, as the bridge means it
",
    "
CREATE TABLE versions (
    project INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    own_name TEXT NOT NULL,    -- what the file calls its project
    file_name TEXT NOT NULL,
    hash TEXT NOT NULL,        -- SHA-256 of the file, in hexadecimal digits
    file BLOB NOT NULL,        -- as it came
    created_at INTEGER NOT NULL,
    PRIMARY KEY (project, number)
) STRICT;

ALTER TABLE idempotency ADD COLUMN status INTEGER NOT NULL DEFAULT 200;
",
    "
ALTER TABLE history RENAME TO history_rows;

-- What the last pushes brought, each as one piece, in the order of arrival.
CREATE TABLE recent (
    no INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    entries BLOB NOT NULL      -- packed, each behind its tag
) STRICT;
CREATE INDEX recent_by_project ON recent (project);

-- The rest, sorted out by tag.
CREATE TABLE history (
    no INTEGER PRIMARY KEY,
    tag INTEGER NOT NULL,
    entries BLOB NOT NULL      -- packed
) STRICT;
CREATE INDEX history_by_tag ON history (tag);
",
    "
ALTER TABLE keys ADD COLUMN org TEXT NOT NULL DEFAULT 'local';
ALTER TABLE projects ADD COLUMN org TEXT NOT NULL DEFAULT 'local';
DROP INDEX projects_by_touch;
CREATE INDEX projects_by_touch ON projects (org, updated_at DESC, no DESC);

ALTER TABLE idempotency ADD COLUMN lease_until INTEGER; -- while it is being done

-- What waits or runs; what is over has left.
CREATE TABLE jobs (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    org TEXT NOT NULL,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,       -- JSON, as its kind has it
    attempt INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER,       -- NULL: nobody has taken it yet
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX versions_by_hash ON versions (hash);
",
    "
-- Until when each result is remembered: pushes for minutes, other writes for a day.
DROP INDEX idempotency_by_age;
ALTER TABLE idempotency RENAME COLUMN created_at TO expires_at;
UPDATE idempotency SET expires_at = expires_at + 24 * 60 * 60 * 1000;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
",
    "
ALTER TABLE keys ADD COLUMN device TEXT;         -- NULL: any
ALTER TABLE keys ADD COLUMN expires_at INTEGER;  -- NULL: never
ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
-- Pushing was part of hmi_edit: who could, still can.
UPDATE keys SET permissions = json_insert(permissions, '$[#]', 'hmi_push')
    WHERE EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'hmi_edit');

-- What was done with keys and to them.
CREATE TABLE audit (
    no INTEGER PRIMARY KEY,
    org TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,       -- a key's id, or 'owner'
    action TEXT NOT NULL,      -- a stable code
    subject TEXT NOT NULL,     -- the id of a project or a key
    detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_org ON audit (org, no);
",
    "
ALTER TABLE streams DROP COLUMN pace;
ALTER TABLE streams ADD COLUMN skew_ms INTEGER; -- this clock less the bridge's
",
    "
-- Each behind its checksum.
ALTER TABLE recent RENAME COLUMN entries TO sealed;
ALTER TABLE history RENAME COLUMN entries TO sealed;
",
    "
CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    org TEXT NOT NULL,
    project INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT,
    owner TEXT NOT NULL,       -- the id of a key or a token
    created_at INTEGER NOT NULL,
    last_turn_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversations_by_age ON conversations (last_turn_at);

CREATE TABLE turns (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation TEXT NOT NULL,
    version TEXT NOT NULL,
    prompt TEXT NOT NULL,
    write TEXT NOT NULL,       -- JSON: caller, endpoint and idempotency key
    state TEXT NOT NULL,
    outcome TEXT,              -- JSON
    memory TEXT,               -- JSON: what the next question may refer to
    created_at INTEGER NOT NULL,
    ended_at INTEGER           -- NULL: it runs
) STRICT;
CREATE INDEX turns_by_conversation ON turns (conversation, no);
CREATE INDEX turns_by_write ON turns (write);
CREATE INDEX turns_by_end ON turns (ended_at);

CREATE TABLE turn_events (
    turn TEXT NOT NULL,
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    data TEXT NOT NULL,        -- JSON
    PRIMARY KEY (turn, number)
) STRICT, WITHOUT ROWID;

-- What was used, one row for each accepted piece of work.
CREATE TABLE uses (
    no INTEGER PRIMARY KEY,
    org TEXT NOT NULL,
    caller TEXT NOT NULL,
    project TEXT NOT NULL,
    kind TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX uses_by_org ON uses (org, no);
",
    "
ALTER TABLE sessions ADD COLUMN device_name TEXT; -- what people call it
ALTER TABLE streams ADD COLUMN run TEXT; -- the run of the bridge's program that pushed it last

-- What of them is still to be swept, by the number that they had.
CREATE TABLE deleted_projects (project INTEGER PRIMARY KEY) STRICT;
",
];

/// The version that gave the history pieces instead of rows.
const PIECES: usize = 4;
/// The version that keeps files outside the rows.
const FILES: usize = 5;

/// The version whose pieces have checksums.
const SEALED: usize = 9;

/// The version of the tables that this program reads and writes.
pub(super) const VERSION: i64 = STEPS.len().cast_signed() as i64;

/// The version that the file is of; 0: it is new.
pub(super) fn found(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings the file up to [`VERSION`] in one transaction, and says which version it is then: a
/// higher one is a newer program's file, which is left as it is.
pub(super) fn migrate(connection: &mut Connection, files: &Files) -> Result<i64, StoreError> {
    let found = found(connection)?;
    if (1..VERSION).contains(&found) {
        event!(info, Logged::BroughtUpToDate, found, to = VERSION);
    }
    bring_to(connection, files, VERSION)
}

/// Brings the file up to a version; a higher one stays.
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
                history::take_over(&transaction)?;
                transaction.execute_batch("DROP TABLE history_rows")?;
            }
            FILES => move_files_out(&transaction, files)?,
            SEALED => history::seal_all(&transaction)?,
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

/// The version that most of these statements make tables of, and whether it is all that it has.
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

/// Whether a file that says that it is of this version has not all that this version makes.
pub(super) fn is_incomplete(db: &Connection) -> Result<bool, StoreError> {
    if found(db)? != VERSION {
        return Ok(false);
    }
    let mut sound = Connection::open_in_memory()?;
    bring_to(&mut sound, &Files::in_folder(Path::new("")), VERSION)?;
    Ok(!made_by(&sound)?.is_subset(&made_by(db)?))
}

/// The statements that made a file's tables and indexes.
pub(super) fn made_by(db: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let mut made = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    made.query_map([], |row| row.get(0))?.collect()
}

/// What was moved when this fails is moved again, and is the same.
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
    use crate::FileHash;

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
            let shown = history::newest(&db, 7, name, 600).unwrap();
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

//! The tables, and how a file of an older version becomes one of this version.

use rusqlite::{Connection, TransactionBehavior};

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
];

/// The version of the tables that this program reads and writes.
pub(super) const VERSION: i64 = STEPS.len().cast_signed() as i64;

/// Brings the file up to [`VERSION`] in one transaction, and says which version it is then: a
/// higher one is a newer program's file, which is left as it is.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(found).unwrap_or(usize::MAX);
    for step in STEPS.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    let now = found.max(VERSION);
    if now != found {
        transaction.pragma_update(None, "user_version", now)?;
    }
    transaction.commit()?;
    Ok(now)
}

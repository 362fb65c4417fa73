//! Streams: which sequences of each are stored, and what its newest snapshot was.

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use tagbridge_api::{Timestamp, hmi::Controller};
use uuid::Uuid;

use super::{json, projects::ProjectNo, timestamp, to_json};
use crate::{pace::Pace, ranges::Ranges};

/// A stream's number within this file; a newer stream has a higher one.
pub(super) type StreamNo = i64;

/// One outbox file's snapshots.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) no: StreamNo,
    pub(super) id: Uuid,
    pub(super) last_push_at: Timestamp,
    pub(super) pace: Pace,
    /// When a snapshot older than the newest run of sequences last arrived.
    pub(super) backlog_at: Option<Timestamp>,
    /// The sequence of the newest complete snapshot; 0: none yet.
    pub(super) base: u64,
    pub(super) head: Option<Head>,
}

/// A stream's newest snapshot: the one with the highest sequence, whatever its time says, for a
/// bridge's clock may be set, its count only rises.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) sequence: u64,
    pub(super) timestamp: Timestamp,
    pub(super) controller: Controller,
}

impl Stream {
    /// Whether it was pushed within its time to live.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        self.pace.is_live(self.last_push_at, now)
    }

    /// Whether its time to live was over by then.
    pub(super) fn fell_silent_before(&self, then: Timestamp) -> bool {
        then > self.last_push_at && !self.is_live(then)
    }
}

const COLUMNS: &str = "no, stream_id, last_push_at, pace, backlog_at, base, head, interval_ms";

/// The stream with this id.
pub(super) fn find(
    db: &Connection,
    project: ProjectNo,
    id: Uuid,
) -> rusqlite::Result<Option<Stream>> {
    db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM streams WHERE project = ?1 AND stream_id = ?2"
    ))?
    .query_row(params![project, id.to_string()], stream)
    .optional()
}

/// The stream with this number.
pub(super) fn load(db: &Connection, no: StreamNo) -> rusqlite::Result<Stream> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM streams WHERE no = ?1"))?
        .query_row([no], stream)
}

/// A stream that is seen for the first time.
pub(super) fn create(
    db: &Connection,
    project: ProjectNo,
    id: Uuid,
    now: Timestamp,
) -> rusqlite::Result<Stream> {
    let pace = Pace::default();
    db.prepare_cached(
        "INSERT INTO streams (project, stream_id, last_push_at, pace, base)
         VALUES (?1, ?2, ?3, ?4, 0)",
    )?
    .execute(params![project, id.to_string(), now.as_millis(), to_json(&pace)?])?;
    let no = db.last_insert_rowid();
    Ok(Stream { no, id, last_push_at: now, pace, backlog_at: None, base: 0, head: None })
}

/// Writes what a push changed.
pub(super) fn save(db: &Connection, stream: &Stream) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE streams SET last_push_at = ?2, pace = ?3, backlog_at = ?4, base = ?5, head = ?6,
             interval_ms = ?7
         WHERE no = ?1",
    )?
    .execute(params![
        stream.no,
        stream.last_push_at.as_millis(),
        to_json(&stream.pace)?,
        stream.backlog_at.map(Timestamp::as_millis),
        stream.base.cast_signed(),
        stream.head.as_ref().map(to_json).transpose()?,
        stream.pace.meant(),
    ])?;
    Ok(())
}

/// Which sequences are stored.
pub(super) fn stored(db: &Connection, stream: StreamNo) -> rusqlite::Result<Ranges> {
    db.prepare_cached("SELECT first, last FROM stored WHERE stream = ?1")?
        .query_map([stream], |row| {
            Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, i64>(1)?.cast_unsigned()))
        })?
        .collect()
}

/// Writes the runs that changed.
pub(super) fn save_stored(
    db: &Connection,
    stream: StreamNo,
    before: &Ranges,
    after: &Ranges,
) -> rusqlite::Result<()> {
    let mut delete = db.prepare_cached("DELETE FROM stored WHERE stream = ?1 AND first = ?2")?;
    for run in before.runs().filter(|&run| !after.has_run(run)) {
        delete.execute(params![stream, run.0.cast_signed()])?;
    }
    let mut insert =
        db.prepare_cached("INSERT INTO stored (stream, first, last) VALUES (?1, ?2, ?3)")?;
    for run in after.runs().filter(|&run| !before.has_run(run)) {
        insert.execute(params![stream, run.0.cast_signed(), run.1.cast_signed()])?;
    }
    Ok(())
}

fn stream(row: &rusqlite::Row<'_>) -> rusqlite::Result<Stream> {
    let id: String = row.get(1)?;
    let is_null = |column| row.get_ref(column).map(|it| it == rusqlite::types::ValueRef::Null);
    Ok(Stream {
        no: row.get(0)?,
        id: id.parse().map_err(|error: uuid::Error| {
            rusqlite::Error::FromSqlConversionFailure(1, rusqlite::types::Type::Text, error.into())
        })?,
        last_push_at: timestamp(row, 2)?,
        pace: json::<Pace>(row, 3)?.meaning(row.get(7)?),
        backlog_at: if is_null(4)? { None } else { Some(timestamp(row, 4)?) },
        base: row.get::<_, i64>(5)?.cast_unsigned(),
        head: if is_null(6)? { None } else { Some(json(row, 6)?) },
    })
}

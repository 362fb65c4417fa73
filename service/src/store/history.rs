//! What each tag was: one entry for each stored snapshot that carried it.

use std::{collections::HashMap, time::Duration};

use rusqlite::{Connection, params};
use tagbridge_api::{
    Timestamp,
    hmi::{
        TagValue,
        history::{History, HistoryEntry},
        push::Snapshot,
    },
    limits,
};

use super::{ProjectRef, json, streams::StreamNo, tags::TagNo, to_json};

/// A tag's entries are cut back to what must be kept when there are twice as many: each entry
/// then costs the same however long the history is.
const TRIM_AT: u32 = 2 * limits::HISTORY_MAX;
/// A snapshot from further ahead than this is from a clock that is wrong.
const AHEAD: Duration = Duration::from_hours(1);

/// The newest `limit` entries of a tag, most recent first.
pub(crate) fn history(
    db: &Connection,
    project: &ProjectRef,
    tag: String,
    limit: u32,
) -> rusqlite::Result<History> {
    let mut history: Vec<HistoryEntry> = db
        .prepare_cached(
            "SELECT value, sequence FROM history
             WHERE tag = (SELECT no FROM tags WHERE project = ?1 AND name = ?2)
             ORDER BY at DESC, sequence DESC LIMIT ?3",
        )?
        .query_map(params![project.no, tag, limit], |row| {
            let value: TagValue = json(row, 0)?;
            Ok(HistoryEntry {
                value: value.value,
                timestamp: value.timestamp,
                sequence: row.get::<_, i64>(1)?.cast_unsigned(),
                quality: Some(value.quality),
                reason: value.reason,
            })
        })?
        .collect::<Result<_, _>>()?;
    history.sort_by_key(|it| std::cmp::Reverse((it.timestamp, it.sequence)));
    Ok(History {
        project_id: project.id.clone(),
        tag,
        count: u32::try_from(history.len()).unwrap_or(u32::MAX),
        history,
    })
}

/// Adds the snapshots' tags, and forgets what is older than must be kept.
pub(super) fn append(
    db: &Connection,
    stream: StreamNo,
    snapshots: &[&Snapshot],
    tags: &HashMap<&str, TagNo>,
    now: Timestamp,
) -> rusqlite::Result<()> {
    let mut insert = db.prepare_cached(
        "INSERT INTO history (tag, at, sequence, stream, value) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let mut added: HashMap<TagNo, u32> = HashMap::with_capacity(tags.len());
    for snapshot in snapshots {
        let at = plausible(snapshot.timestamp, now).as_millis();
        for (name, value) in &snapshot.tags {
            let tag = tags[name.as_str()];
            let sequence = snapshot.sequence.cast_signed();
            insert.execute(params![tag, at, sequence, stream, to_json(value)?])?;
            *added.entry(tag).or_default() += 1;
        }
    }
    for (tag, count) in added {
        grow(db, tag, count)?;
    }
    Ok(())
}

/// The time that decides which entries are the newest, and so are kept: the scan's own, unless it
/// cannot be true, then that of arrival. Otherwise the entries of a bridge whose clock was once
/// years ahead would push out all that come after it was set right.
fn plausible(timestamp: Timestamp, now: Timestamp) -> Timestamp {
    let ahead = timestamp.get().duration_since(now.get());
    if ahead.as_millis() > i128::try_from(AHEAD.as_millis()).unwrap_or(i128::MAX) {
        now
    } else {
        timestamp
    }
}

fn grow(db: &Connection, tag: TagNo, added: u32) -> rusqlite::Result<()> {
    let count: u32 = db
        .prepare_cached(
            "UPDATE tags SET history_count = history_count + ?2 WHERE no = ?1
             RETURNING history_count",
        )?
        .query_row(params![tag, added], |row| row.get(0))?;
    if count < TRIM_AT {
        return Ok(());
    }
    db.prepare_cached(
        "DELETE FROM history WHERE tag = ?1 AND (at, sequence, stream) < (
             SELECT at, sequence, stream FROM history WHERE tag = ?1
             ORDER BY at DESC, sequence DESC, stream DESC LIMIT 1 OFFSET ?2)",
    )?
    .execute(params![tag, limits::HISTORY_MAX - 1])?;
    db.prepare_cached("UPDATE tags SET history_count = ?2 WHERE no = ?1")?
        .execute(params![tag, limits::HISTORY_MAX])?;
    Ok(())
}

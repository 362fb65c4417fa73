//! The live view: what each tag of a stream is at the stream's newest snapshot.
//!
//! Each tag keeps the value of the highest sequence that carried it; a complete snapshot drops the
//! tags that were carried before it and not by it. Neither depends on the order of arrival, so a
//! backlog that comes late, twice or shuffled ends in the same view. What is missing decides what
//! may be claimed: a tag carried before a hole may have changed in the hole, and is shown as
//! `uncertain`, `stale` until the hole is filled or a complete snapshot comes.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, Reason, TagValue, Tags, live::LiveValues, push::Snapshot},
};

use super::{
    ProjectRef, json,
    projects::ProjectNo,
    sessions::{self, Session},
    streams::{self, Stream},
    tags::{Numbered, TagNo},
    to_json,
};
use crate::ranges::Ranges;

/// Tags that no complete snapshot listed yet stand behind those that one did.
const UNLISTED: i64 = 1 << 32;
/// How long after its last push a stream's values are kept when another one begins: a day.
const REMEMBERED_MS: i64 = 24 * 60 * 60 * 1000;

/// What is known of a project's tags now.
pub(crate) fn live_values(
    db: &Connection,
    project: &ProjectRef,
    now: Timestamp,
) -> rusqlite::Result<LiveValues> {
    let mut values = LiveValues {
        project_id: project.id.clone(),
        live: false,
        message: None,
        device_id: None,
        timestamp: None,
        controller: None,
        sequence: None,
        tags: Tags::new(),
        stream_id: None,
        last_push_at: None,
        gaps: Vec::new(),
        late: false,
    };
    let Some(session) = sessions::load(db, project.no)? else {
        values.message = Some("no companion app has streamed this project yet".to_owned());
        return Ok(values);
    };
    let stream = &session.stream;
    let stored = streams::stored(db, stream.no)?;
    values.live = session.is_live(now);
    values.stream_id = Some(stream.id);
    values.last_push_at = Some(stream.last_push_at);
    values.gaps = stored.gaps();
    values.late = values.live
        && !values.gaps.is_empty()
        && stream.backlog_at.is_some_and(|at| stream.pace.is_live(at, now));
    if values.live {
        values.tags = tags(db, stream, &stored)?;
        if let Some(head) = stream.head.clone() {
            values.timestamp = Some(head.timestamp);
            values.controller = Some(head.controller);
            values.sequence = Some(head.sequence);
        }
    } else {
        values.message = Some(why_not_live(&session));
    }
    values.device_id = Some(session.device_id);
    Ok(values)
}

/// Drops what is kept of streams that have been silent for long. Should such a one come back, its
/// next complete snapshot brings all tags again.
pub(super) fn forget(db: &Connection, project: ProjectNo, now: Timestamp) -> rusqlite::Result<()> {
    db.prepare_cached(
        "DELETE FROM live WHERE stream IN
             (SELECT no FROM streams WHERE project = ?1 AND last_push_at < ?2)",
    )?
    .execute(params![project, now.as_millis().saturating_sub(REMEMBERED_MS)])?;
    Ok(())
}

/// Merges snapshots that were not stored before, lowest sequence first.
pub(super) fn merge(
    db: &Connection,
    stream: &mut Stream,
    snapshots: &[Numbered<'_>],
) -> rusqlite::Result<()> {
    let base = stream.base;
    let complete =
        snapshots.iter().rev().find(|it| it.snapshot.complete && it.snapshot.sequence > base);
    if let Some(complete) = complete {
        stream.base = complete.snapshot.sequence;
        db.prepare_cached("DELETE FROM live WHERE stream = ?1 AND sequence < ?2")?
            .execute(params![stream.no, stream.base.cast_signed()])?;
    }
    let mut upsert = db.prepare_cached(
        "INSERT INTO live (stream, tag, position, sequence, value)
         VALUES (?1, ?2, coalesce(?3, ?4), ?5, ?6)
         ON CONFLICT DO UPDATE SET
             position = coalesce(?3, position),
             value = iif(?5 > sequence, ?6, value),
             sequence = max(?5, sequence)",
    )?;
    let listed: HashMap<TagNo, i64> =
        complete.iter().flat_map(|it| it.numbers.iter().copied().zip(0..)).collect();
    let mut newest: HashMap<TagNo, (&Snapshot, i64, &TagValue)> = HashMap::new();
    for Numbered { snapshot, numbers } in snapshots.iter().rev() {
        if snapshot.sequence < stream.base {
            break;
        }
        for (position, (&tag, value)) in (0..).zip(numbers.iter().zip(snapshot.tags.values())) {
            newest.entry(tag).or_insert((snapshot, position, value));
        }
    }
    // In the order of the table, so that each page of it is changed once.
    let mut newest: Vec<_> = newest.into_iter().collect();
    newest.sort_unstable_by_key(|&(tag, _)| tag);
    for (tag, (snapshot, position, value)) in newest {
        upsert.execute(params![
            stream.no,
            tag,
            listed.get(&tag),
            UNLISTED + position,
            snapshot.sequence.cast_signed(),
            to_json(value)?,
        ])?;
    }
    Ok(())
}

/// The tags as they may be claimed, in the order of the session's list.
fn tags(db: &Connection, stream: &Stream, stored: &Ranges) -> rusqlite::Result<Tags> {
    let mut statement = db.prepare_cached(
        "SELECT tags.name, live.sequence, live.value FROM live JOIN tags ON tags.no = live.tag
         WHERE live.stream = ?1 ORDER BY live.position, tags.name",
    )?;
    let mut rows = statement.query([stream.no])?;
    let (known_since, _) = stored.newest().unwrap_or_default();
    let mut tags = Tags::new();
    while let Some(row) = rows.next()? {
        let mut value: TagValue = json(row, 2)?;
        let carried = row.get::<_, i64>(1)?.cast_unsigned();
        if carried < known_since && value.quality != Quality::Bad {
            value.quality = Quality::Uncertain;
            value.reason = Some(Reason::Stale);
        }
        tags.insert(row.get(0)?, value);
    }
    Ok(tags)
}

fn why_not_live(session: &Session) -> String {
    let Session { device_id, stream, ended } = session;
    let last = stream.last_push_at;
    if *ended {
        format!(
            "no companion app is streaming this project: device {device_id} ended its session at {last}"
        )
    } else {
        format!(
            "no companion app is streaming this project: device {device_id} was last heard of at {last}"
        )
    }
}

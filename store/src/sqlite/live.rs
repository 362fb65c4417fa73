//! The live view: what each tag of a stream is at the stream's newest snapshot.
//!
//! Each tag keeps the value of the highest sequence that carried it; a complete snapshot drops the
//! tags that were carried before it and not by it.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use tagbridge_api::{
    Timestamp,
    hmi::{TagValue, history::HistoryEntry, push::Snapshot},
};

use super::{
    SqliteTransaction,
    column::{json, to_json},
    history,
    tags::{self, Numbered, TagNo},
};
use crate::{LiveTag, ProjectRef, StoreError, Stream, StreamNo, Values};

/// Tags that no complete snapshot listed yet stand behind those that one did.
const UNLISTED: i64 = 1 << 32;

impl Values for SqliteTransaction<'_> {
    fn add_snapshots(
        &self,
        project: &ProjectRef,
        stream: &Stream,
        snapshots: &[&Snapshot],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let snapshots = tags::number(self.0, project.no, snapshots)?;
        history::append(self.0, project.no, stream.no, &snapshots, now)?;
        merge(self.0, stream, &snapshots)?;
        Ok(())
    }

    fn live(&self, stream: StreamNo) -> Result<Vec<LiveTag>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT tags.name, live.sequence, live.value FROM live
             JOIN tags ON tags.no = live.tag
             WHERE live.stream = ?1 ORDER BY live.position, tags.name",
        )?;
        let tags = statement.query_map([stream], |row| {
            let sequence = row.get::<_, i64>(1)?.cast_unsigned();
            Ok(LiveTag { name: row.get(0)?, sequence, value: json(row, 2)? })
        })?;
        Ok(tags.collect::<Result<_, _>>()?)
    }

    fn forget_live(&self, project: &ProjectRef, before: Timestamp) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "DELETE FROM live WHERE stream IN
                     (SELECT no FROM streams WHERE project = ?1 AND last_push_at < ?2)",
            )?
            .execute(params![project.no, before.as_millis()])?;
        Ok(())
    }

    fn history(
        &self,
        project: &ProjectRef,
        tag: &str,
        limit: u32,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        Ok(history::newest(self.0, project.no, tag, limit)?)
    }
}

fn merge(db: &Connection, stream: &Stream, snapshots: &[Numbered<'_>]) -> rusqlite::Result<()> {
    let complete =
        snapshots.iter().find(|it| it.snapshot.complete && it.snapshot.sequence == stream.base);
    if complete.is_some() {
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

//! Parts of snapshots.

use rusqlite::params;
use tagbridge_api::{
    Timestamp,
    hmi::{Tags, push::Snapshot},
};
use uuid::Uuid;

use super::{
    Transaction,
    column::{json, to_json},
};
use crate::{ProjectRef, StoreError};

impl Transaction<'_> {
    /// Stores a part of a stream's snapshot, and deletes parts of the stream's other snapshots.
    /// Returns the contents of all parts if the last one is there, and then deletes them.
    pub fn keep_part(
        &self,
        project: &ProjectRef,
        stream: Uuid,
        part: &Snapshot,
        now: Timestamp,
    ) -> Result<Option<Tags>, StoreError> {
        let (stream, sequence) = (stream.to_string(), part.sequence.cast_signed());
        let (number, parts) = (part.part.unwrap_or(1), part.parts.unwrap_or(1));
        self.0.execute(
            "DELETE FROM parts WHERE project = ?1 AND stream_id = ?2
             AND (sequence <> ?3 OR parts <> ?4)",
            params![project.no, stream, sequence, parts],
        )?;
        self.0.execute(
            "INSERT INTO parts (project, stream_id, sequence, part, parts, heard_at, tags)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (project, stream_id, part) DO UPDATE SET tags = ?7",
            params![
                project.no,
                stream,
                sequence,
                number,
                parts,
                now.as_millis(),
                to_json(&part.tags)?
            ],
        )?;
        self.0.execute(
            "UPDATE parts SET heard_at = ?3 WHERE project = ?1 AND stream_id = ?2",
            params![project.no, stream, now.as_millis()],
        )?;
        let count: u32 = self.0.query_row(
            "SELECT count(*) FROM parts WHERE project = ?1 AND stream_id = ?2",
            params![project.no, stream],
            |row| row.get(0),
        )?;
        if count < parts {
            return Ok(None);
        }
        let mut statement = self.0.prepare_cached(
            "SELECT tags FROM parts WHERE project = ?1 AND stream_id = ?2 ORDER BY part",
        )?;
        let all = statement.query_map(params![project.no, stream], |row| json::<Tags>(row, 0))?;
        let mut whole = Tags::default();
        for tags in all {
            whole.extend(tags?);
        }
        self.0.execute(
            "DELETE FROM parts WHERE project = ?1 AND stream_id = ?2",
            params![project.no, stream],
        )?;
        Ok(Some(whole))
    }

    /// Deletes the parts of streams without a new part since `before`, or with times after `now` (a
    /// clock that was changed since). Of the rest it deletes the oldest until at most `most` parts
    /// are left.
    pub fn forget_parts(
        &self,
        before: Timestamp,
        now: Timestamp,
        most: u32,
    ) -> Result<(), StoreError> {
        self.0.execute(
            "DELETE FROM parts WHERE heard_at <= ?1 OR heard_at > ?2",
            [before.as_millis(), now.as_millis()],
        )?;
        loop {
            let (count, streams): (u32, u32) = self.0.query_row(
                "SELECT (SELECT count(*) FROM parts),
                     (SELECT count(*) FROM
                         (SELECT DISTINCT project, stream_id FROM parts) AS streams)",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            if count <= most || streams < 2 {
                return Ok(());
            }
            self.0.execute(
                "DELETE FROM parts WHERE (project, stream_id) =
                     (SELECT project, stream_id FROM parts
                      ORDER BY heard_at, project, stream_id LIMIT 1)",
                [],
            )?;
        }
    }
}

//! The single row with the stream, the project and the counters of the file.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::{
    file::Trouble,
    sql::{signed, unsigned},
};

/// The row, which is stored with a checksum, because SQLite does not detect a flipped bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stream {
    pub(super) id: Uuid,
    pub(super) project: String,
    /// The number of the next row.
    pub(super) next: u64,
    /// Number of snapshots that were removed undelivered.
    pub(super) lost: u64,
    /// A row's number less its sequence. A new stream does not renumber the rows.
    pub(super) shift: u64,
    /// No row from this one on was ever sent; `None`: any row may have been sent.
    pub(super) unsent_from: Option<u64>,
    /// When the newest row was stored, by the file's own clock, in milliseconds.
    pub(super) running_ms: i64,
    /// Number of stored snapshots.
    pub(super) depth: u64,
}

impl Stream {
    pub(super) fn new(project: &str) -> Self {
        Self {
            id: Uuid::new_v4(),
            project: project.to_owned(),
            next: 1,
            lost: 0,
            shift: 0,
            unsent_from: None,
            running_ms: 0,
            depth: 0,
        }
    }

    /// Reads the row.
    pub(super) fn read(db: &Connection) -> Result<Self, Trouble> {
        let (stream, sum) = db.query_row("SELECT * FROM stream", [], |row| {
            let columns: [rusqlite::types::Value; 9] = [
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
                row.get(5)?,
                row.get(6)?,
                row.get(7)?,
                row.get(8)?,
                row.get(9)?,
            ];
            Ok((Self::of(&columns[..8]), columns[8].clone()))
        })?;
        let damaged = || Trouble::Damaged("its stream's row contradicts its checksum".into());
        let stream = stream.ok_or_else(damaged)?;
        if sum != rusqlite::types::Value::Integer(stream.sum().into()) {
            return Err(damaged());
        }
        Ok(stream)
    }

    /// Parses the columns from `stream_id` to `depth`.
    pub(super) fn of(columns: &[rusqlite::types::Value]) -> Option<Self> {
        use rusqlite::types::Value::{Integer, Null, Text};
        let [
            Text(id),
            Text(project),
            Integer(next),
            Integer(lost),
            Integer(shift),
            unsent,
            Integer(running_ms),
            Integer(depth),
        ] = columns
        else {
            return None;
        };
        let number = |it: i64| u64::try_from(it).ok();
        Some(Self {
            id: id.parse().ok()?,
            project: project.clone(),
            next: number(*next)?,
            lost: number(*lost)?,
            shift: number(*shift)?,
            unsent_from: match unsent {
                Null => None,
                Integer(it) => Some(number(*it)?),
                _ => return None,
            },
            running_ms: *running_ms,
            depth: number(*depth)?,
        })
    }

    /// Writes the row.
    pub(super) fn write(&self, db: &Connection) -> rusqlite::Result<()> {
        db.prepare_cached(
            "INSERT OR REPLACE INTO stream VALUES (0, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            self.id.to_string(),
            self.project,
            signed(self.next),
            signed(self.lost),
            signed(self.shift),
            self.unsent_from.map(signed),
            self.running_ms,
            signed(self.depth),
            self.sum(),
        ])?;
        Ok(())
    }

    /// The sequence of a row.
    pub(super) fn sequence(&self, row: u64) -> u64 {
        row.saturating_sub(self.shift)
    }

    pub(super) fn sum(&self) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        sum.update(self.id.as_bytes());
        sum.update(self.project.as_bytes());
        let unsent_from = self.unsent_from.map_or(u64::MAX, |it| unsigned(signed(it)));
        let running_ms = self.running_ms.cast_unsigned();
        for it in [self.next, self.lost, self.shift, unsent_from, running_ms, self.depth] {
            sum.update(&it.to_le_bytes());
        }
        sum.finalize()
    }
}

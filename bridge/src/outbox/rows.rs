//! The rows of stored snapshots: each has one snapshot, or several that have waited for a long time.

use std::collections::BTreeSet;

use rusqlite::{Connection, Transaction, params};

use super::{
    LossCause, block,
    body::{self, Head},
    loss::{self, RowRange},
    sql::{signed, unsigned},
};
use crate::packed_snapshot::PackedSnapshot;

/// Approximate size of a row in SQLite, without its body.
pub(super) const ROW_BYTES: u64 = 32;

/// A row as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) head: Head,
    /// Number of consecutive snapshots.
    pub(super) count: u64,
    pub(super) body: Vec<u8>,
}

impl Row {
    /// Returns the snapshots with their numbers, or why they cannot be read.
    pub(super) fn unpack(&self) -> Vec<(u64, Result<PackedSnapshot, String>)> {
        if self.count == 1 {
            return vec![(self.head.number, body::unpack(&self.head, &self.body))];
        }
        match block::unpack(&self.head, &self.body) {
            Ok(members) if members.len() as u64 == self.count => {
                members.into_iter().map(|it| (it.head.number, Ok(it.packed))).collect()
            }
            unread => {
                let why = unread.err().unwrap_or_else(|| "its count is another".to_owned());
                self.numbers().map(|it| (it, Err(why.clone()))).collect()
            }
        }
    }

    fn numbers(&self) -> std::ops::Range<u64> {
        self.head.number..self.head.number.saturating_add(self.count)
    }
}

/// Which of the oldest rows are deleted. Times are those of the file's own clock.
#[derive(Clone, Copy)]
pub(super) enum DeletionLimit {
    AppendedBefore(i64),
    Bytes(u64),
}

/// The result of deleting rows: freed entries and bytes.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct FreedSpace {
    pub(super) entries: u64,
    /// The snapshots among them that were not delivered.
    pub(super) lost: u64,
    pub(super) bytes: u64,
}

impl std::ops::AddAssign for FreedSpace {
    fn add_assign(&mut self, other: Self) {
        self.entries += other.entries;
        self.lost += other.lost;
        self.bytes += other.bytes;
    }
}

/// The size of a row with a body of this size.
pub(super) fn size(body: usize) -> u64 {
    body as u64 + ROW_BYTES
}

pub(super) fn insert(
    db: &Connection,
    head: &Head,
    count: u64,
    body: &[u8],
) -> rusqlite::Result<()> {
    let Head { number, appended_ms, json_bytes, running_ms } = *head;
    db.prepare_cached("INSERT OR REPLACE INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(
        params![signed(number), appended_ms, json_bytes, body, running_ms, signed(count)],
    )?;
    Ok(())
}

/// Returns the row with this number.
pub(super) fn with(db: &Connection, number: u64) -> rusqlite::Result<Option<Row>> {
    let mut statement = db.prepare_cached(SELECT_BLOCK)?;
    let mut rows = statement.query([signed(number)])?;
    let row = rows.next()?.map(read).transpose()?;
    Ok(row.filter(|it| it.numbers().contains(&number)))
}

/// As [`with`], if the row has several snapshots.
pub(super) fn block_of(db: &Connection, number: u64) -> rusqlite::Result<Option<Row>> {
    Ok(with(db, number)?.filter(|it| it.count > 1))
}

/// Returns the oldest rows with a single snapshot in this range.
pub(super) fn single_snapshot_rows(
    db: &Connection,
    range: std::ops::Range<u64>,
    most: usize,
) -> rusqlite::Result<Vec<Row>> {
    let mut statement = db.prepare_cached(SELECT_SINGLES)?;
    let most = signed(most as u64);
    let rows = statement.query_map([signed(range.start), signed(range.end), most], read)?;
    rows.collect()
}

/// Bytes in the file that deleted rows have left, and that new rows can use.
pub(super) fn free(db: &Connection) -> rusqlite::Result<u64> {
    let pages: i64 = db.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
    let page: i64 = db.pragma_query_value(None, "page_size", |row| row.get(0))?;
    Ok(unsigned(pages.saturating_mul(page)))
}

/// The number of the oldest row.
pub(super) fn oldest(db: &Connection) -> rusqlite::Result<Option<u64>> {
    db.prepare_cached("SELECT min(sequence) FROM entry")?
        .query_row([], |row| Ok(row.get::<_, Option<i64>>(0)?.map(unsigned)))
}

/// Passes all rows to `sink`, the oldest first.
pub(super) fn each<E: From<rusqlite::Error>>(
    db: &Connection,
    mut sink: impl FnMut(Row) -> Result<(), E>,
) -> Result<(), E> {
    let mut statement = db.prepare(SELECT)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        sink(read(row)?)?;
    }
    Ok(())
}

/// Returns the oldest rows, and whether further rows follow. The rows have at most this number of
/// snapshots, and at most this number of bytes of JSON, but there is at least one.
pub(super) fn first(
    db: &Connection,
    entries: usize,
    bytes: usize,
) -> rusqlite::Result<(Vec<Row>, bool)> {
    let mut statement = db.prepare_cached(SELECT)?;
    let mut rows = statement.query([])?;
    let (mut found, mut total, mut count) = (Vec::new(), 0_u64, 0_u64);
    while let Some(row) = rows.next()? {
        let row = read(row)?;
        total = total.saturating_add(unsigned(row.head.json_bytes));
        let full = count >= entries as u64 || total > bytes as u64;
        if full && !found.is_empty() {
            return Ok((found, true));
        }
        count += row.count;
        found.push(row);
    }
    Ok((found, false))
}

/// The numbers of the oldest rows that must be deleted.
pub(super) fn doomed(tx: &Transaction<'_>, doom: DeletionLimit) -> rusqlite::Result<Vec<u64>> {
    let mut statement = tx
        .prepare_cached("SELECT sequence, running_ms, length(body) FROM entry ORDER BY sequence")?;
    let mut rows = statement.query([])?;
    let (mut found, mut freed) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let goes = match doom {
            // A damaged time is no reason to delete a row.
            DeletionLimit::AppendedBefore(ms) => {
                row.get::<_, i64>(1)? < ms && is_whole(tx, row.get(0)?)?
            }
            DeletionLimit::Bytes(bytes) => freed < bytes,
        };
        if !goes {
            break;
        }
        freed += unsigned(row.get(2)?) + ROW_BYTES;
        found.push(unsigned(row.get(0)?));
    }
    Ok(found)
}

fn is_whole(tx: &Transaction<'_>, number: i64) -> rusqlite::Result<bool> {
    let row = tx.prepare_cached(SELECT_ONE)?.query_row([number], read)?;
    Ok(row.unpack().iter().all(|(_, it)| it.is_ok()))
}

/// Deletes rows, and records their snapshots that are not `delivered` as lost.
pub(super) fn remove(
    tx: &Transaction<'_>,
    numbers: &[u64],
    cause: LossCause,
    delivered: &mut BTreeSet<u64>,
) -> rusqlite::Result<FreedSpace> {
    let mut freed = FreedSpace::default();
    for &number in numbers {
        let Some((mut one, row)) = delete(tx, number)? else { continue };
        let times = if row.count > 1 { block::times(&row.head, &row.body) } else { None };
        for (place, number) in row.numbers().enumerate() {
            if delivered.remove(&number) {
                one.lost -= 1;
                continue;
            }
            let known = times.as_ref().and_then(|it| it.get(place));
            let at = known.map_or(row.head.appended_ms, |it| it.0);
            loss::add(tx, RowRange { first: number, last: number, from_ms: at, to_ms: at }, cause)?;
        }
        freed += one;
    }
    Ok(freed)
}

/// Deletes a row, and returns it with the freed size; `None`: there is no such row.
pub(super) fn delete(
    tx: &Transaction<'_>,
    number: u64,
) -> rusqlite::Result<Option<(FreedSpace, Row)>> {
    let mut statement = tx.prepare_cached(DELETE)?;
    let mut rows = statement.query([signed(number)])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let row = read(row)?;
    // SQLite completes the deletion when the statement has been stepped to its end.
    while rows.next()?.is_some() {}
    let freed = FreedSpace { entries: row.count, lost: row.count, bytes: size(row.body.len()) };
    Ok(Some((freed, row)))
}

const SELECT: &str = "SELECT sequence, appended_ms, json_bytes, running_ms, body, count
    FROM entry ORDER BY sequence";
const SELECT_ONE: &str = "SELECT sequence, appended_ms, json_bytes, running_ms, body, count
    FROM entry WHERE sequence = ?1";
const SELECT_BLOCK: &str = "SELECT sequence, appended_ms, json_bytes, running_ms, body, count
    FROM entry WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT 1";
const SELECT_SINGLES: &str = "SELECT sequence, appended_ms, json_bytes, running_ms, body, count
    FROM entry WHERE sequence >= ?1 AND sequence < ?2 AND count = 1 ORDER BY sequence LIMIT ?3";
const DELETE: &str = "DELETE FROM entry WHERE sequence = ?1
    RETURNING sequence, appended_ms, json_bytes, running_ms, body, count";

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let head = Head {
        number: unsigned(row.get(0)?),
        appended_ms: row.get(1)?,
        json_bytes: row.get(2)?,
        running_ms: row.get(3)?,
    };
    Ok(Row { head, body: row.get(4)?, count: unsigned(row.get(5)?) })
}

//! The rows that wait: one for each snapshot.

use rusqlite::{Connection, Transaction, params};

use super::{
    LossCause,
    body::{self, Head},
    loss::{self, Run},
    sql::{signed, unsigned},
};

/// What SQLite needs for a row besides its body, roughly.
pub(super) const ROW_BYTES: u64 = 32;

/// A row as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) head: Head,
    pub(super) body: Vec<u8>,
}

/// The oldest rows that have to go; times are the file's own.
#[derive(Clone, Copy)]
pub(super) enum Doom {
    AppendedBefore(i64),
    Bytes(u64),
}

/// What removing rows freed.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Freed {
    pub(super) entries: u64,
    pub(super) bytes: u64,
}

impl std::ops::AddAssign for Freed {
    fn add_assign(&mut self, other: Self) {
        self.entries += other.entries;
        self.bytes += other.bytes;
    }
}

/// What a row with such a body takes.
pub(super) fn size(body: usize) -> u64 {
    body as u64 + ROW_BYTES
}

pub(super) fn insert(db: &Connection, head: &Head, body: &[u8]) -> rusqlite::Result<()> {
    let Head { number, appended_ms, json_bytes, running_ms } = *head;
    db.prepare_cached("INSERT OR REPLACE INTO entry VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![signed(number), appended_ms, json_bytes, body, running_ms])?;
    Ok(())
}

/// Bytes in the file that removed rows have left, and others can take.
pub(super) fn free(db: &Connection) -> rusqlite::Result<u64> {
    let pages: i64 = db.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
    let page: i64 = db.pragma_query_value(None, "page_size", |row| row.get(0))?;
    Ok(unsigned(pages.saturating_mul(page)))
}

/// The number of the oldest.
pub(super) fn oldest(db: &Connection) -> rusqlite::Result<Option<u64>> {
    db.prepare_cached("SELECT min(sequence) FROM entry")?
        .query_row([], |row| Ok(row.get::<_, Option<i64>>(0)?.map(unsigned)))
}

/// Hands on all, the oldest first.
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

/// The oldest, and whether there are others behind them: so many, or so many bytes of JSON, but at
/// least one.
pub(super) fn first(
    db: &Connection,
    entries: usize,
    bytes: usize,
) -> rusqlite::Result<(Vec<Row>, bool)> {
    let mut statement = db.prepare_cached(SELECT)?;
    let mut rows = statement.query([])?;
    let (mut found, mut total) = (Vec::new(), 0_u64);
    while let Some(row) = rows.next()? {
        let row = read(row)?;
        total = total.saturating_add(unsigned(row.head.json_bytes));
        let full = found.len() >= entries || total > bytes as u64;
        if full && !found.is_empty() {
            return Ok((found, true));
        }
        found.push(row);
    }
    Ok((found, false))
}

/// The oldest that have to go.
pub(super) fn doomed(tx: &Transaction<'_>, doom: Doom) -> rusqlite::Result<Vec<u64>> {
    let mut statement = tx
        .prepare_cached("SELECT sequence, running_ms, length(body) FROM entry ORDER BY sequence")?;
    let mut rows = statement.query([])?;
    let (mut found, mut freed) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let goes = match doom {
            // A time that is damaged is no reason.
            Doom::AppendedBefore(ms) => row.get::<_, i64>(1)? < ms && is_whole(tx, row.get(0)?)?,
            Doom::Bytes(bytes) => freed < bytes,
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
    Ok(body::unpack(&row.head, &row.body).is_ok())
}

/// Deletes undelivered rows and notes them as lost.
pub(super) fn remove(
    tx: &Transaction<'_>,
    numbers: &[u64],
    cause: LossCause,
) -> rusqlite::Result<Freed> {
    let mut freed = Freed::default();
    for &number in numbers {
        let Some((one, appended_ms)) = delete(tx, number)? else { continue };
        freed += one;
        let run = Run { first: number, last: number, from_ms: appended_ms, to_ms: appended_ms };
        loss::add(tx, run, cause)?;
    }
    Ok(freed)
}

/// What it freed, and when it had been appended; `None`: there is no such row.
pub(super) fn delete(tx: &Transaction<'_>, number: u64) -> rusqlite::Result<Option<(Freed, i64)>> {
    let mut statement = tx.prepare_cached(
        "DELETE FROM entry WHERE sequence = ?1 RETURNING length(body), appended_ms",
    )?;
    let mut rows = statement.query([signed(number)])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let freed = Freed { entries: 1, bytes: unsigned(row.get(0)?) + ROW_BYTES };
    let found = (freed, row.get(1)?);
    // It is done when the statement has come to its end.
    while rows.next()?.is_some() {}
    Ok(Some(found))
}

const SELECT: &str =
    "SELECT sequence, appended_ms, json_bytes, running_ms, body FROM entry ORDER BY sequence";

const SELECT_ONE: &str =
    "SELECT sequence, appended_ms, json_bytes, running_ms, body FROM entry WHERE sequence = ?1";

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let head = Head {
        number: unsigned(row.get(0)?),
        appended_ms: row.get(1)?,
        json_bytes: row.get(2)?,
        running_ms: row.get(3)?,
    };
    Ok(Row { head, body: row.get(4)? })
}

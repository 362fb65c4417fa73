//! The ranges of lost snapshots: their sequences, the cause, and when they were scanned.

use rusqlite::{Connection, Transaction, params};
use tagbridge_api::{Timestamp, hmi::live::Gap};

use super::{
    Loss, LossCause,
    sql::{signed, unsigned},
};

/// Maximum number of ranges in the status.
const SHOWN: i64 = 100;

/// A range of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowRange {
    pub(super) first: u64,
    pub(super) last: u64,
    /// When the first and the last of them were stored, or should have been stored; 0: unknown.
    pub(super) from_ms: i64,
    pub(super) to_ms: i64,
}

impl RowRange {
    pub(super) fn len(&self) -> u64 {
        self.last - self.first + 1
    }

    pub(super) fn loss(&self, shift: u64, cause: LossCause) -> Loss {
        let time = |ms| Timestamp::from_millis(ms).filter(|_| ms > 0);
        let gap =
            Gap { from: self.first.saturating_sub(shift), to: self.last.saturating_sub(shift) };
        Loss { gap, cause, since: time(self.from_ms), until: time(self.to_ms) }
    }
}

/// Adds a range; joins it with the range before it if they are adjacent and have the same cause.
pub(super) fn add(tx: &Transaction<'_>, run: RowRange, cause: LossCause) -> rusqlite::Result<()> {
    let RowRange { first, last, from_ms, to_ms } = run;
    let joined = tx
        .prepare_cached("UPDATE loss SET last = ?2, to_ms = ?3 WHERE last = ?1 - 1 AND cause = ?4")?
        .execute(params![signed(first), signed(last), to_ms, cause.name()])?;
    if joined == 0 {
        tx.prepare_cached("INSERT OR REPLACE INTO loss VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![signed(first), signed(last), cause.name(), from_ms, to_ms])?;
    }
    Ok(())
}

/// Removes a row from its range of lost rows; returns whether it was in one.
pub(super) fn take_out(tx: &Transaction<'_>, row: u64) -> rusqlite::Result<bool> {
    type Columns = (i64, i64, String, Option<i64>, Option<i64>);
    let row = signed(row);
    let run: Option<Columns> = tx
        .prepare_cached("DELETE FROM loss WHERE first <= ?1 AND last >= ?1 RETURNING *")?
        .query_map([row], |it| Ok((it.get(0)?, it.get(1)?, it.get(2)?, it.get(3)?, it.get(4)?)))?
        .next()
        .transpose()?;
    let Some((first, last, cause, from_ms, to_ms)) = run else { return Ok(false) };
    for (first, last) in [(first, row - 1), (row + 1, last)] {
        if first <= last {
            tx.execute(
                "INSERT INTO loss VALUES (?1, ?2, ?3, ?4, ?5)",
                params![first, last, cause, from_ms, to_ms],
            )?;
        }
    }
    Ok(true)
}

/// The latest ranges of a stream.
pub(super) fn latest(db: &Connection, shift: u64) -> rusqlite::Result<Vec<Loss>> {
    let mut statement = db.prepare_cached(
        "SELECT first, last, coalesce(from_ms, 0), coalesce(to_ms, 0), cause FROM loss
         WHERE first > ?2 ORDER BY first DESC LIMIT ?1",
    )?;
    let losses = statement.query_map([SHOWN, signed(shift)], |row| {
        let (first, last) = (unsigned(row.get(0)?), unsigned(row.get(1)?));
        let run = RowRange { first, last, from_ms: row.get(2)?, to_ms: row.get(3)? };
        let cause = LossCause::from_name(&row.get::<_, String>(4)?);
        Ok(run.loss(shift, cause.unwrap_or(LossCause::Damaged)))
    })?;
    losses.collect()
}

impl LossCause {
    const ALL: [Self; 6] =
        [Self::Size, Self::Age, Self::Disk, Self::Damaged, Self::Rejected, Self::TooLarge];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Age => "age",
            Self::Disk => "disk",
            Self::Damaged => "damaged",
            Self::Rejected => "rejected",
            Self::TooLarge => "too_large",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

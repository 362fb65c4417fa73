//! The outbox's file: one SQLite database, one connection.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, Transaction, params};
use tagbridge_api::{Timestamp, hmi::live::Gap};
use uuid::Uuid;

use super::{
    Appended, Limits, Loss, LossCause, OutboxStatus, body,
    file::{self, Trouble},
    sql::{signed, unsigned, write},
};
use crate::{
    packed::{Packed, head},
    snapshot::Place,
};

/// What SQLite needs for a row besides its body, roughly.
const ROW_BYTES: u64 = 32;
/// When the size limit is passed, this part of it is freed at once: each drop costs a complete
/// snapshot, which should not be every one.
const FREED_AT_ONCE: u64 = 50;
/// Runs of lost sequences that the status names.
const LOSSES_SHOWN: i64 = 100;

pub(super) struct Store {
    db: Connection,
    limits: Limits,
    stream_id: Uuid,
    /// Rows are numbered on and on; a stream's sequences are their numbers less this.
    shift: u64,
    /// Of rows.
    unsent_from: Option<u64>,
    /// Of rows.
    next: u64,
    lost: u64,
    depth: u64,
    bytes: u64,
}

/// A row as it is stored.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) sequence: u64,
    /// The number that its body was packed with.
    pub(super) number: u64,
    pub(super) body: Vec<u8>,
}

/// When something is appended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// What the system's clock says, which a person may set.
    pub(super) wall_ms: i64,
    /// What the file's own clock says. Ages are taken by this one alone.
    pub(super) running_ms: i64,
}

impl Store {
    /// Opens the file, or makes it. A file that another project has left empty becomes this
    /// project's, with a stream of its own.
    pub(super) fn open(path: &Path, project: &str, limits: Limits) -> Result<Self, Trouble> {
        Self::over(file::open(path, project)?, limits)
    }

    /// Over a file that is open.
    pub(super) fn over(db: Connection, limits: Limits) -> Result<Self, Trouble> {
        let (stream_id, next, lost, shift, unsent_from): (String, i64, i64, i64, Option<i64>) = db
            .query_row(
                "SELECT stream_id, next_sequence, lost, shift, unsent_from FROM stream",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)),
            )?;
        let (depth, bytes, lowest, highest): (i64, i64, Option<i64>, Option<i64>) = db.query_row(
            "SELECT count(*), coalesce(sum(length(body)), 0), min(sequence), max(sequence) FROM entry",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )?;
        let stream_id =
            stream_id.parse().map_err(|_| Trouble::Damaged("its stream id is no UUID".into()))?;
        let numbered = lowest.is_none_or(|it| it > shift) && highest.is_none_or(|it| it < next);
        if shift < 0 || next <= shift || !numbered || lost < 0 {
            return Err(Trouble::Damaged("its counters contradict its rows".into()));
        }
        Ok(Self {
            db,
            limits,
            stream_id,
            shift: unsigned(shift),
            unsent_from: unsent_from.map(unsigned),
            next: unsigned(next),
            lost: unsigned(lost),
            depth: unsigned(depth),
            bytes: unsigned(bytes) + unsigned(depth) * ROW_BYTES,
        })
    }

    pub(super) fn stream_id(&self) -> Uuid {
        self.stream_id
    }

    /// The first sequence that this file never sent: the service has to be asked, before the first
    /// push, whether it has that one or later ones. `None`: it was asked, or cannot know them.
    pub(super) fn unsent_from(&self) -> Option<u64> {
        self.unsent_from.map(|it| it.saturating_sub(self.shift))
    }

    /// From now on sequences are sent.
    pub(super) fn begin_sending(&mut self) -> rusqlite::Result<()> {
        self.db.execute("UPDATE stream SET unsent_from = NULL", [])?;
        self.unsent_from = None;
        Ok(())
    }

    /// Lets what waits be the beginning of a new stream.
    pub(super) fn begin_stream(&mut self) -> rusqlite::Result<()> {
        let tx = write(&mut self.db)?;
        let oldest: Option<i64> =
            tx.query_row("SELECT min(sequence) FROM entry", [], |row| row.get(0))?;
        let shift = oldest.map_or(self.next, unsigned) - 1;
        let stream_id = Uuid::new_v4();
        tx.execute(
            "UPDATE stream SET stream_id = ?1, shift = ?2, unsent_from = NULL",
            params![stream_id.to_string(), signed(shift)],
        )?;
        tx.commit()?;
        (self.stream_id, self.shift, self.unsent_from) = (stream_id, shift, None);
        Ok(())
    }

    /// The file's own time when the newest entry was appended.
    pub(super) fn running_ms(&self) -> rusqlite::Result<i64> {
        self.db.query_row("SELECT coalesce(max(running_ms), 0) FROM entry", [], |row| row.get(0))
    }

    pub(super) fn append(&mut self, packed: &Packed, now: Moment) -> rusqlite::Result<Appended> {
        let number = self.next;
        let body = body::pack(number, packed);
        let json_bytes = head(number).len() + packed.length as usize;
        let cost = size(body.len());
        let too_old = now.running_ms.saturating_sub(millis(self.limits.max_age));
        let tx = write(&mut self.db)?;
        tx.prepare_cached("INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
            signed(number),
            now.wall_ms,
            i64::try_from(json_bytes).unwrap_or(i64::MAX),
            body,
            now.running_ms,
        ])?;
        let aged = doomed(&tx, number, Doom::AppendedBefore(too_old))?;
        let mut freed = remove(&tx, &aged, LossCause::Age)?;
        let total = (self.bytes + cost).saturating_sub(freed.bytes);
        if total > self.limits.max_bytes {
            let goal = self.limits.max_bytes - self.limits.max_bytes / FREED_AT_ONCE;
            let excess = doomed(&tx, number, Doom::Bytes(total - goal))?;
            freed += remove(&tx, &excess, LossCause::Size)?;
        }
        tx.prepare_cached("UPDATE stream SET next_sequence = ?1, lost = ?2")?
            .execute(params![signed(number + 1), signed(self.lost + freed.entries)])?;
        tx.commit()?;
        self.next += 1;
        self.lost += freed.entries;
        self.depth = (self.depth + 1).saturating_sub(freed.entries);
        self.bytes = (self.bytes + cost).saturating_sub(freed.bytes);
        Ok(Appended {
            place: Place { stream_id: self.stream_id, sequence: number - self.shift },
            bytes: json_bytes,
            dropped: freed.entries,
        })
    }

    /// Hands on all rows, the oldest first.
    pub(super) fn each<E: From<rusqlite::Error>>(
        &self,
        mut sink: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement =
            self.db.prepare("SELECT sequence, body FROM entry ORDER BY sequence")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let number = unsigned(row.get(0)?);
            let sequence = number.saturating_sub(self.shift);
            sink(Row { sequence, number, body: row.get(1)? })?;
        }
        Ok(())
    }

    /// The oldest rows, and whether there are others behind them.
    pub(super) fn oldest(
        &self,
        entries: usize,
        bytes: usize,
    ) -> rusqlite::Result<(Vec<Row>, bool)> {
        let mut statement = self
            .db
            .prepare_cached("SELECT sequence, json_bytes, body FROM entry ORDER BY sequence")?;
        let mut rows = statement.query([])?;
        let (mut found, mut total) = (Vec::new(), 0_u64);
        while let Some(row) = rows.next()? {
            total += unsigned(row.get(1)?);
            let full = found.len() >= entries || total > bytes as u64;
            if full && !found.is_empty() {
                return Ok((found, true));
            }
            let number = unsigned(row.get(0)?);
            let sequence = number.saturating_sub(self.shift);
            found.push(Row { sequence, number, body: row.get(2)? });
        }
        Ok((found, false))
    }

    /// Removes what was delivered. What had to go while it was under way is not lost after all.
    pub(super) fn settle(&mut self, sequences: &[u64]) -> rusqlite::Result<()> {
        let tx = write(&mut self.db)?;
        let (mut freed, mut found) = (Freed::default(), 0);
        for number in sequences.iter().map(|it| it + self.shift) {
            let one = delete(&tx, number)?;
            if one.entries == 0 && unlose(&tx, number)? {
                found += 1;
            }
            freed += one;
        }
        let lost = self.lost.saturating_sub(found);
        tx.execute("UPDATE stream SET lost = ?1", [signed(lost)])?;
        tx.commit()?;
        self.lost = lost;
        self.depth = self.depth.saturating_sub(freed.entries);
        self.bytes = self.bytes.saturating_sub(freed.bytes);
        Ok(())
    }

    /// Removes what will never be delivered, and counts it.
    pub(super) fn give_up(&mut self, sequences: &[u64], cause: LossCause) -> rusqlite::Result<()> {
        let numbers: Vec<u64> = sequences.iter().map(|it| it + self.shift).collect();
        let tx = write(&mut self.db)?;
        let freed = remove(&tx, &numbers, cause)?;
        tx.execute("UPDATE stream SET lost = ?1", [signed(self.lost + freed.entries)])?;
        tx.commit()?;
        self.lost += freed.entries;
        self.depth = self.depth.saturating_sub(freed.entries);
        self.bytes = self.bytes.saturating_sub(freed.bytes);
        Ok(())
    }

    pub(super) fn status(&self) -> rusqlite::Result<OutboxStatus> {
        let oldest: Option<i64> = self
            .db
            .prepare_cached("SELECT appended_ms FROM entry ORDER BY sequence LIMIT 1")?
            .query_map([], |row| row.get(0))?
            .next()
            .transpose()?;
        let losses = self
            .db
            .prepare_cached(
                "SELECT first - ?2, last - ?2, cause FROM loss WHERE first > ?2
                 ORDER BY first DESC LIMIT ?1",
            )?
            .query_map([LOSSES_SHOWN, signed(self.shift)], |row| {
                Ok(Loss {
                    gap: Gap { from: unsigned(row.get(0)?), to: unsigned(row.get(1)?) },
                    cause: LossCause::from_name(&row.get::<_, String>(2)?),
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(OutboxStatus {
            stream_id: self.stream_id,
            depth: self.depth,
            bytes: self.bytes,
            oldest: oldest.and_then(Timestamp::from_millis),
            next_sequence: self.next - self.shift,
            lost: self.lost,
            losses,
            set_aside: None,
            left_stream: None,
        })
    }

    #[cfg(test)]
    pub(super) fn execute(&self, sql: &str) -> rusqlite::Result<()> {
        self.db.execute_batch(sql)
    }
}

/// The oldest entries that have to go; times are the file's own.
#[derive(Clone, Copy)]
enum Doom {
    AppendedBefore(i64),
    Bytes(u64),
}

/// What removing rows freed.
#[derive(Debug, Default, Clone, Copy)]
struct Freed {
    entries: u64,
    bytes: u64,
}

impl std::ops::AddAssign for Freed {
    fn add_assign(&mut self, other: Self) {
        self.entries += other.entries;
        self.bytes += other.bytes;
    }
}

impl LossCause {
    const ALL: [Self; 5] = [Self::Size, Self::Age, Self::Damaged, Self::Rejected, Self::TooLarge];

    fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Age => "age",
            Self::Damaged => "damaged",
            Self::Rejected => "rejected",
            Self::TooLarge => "too_large",
        }
    }

    fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|it| it.name() == name).unwrap_or(Self::Damaged)
    }
}

fn doomed(tx: &Transaction<'_>, newest: u64, doom: Doom) -> rusqlite::Result<Vec<u64>> {
    let mut statement = tx.prepare_cached(
        "SELECT sequence, running_ms, length(body) FROM entry WHERE sequence < ?1 ORDER BY sequence",
    )?;
    let mut rows = statement.query([signed(newest)])?;
    let (mut found, mut freed) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let goes = match doom {
            Doom::AppendedBefore(ms) => row.get::<_, i64>(1)? < ms,
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

/// Deletes undelivered entries and notes them as lost, joining runs.
fn remove(tx: &Transaction<'_>, sequences: &[u64], cause: LossCause) -> rusqlite::Result<Freed> {
    let mut freed = Freed::default();
    for &sequence in sequences {
        let one = delete(tx, sequence)?;
        if one.entries == 0 {
            continue;
        }
        freed += one;
        let joined = tx
            .prepare_cached("UPDATE loss SET last = ?1 WHERE last = ?1 - 1 AND cause = ?2")?
            .execute(params![signed(sequence), cause.name()])?;
        if joined == 0 {
            tx.prepare_cached("INSERT INTO loss VALUES (?1, ?1, ?2)")?
                .execute(params![signed(sequence), cause.name()])?;
        }
    }
    Ok(freed)
}

/// Takes a sequence out of the run of lost ones that it is in; whether it was in any.
fn unlose(tx: &Transaction<'_>, sequence: u64) -> rusqlite::Result<bool> {
    let sequence = signed(sequence);
    let run: Option<(i64, i64, String)> = tx
        .prepare_cached("DELETE FROM loss WHERE first <= ?1 AND last >= ?1 RETURNING *")?
        .query_map([sequence], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .next()
        .transpose()?;
    let Some((first, last, cause)) = run else { return Ok(false) };
    for (first, last) in [(first, sequence - 1), (sequence + 1, last)] {
        if first <= last {
            tx.execute("INSERT INTO loss VALUES (?1, ?2, ?3)", params![first, last, cause])?;
        }
    }
    Ok(true)
}

fn delete(tx: &Transaction<'_>, sequence: u64) -> rusqlite::Result<Freed> {
    let mut statement =
        tx.prepare_cached("DELETE FROM entry WHERE sequence = ?1 RETURNING length(body)")?;
    let lengths = statement.query_map([signed(sequence)], |row| row.get::<_, i64>(0))?;
    let mut freed = Freed::default();
    for length in lengths {
        freed += Freed { entries: 1, bytes: unsigned(length?) + ROW_BYTES };
    }
    Ok(freed)
}

fn size(body: usize) -> u64 {
    body as u64 + ROW_BYTES
}

fn millis(it: Duration) -> i64 {
    i64::try_from(it.as_millis()).unwrap_or(i64::MAX)
}

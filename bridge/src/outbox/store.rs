//! The database of an outbox: one SQLite file, one connection.

use std::{collections::BTreeSet, path::Path};

use rusqlite::{Connection, Transaction, config::DbConfig};
use tagbridge_api::Timestamp;
use tagbridge_texts::Message;
use uuid::Uuid;

use super::{
    Appended, Limits, LossCause, OutboxStatus,
    body::{self, Head},
    clock::Moment,
    file::{self, Trouble},
    loss::{self, RowRange},
    mark_file::{MarkFile, MarkedState},
    older,
    rows::{self, DeletionLimit, FreedSpace, ROW_BYTES, Row},
    sql::{unsigned, write},
    stream::Stream,
};
use crate::{
    counted_noun::counted,
    log_message::{LogMessage, event},
    packed_snapshot::PackedSnapshot,
    snapshot::SnapshotPlace,
};

/// A full disk or outbox frees 1/n of the stored bytes at once. Otherwise each new snapshot would
/// have to delete another one.
const FREED_AT_ONCE: u64 = 50;
/// Bytes that a row may need in the file in addition to its own: pages of the tree.
const FREE_LEAST: u64 = 8192;

/// Number of rows, of snapshots in them, of their bytes, and the number after the last packed row.
const COUNTS: &str = "
    SELECT count(*), coalesce(sum(min(count, 1 << 32)), 0), coalesce(sum(length(body)), 0),
           coalesce(max(CASE WHEN count > 1 THEN sequence + count END), 0)
    FROM entry";

pub(super) struct Store {
    pub(super) db: Connection,
    limits: Limits,
    pub(super) now: Counters,
    /// `None` if the file is opened only for reading.
    mark: Option<MarkFile>,
}

/// The totals of the rows, and the stream.
#[derive(Debug, Clone)]
pub(super) struct Counters {
    pub(super) stream: Stream,
    /// Size of the rows.
    pub(super) bytes: u64,
    /// The delivered snapshots in packed rows. A restart forgets them, and sends them again; the
    /// service stores nothing twice.
    pub(super) delivered: BTreeSet<u64>,
    /// Rows below this number were already packed, or cannot be.
    pub(super) packed_below: u64,
    /// The snapshots after the newest row that were not stored because the disk was full. `stream`
    /// already counts them; the stream's row in the file counts them after the next snapshot is
    /// stored.
    unstored: Option<RowRange>,
    /// When the newest row was stored, in milliseconds since 1970.
    appended_ms: i64,
}

impl Counters {
    pub(super) fn freed(&mut self, freed: FreedSpace) {
        self.stream.depth = self.stream.depth.saturating_sub(freed.entries);
        self.bytes = self.bytes.saturating_sub(freed.bytes);
    }

    /// The stream's row as it is in the file.
    fn stored(&self) -> Stream {
        let unstored = self.unstored.map_or(0, |it| it.len());
        let mut stream = self.stream.clone();
        stream.next -= unstored;
        stream.lost = stream.lost.saturating_sub(unstored);
        stream
    }
}

impl Store {
    /// Opens or creates the file, and compares it with its mark. An empty file of another project
    /// gets a new stream of this project.
    pub(super) fn open(
        path: &Path,
        project: &str,
        limits: Limits,
        mark: MarkFile,
    ) -> Result<Self, Trouble> {
        let note = mark.note().cloned();
        let (db, is_new) = file::open(path, project, note.as_ref())?;
        let stream = Stream::read(&db)?;
        if let Some(note) = note.as_ref().filter(|it| it.stream_id == stream.id)
            && stream.next < note.stored
        {
            return Err(Trouble::Damaged(format!(
                "{} that were stored in it are missing at its end",
                counted(note.stored - stream.next, "snapshot")
            )));
        }
        let mut it = Self::over(db, stream, limits)?;
        it.now.stream = file::adopt(&mut it.db, it.now.stream, project, is_new)?;
        if let Some(note) = note.filter(|note| note.stream_id == it.now.stream.id) {
            it.now.appended_ms = note.appended_ms;
            // Only if the file does not know better.
            if let Some(run) = note.unstored().filter(|run| run.first == it.now.stream.next) {
                it.now.stream.next += run.len();
                it.now.stream.lost += run.len();
                it.now.unstored = Some(run);
            }
        }
        it.mark = Some(mark);
        it.save_mark()?;
        Ok(it)
    }

    /// Creates a store for an open file.
    pub(super) fn over(db: Connection, stream: Stream, limits: Limits) -> Result<Self, Trouble> {
        let [rows, depth, bytes, blocks_end] = db.query_row(COUNTS, [], |row| {
            let number = |at| Ok::<_, rusqlite::Error>(unsigned(row.get(at)?));
            Ok([number(0)?, number(1)?, number(2)?, number(3)?])
        })?;
        let (lowest, highest): (Option<i64>, Option<i64>) = db.query_row(
            "SELECT min(sequence), max(sequence + count - 1) FROM entry",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let numbered = lowest.is_none_or(|it| unsigned(it) > stream.shift)
            && highest.is_none_or(|it| unsigned(it) < stream.next);
        if stream.next <= stream.shift || !numbered || depth != stream.depth {
            return Err(Trouble::Damaged("its counters contradict its rows".into()));
        }
        let now = Counters {
            stream,
            bytes: bytes + rows * ROW_BYTES,
            delivered: BTreeSet::new(),
            packed_below: blocks_end.max(1),
            unstored: None,
            appended_ms: 0,
        };
        Ok(Self { db, limits, now, mark: None })
    }

    pub(super) fn stream_id(&self) -> Uuid {
        self.now.stream.id
    }

    /// The first sequence that this file never sent. Before the first push the bridge must ask the
    /// service whether it already has this sequence or later ones. `None`: it was asked, or cannot
    /// know them.
    pub(super) fn unsent_from(&self) -> Option<u64> {
        self.now.stream.unsent_from.map(|it| self.now.stream.sequence(it))
    }

    /// Records that sequences are sent from now on.
    pub(super) fn begin_sending(&mut self) -> rusqlite::Result<()> {
        self.change(|it, _tx| {
            it.stream.unsent_from = None;
            Ok(())
        })
    }

    /// Starts a new stream with the stored snapshots.
    pub(super) fn begin_stream(&mut self) -> rusqlite::Result<()> {
        self.change(|it, tx| {
            older::take_apart_delivered(it, tx)?;
            it.stream.shift = rows::oldest(tx)?.unwrap_or(it.stream.next) - 1;
            it.stream.id = Uuid::new_v4();
            it.stream.unsent_from = None;
            Ok(())
        })
    }

    /// The time of the newest entry, by the file's own clock.
    pub(super) fn running_ms(&self) -> i64 {
        self.now.stream.running_ms
    }

    /// Stores a snapshot with the next sequence. On a `full` disk the oldest snapshots are deleted for it.
    pub(super) fn append(
        &mut self,
        packed: &PackedSnapshot,
        now: Moment,
        full: bool,
    ) -> rusqlite::Result<Appended> {
        let number = self.now.stream.next;
        let at = Head::of(number, packed, now);
        let body = body::pack(&at, packed);
        let cost = rows::size(body.len());
        let (max_bytes, unstored) = (self.limits.max_bytes, self.now.unstored);
        let max_age = i64::try_from(self.limits.max_age.as_millis()).unwrap_or(i64::MAX);
        let too_old = now.running_ms.saturating_sub(max_age);
        let mut dropped = 0;
        self.change(|it, tx| {
            let mut freed = FreedSpace::default();
            let needed = cost * 2 + FREE_LEAST;
            if full && rows::free(tx)? < needed {
                // Their space in the file is used for the new snapshot, and for some further ones.
                let room = (it.bytes / FREED_AT_ONCE).max(needed);
                let doomed = rows::doomed(tx, DeletionLimit::Bytes(room))?;
                freed += rows::remove(tx, &doomed, LossCause::Disk, &mut it.delivered)?;
            }
            let aged = rows::doomed(tx, DeletionLimit::AppendedBefore(too_old))?;
            freed += rows::remove(tx, &aged, LossCause::Age, &mut it.delivered)?;
            let total = (it.bytes + cost).saturating_sub(freed.bytes);
            if total > max_bytes {
                let goal = max_bytes - max_bytes / FREED_AT_ONCE;
                let excess = rows::doomed(tx, DeletionLimit::Bytes(total - goal))?;
                freed += rows::remove(tx, &excess, LossCause::Size, &mut it.delivered)?;
            }
            if let Some(run) = unstored {
                loss::add(tx, run, LossCause::Disk)?;
            }
            rows::insert(tx, &at, 1, &body)?;
            dropped = freed.lost;
            it.stream.next = number + 1;
            it.stream.lost += freed.lost;
            it.stream.running_ms = now.running_ms;
            it.freed(freed);
            it.stream.depth += 1;
            it.bytes += cost;
            it.appended_ms = now.wall_ms;
            it.unstored = None;
            Ok(())
        })?;
        Ok(Appended {
            place: SnapshotPlace {
                stream_id: self.now.stream.id,
                sequence: self.now.stream.sequence(number),
            },
            bytes: usize::try_from(at.json_bytes).unwrap_or(usize::MAX),
            dropped,
            is_rebuilt: false,
        })
    }

    /// Records that this number of snapshots could not be stored, because the disk was full. They
    /// get sequences, and are reported as lost.
    pub(super) fn not_stored(&mut self, count: u64, from: Moment, to: Moment) {
        let next = self.now.stream.next;
        let (first, from_ms) =
            self.now.unstored.map_or((next, from.wall_ms), |it| (it.first, it.from_ms));
        self.now.stream.next += count;
        self.now.stream.lost += count;
        let last = self.now.stream.next - 1;
        self.now.unstored = Some(RowRange { first, last, from_ms, to_ms: to.wall_ms });
        if let Err(error) = self.save_mark() {
            event!(warn, LogMessage::OutboxMark, %error);
        }
    }

    /// Passes all undelivered snapshots to `sink`, the oldest first.
    pub(super) fn each<E: From<rusqlite::Error>>(
        &self,
        mut sink: impl FnMut(u64, Result<PackedSnapshot, String>) -> Result<(), E>,
    ) -> Result<(), E> {
        rows::each(&self.db, |row| {
            let snapshots = row.unpack().into_iter();
            let mut snapshots = snapshots.filter(|(it, _)| !self.now.delivered.contains(it));
            snapshots.try_for_each(|(number, it)| sink(self.now.stream.sequence(number), it))
        })
    }

    /// The delivered sequences in packed rows.
    pub(super) fn delivered(&self) -> BTreeSet<u64> {
        self.now.delivered.iter().map(|it| self.now.stream.sequence(*it)).collect()
    }

    /// Returns the oldest rows with their first sequences, and whether further rows follow.
    pub(super) fn oldest(
        &self,
        entries: usize,
        bytes: usize,
    ) -> rusqlite::Result<(Vec<(u64, Row)>, bool)> {
        let (found, more) = rows::first(&self.db, entries, bytes)?;
        let sequence = |row: Row| (self.now.stream.sequence(row.head.number), row);
        Ok((found.into_iter().map(sequence).collect(), more))
    }

    /// Deletes delivered snapshots. A snapshot that was dropped during its delivery no longer
    /// counts as lost.
    pub(super) fn settle(&mut self, sequences: &[u64]) -> rusqlite::Result<()> {
        self.change(|it, tx| {
            let shift = it.stream.shift;
            for number in sequences.iter().map(|sequence| sequence + shift) {
                if number < it.packed_below && older::settle(it, tx, number)? {
                    continue;
                }
                let one = rows::delete(tx, number)?;
                if one.is_none() && loss::take_out(tx, number)? {
                    it.stream.lost = it.stream.lost.saturating_sub(1);
                }
                it.freed(one.map(|(freed, _)| freed).unwrap_or_default());
            }
            Ok(())
        })
    }

    /// Copies the write-ahead log into the file, so that its space can be used again.
    pub(super) fn checkpoint(&self) {
        // If this fails, the next operation returns the error.
        let _busy = self.db.query_row("PRAGMA wal_checkpoint(RESTART)", [], |_| Ok(()));
    }

    /// Writes the contents of the file to a new one.
    pub(super) fn copy_to(&self, path: &Path) -> rusqlite::Result<()> {
        self.db.execute("VACUUM INTO ?1", [path.to_string_lossy()]).map(drop)
    }

    /// Closes the file without changing its log, which may contain older versions of damaged pages.
    pub(super) fn leave(self) {
        let flag = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        if let Err(error) = self.db.set_db_config(flag, true) {
            tracing::debug!(%error, "the outbox's log goes with its connection");
        }
    }

    pub(super) fn status(&self) -> rusqlite::Result<OutboxStatus> {
        let oldest: Option<i64> = self
            .db
            .prepare_cached("SELECT appended_ms FROM entry ORDER BY sequence LIMIT 1")?
            .query_map([], |row| row.get(0))?
            .next()
            .transpose()?;
        let mut losses = loss::latest(&self.db, self.now.stream.shift)?;
        if let Some(run) = self.now.unstored {
            losses.insert(0, run.loss(self.now.stream.shift, LossCause::Disk));
        }
        Ok(OutboxStatus {
            stream_id: self.now.stream.id,
            depth: self.now.stream.depth.saturating_sub(self.now.delivered.len() as u64),
            bytes: self.now.bytes,
            oldest: oldest.and_then(Timestamp::from_millis),
            next_sequence: self.now.stream.sequence(self.now.stream.next),
            lost: self.now.stream.lost,
            losses,
            ..OutboxStatus::default()
        })
    }

    #[cfg(test)]
    pub(super) fn execute(&self, sql: &str) -> rusqlite::Result<()> {
        self.db.execute_batch(sql)
    }

    /// Changes counters and rows in one transaction: both or neither.
    pub(super) fn change(
        &mut self,
        change: impl FnOnce(&mut Counters, &Transaction<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let mut then = self.now.clone();
        let tx = write(&mut self.db)?;
        change(&mut then, &tx)?;
        then.stored().write(&tx)?;
        tx.commit()?;
        self.now = then;
        self.save_mark()
    }

    fn save_mark(&mut self) -> rusqlite::Result<()> {
        let Some(mark) = &mut self.mark else { return Ok(()) };
        let stored = self.now.stored().next;
        let note = MarkedState {
            stream_id: self.now.stream.id,
            project: self.now.stream.project.clone(),
            shift: self.now.stream.shift,
            first: rows::oldest(&self.db)?.unwrap_or(stored),
            stored,
            next: self.now.stream.next,
            unstored_ms: self.now.unstored.map_or((0, 0), |it| (it.from_ms, it.to_ms)),
            appended_ms: self.now.appended_ms,
            running_ms: self.now.stream.running_ms,
        };
        if let Err(error) = mark.save(note) {
            event!(warn, LogMessage::OutboxMark, error = ?Message::system(&error));
        }
        Ok(())
    }
}

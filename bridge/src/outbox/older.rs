//! Packs rows that wait for a long time: several consecutive rows become one, which needs less space.
//!
//! Each of the newest snapshots keeps its own row, from the moment when it is stored: they are
//! usually delivered next, and a damaged page destroys fewer of them.

use rusqlite::{Transaction, ffi};

use super::{
    block::{self, Member},
    body,
    rows::{self, Row},
    store::{Counters, Store},
};

/// Number of rows that become one. With more, a damaged page would cost more than they save.
const MEMBERS: usize = 16;
/// Maximum size of these rows as JSON, in bytes. Packing delays the next append.
const JSON_BYTES: i64 = 2 << 20;
/// Number of the newest rows that are not packed.
const NEWEST: u64 = 32;

impl Store {
    /// Packs several rows into one, if there are enough.
    pub(super) fn pack_older(&mut self) -> rusqlite::Result<()> {
        let from = self.now.packed_below;
        let below = self.now.stream.next.saturating_sub(NEWEST);
        if from.saturating_add(MEMBERS as u64) > below {
            return Ok(());
        }
        let rows = rows::single_snapshot_rows(&self.db, from..below, MEMBERS)?;
        let Some(first) = rows.first().map(|it| it.head.number) else {
            self.now.packed_below = below;
            return Ok(());
        };
        let mut bytes = 0;
        let run = (first..).zip(&rows).take_while(|(number, row)| {
            bytes += row.head.json_bytes.max(0);
            row.head.number == *number && (bytes <= JSON_BYTES || *number == first)
        });
        let members: Vec<Member> = run.map_while(|(_, row)| member(row)).collect();
        self.now.packed_below = first + (members.len() as u64).max(1);
        let Some((head, body)) = block::pack(&members).filter(|_| members.len() > 1) else {
            return Ok(());
        };
        self.change(|it, tx| {
            for Member { head, .. } in &members {
                if let Some((freed, _)) = rows::delete(tx, head.number)? {
                    it.bytes = it.bytes.saturating_sub(freed.bytes);
                }
            }
            it.bytes += rows::size(body.len());
            rows::insert(tx, &head, members.len() as u64, &body)
        })
    }
}

/// Returns `None` if the row is damaged; reading reports it later.
fn member(row: &Row) -> Option<Member> {
    let packed = body::unpack(&row.head, &row.body).ok()?;
    Some(Member { head: row.head, packed })
}

/// Records the delivery of a snapshot. Returns false if the snapshot is not in a packed row.
pub(super) fn settle(
    it: &mut Counters,
    tx: &Transaction<'_>,
    number: u64,
) -> rusqlite::Result<bool> {
    let Some(row) = rows::block_of(tx, number)? else { return Ok(false) };
    it.delivered.insert(number);
    let numbers = || row.head.number..row.head.number + row.count;
    if numbers().all(|one| it.delivered.contains(&one)) {
        it.delivered.retain(|one| !numbers().contains(one));
        if let Some((freed, _)) = rows::delete(tx, row.head.number)? {
            it.freed(freed);
        }
    }
    Ok(true)
}

/// Unpacks the row with this snapshot: each snapshot gets its own row again.
pub(super) fn take_apart(
    it: &mut Counters,
    tx: &Transaction<'_>,
    number: u64,
) -> rusqlite::Result<()> {
    let Some(row) = rows::block_of(tx, number)? else { return Ok(()) };
    let members = block::unpack(&row.head, &row.body).map_err(damaged)?;
    if let Some((freed, _)) = rows::delete(tx, row.head.number)? {
        it.freed(freed);
    }
    for Member { head, packed } in members {
        if it.delivered.remove(&head.number) {
            continue;
        }
        let body = body::pack(&head, &packed);
        rows::insert(tx, &head, 1, &body)?;
        it.stream.depth += 1;
        it.bytes += rows::size(body.len());
    }
    Ok(())
}

/// Unpacks all rows with delivered snapshots.
pub(super) fn take_apart_delivered(
    it: &mut Counters,
    tx: &Transaction<'_>,
) -> rusqlite::Result<()> {
    while let Some(number) = it.delivered.first().copied() {
        take_apart(it, tx, number)?;
        it.delivered.remove(&number);
    }
    Ok(())
}

fn damaged(why: String) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CORRUPT), Some(why))
}

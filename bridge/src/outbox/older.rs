//! What waits for long takes less room: some rows, one after the other, become one.
//!
//! The newest stay as they are, each in a row of its own from the moment when it is stored: they are
//! what is delivered next, as a rule, and what a damaged page costs least of.

use rusqlite::{Transaction, ffi};

use super::{
    block::{self, Member},
    body,
    rows::{self, Row},
    store::{Counters, Store},
};

/// So many become one: with more, a damaged page costs more than they save.
const MEMBERS: usize = 16;
/// And no more bytes of JSON: packing them holds up whoever stores the next.
const JSON_BYTES: i64 = 2 << 20;
/// So many of the newest stay.
const NEWEST: u64 = 32;

impl Store {
    /// Makes one row of some, if there are enough.
    pub(super) fn pack_older(&mut self) -> rusqlite::Result<()> {
        let from = self.now.packed_below;
        let below = self.now.stream.next.saturating_sub(NEWEST);
        if from.saturating_add(MEMBERS as u64) > below {
            return Ok(());
        }
        let rows = rows::singles(&self.db, from..below, MEMBERS)?;
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

/// `None` where it is damaged: whoever reads it finds out.
fn member(row: &Row) -> Option<Member> {
    let packed = body::unpack(&row.head, &row.body).ok()?;
    Some(Member { head: row.head, packed })
}

/// Notes that one was delivered; false: it is in no row with others.
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

/// Gives each snapshot a row of its own again that is in one row with this.
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

/// The same for all rows of which some were delivered.
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

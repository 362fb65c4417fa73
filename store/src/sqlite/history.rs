//! What each tag was: one entry for each stored snapshot that carried it.
//!
//! What a push brings is written as one piece, whichever tags it is of. Once there are enough of
//! these, they are sorted out into one piece for each tag: so a value costs a share of a row and
//! not a row of its own, and a tag is read without the others.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use tagbridge_api::{
    Timestamp,
    hmi::{TagValue, history::HistoryEntry},
    limits,
};

use super::{
    column::json,
    packed::{self, Key, Of},
    tags::{Numbered, ProjectNo, TagNo},
};
use crate::{EntryPlace, StreamNo, newest_first};

/// A tag's entries are cut back to what must be kept when there are twice as many: each entry
/// then costs the same however long the history is.
const TRIM_AT: u32 = 2 * limits::HISTORY_MAX;
/// So many pushes are sorted out by tag …
const RECENT_PUSHES: i64 = 64;
/// … or fewer, when they have so many bytes: what reading one tag looks through at most.
const RECENT_BYTES: i64 = 4 << 20;

/// The newest `limit` entries of a tag, most recent first.
pub(super) fn newest(
    db: &Connection,
    project: ProjectNo,
    tag: &str,
    limit: u32,
) -> rusqlite::Result<Vec<HistoryEntry>> {
    let number: Option<TagNo> = db
        .prepare_cached("SELECT max(no) FROM tags WHERE project = ?1 AND name = ?2")?
        .query_row(params![project, tag], |row| row.get(0))?;
    let Some(number) = number else {
        return Ok(Vec::new());
    };
    newest_of(db, project, number, limit)
}

fn newest_of(
    db: &Connection,
    project: ProjectNo,
    tag: TagNo,
    limit: u32,
) -> rusqlite::Result<Vec<HistoryEntry>> {
    let mut entries = Sorted::default();
    let mut statement = db.prepare_cached("SELECT sealed FROM history WHERE tag = ?1")?;
    let mut rows = statement.query([tag])?;
    while let Some(row) = rows.next()? {
        entries.add_all(packed::unseal(Of::Tag, row.get_ref(0)?.as_blob()?)?)?;
    }
    let mut statement = db.prepare_cached("SELECT sealed FROM recent WHERE project = ?1")?;
    let mut rows = statement.query([project])?;
    while let Some(row) = rows.next()? {
        let mut rest = packed::unseal(Of::Push, row.get_ref(0)?.as_blob()?)?;
        while let Some((of, entry)) = packed::next_tagged(&mut rest)? {
            if of == tag {
                entries.add(entry)?;
            }
        }
    }
    entries.cut_back(limit);
    Ok(entries.iter().map(packed::unpack).collect::<Result<_, _>>()?)
}

/// Adds the snapshots' tags, and forgets what is older than must be kept.
pub(super) fn append(
    db: &Connection,
    project: ProjectNo,
    stream: StreamNo,
    snapshots: &[Numbered<'_>],
    now: Timestamp,
) -> rusqlite::Result<()> {
    let mut entries = Vec::new();
    let mut entry = Vec::new();
    for Numbered { snapshot, numbers } in snapshots {
        // No scan was later than it arrived.
        let at = snapshot.timestamp.min(now).as_millis();
        let key = Key { at, sequence: snapshot.sequence, stream };
        for (&tag, value) in numbers.iter().zip(snapshot.tags.values()) {
            entry.clear();
            packed::pack(key, value, &mut entry)?;
            packed::push_tagged(tag, &entry, &mut entries);
        }
    }
    db.prepare_cached("INSERT INTO recent (project, sealed) VALUES (?1, ?2)")?
        .execute(params![project, packed::seal(Of::Push, &entries)])?;
    let (pushes, bytes): (i64, i64) = db
        .prepare_cached(
            "SELECT count(*), coalesce(sum(length(sealed)), 0) FROM recent WHERE project = ?1",
        )?
        .query_row([project], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if pushes >= RECENT_PUSHES || bytes >= RECENT_BYTES {
        sort_out(db, project)?;
    }
    Ok(())
}

/// Gives every tag its own of what the last pushes brought.
fn sort_out(db: &Connection, project: ProjectNo) -> rusqlite::Result<()> {
    let mut by_tag: HashMap<TagNo, Piece> = HashMap::new();
    let mut statement = db.prepare_cached("SELECT sealed FROM recent WHERE project = ?1")?;
    let mut rows = statement.query([project])?;
    while let Some(row) = rows.next()? {
        let mut rest = packed::unseal(Of::Push, row.get_ref(0)?.as_blob()?)?;
        while let Some((tag, entry)) = packed::next_tagged(&mut rest)? {
            by_tag.entry(tag).or_default().push(entry);
        }
    }
    drop(rows);
    let mut by_tag: Vec<_> = by_tag.into_iter().collect();
    by_tag.sort_unstable_by_key(|&(tag, _)| tag);
    for (tag, piece) in &by_tag {
        grow(db, *tag, piece)?;
    }
    db.prepare_cached("DELETE FROM recent WHERE project = ?1")?.execute([project])?;
    Ok(())
}

fn grow(db: &Connection, tag: TagNo, piece: &Piece) -> rusqlite::Result<()> {
    let count: u32 = db
        .prepare_cached(
            "UPDATE tags SET history_count = history_count + ?2 WHERE no = ?1
             RETURNING history_count",
        )?
        .query_row(params![tag, piece.count], |row| row.get(0))?;
    let mut insert = db.prepare_cached("INSERT INTO history (tag, sealed) VALUES (?1, ?2)")?;
    if count < TRIM_AT {
        insert.execute(params![tag, packed::seal(Of::Tag, &piece.entries)])?;
        return Ok(());
    }
    let mut kept = Sorted::default();
    kept.add_all(&piece.entries)?;
    let mut statement = db.prepare_cached("SELECT sealed FROM history WHERE tag = ?1")?;
    let mut rows = statement.query([tag])?;
    while let Some(row) = rows.next()? {
        kept.add_all(packed::unseal(Of::Tag, row.get_ref(0)?.as_blob()?)?)?;
    }
    drop(rows);
    kept.cut_back(limits::HISTORY_MAX);
    let mut piece = Piece::default();
    kept.iter().for_each(|entry| piece.push(entry));
    db.prepare_cached("DELETE FROM history WHERE tag = ?1")?.execute([tag])?;
    insert.execute(params![tag, packed::seal(Of::Tag, &piece.entries)])?;
    db.prepare_cached("UPDATE tags SET history_count = ?2 WHERE no = ?1")?
        .execute(params![tag, piece.count])?;
    Ok(())
}

/// Gives each piece its checksum.
pub(super) fn seal_all(db: &Connection) -> rusqlite::Result<()> {
    for (table, of) in [("recent", Of::Push), ("history", Of::Tag)] {
        let mut pieces = db.prepare(&format!("SELECT no FROM {table}"))?;
        let pieces: Vec<i64> =
            pieces.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        let mut find = db.prepare(&format!("SELECT sealed FROM {table} WHERE no = ?1"))?;
        let mut save = db.prepare(&format!("UPDATE {table} SET sealed = ?2 WHERE no = ?1"))?;
        for no in pieces {
            let entries: Vec<u8> = find.query_row([no], |row| row.get(0))?;
            save.execute(params![no, packed::seal(of, &entries)])?;
        }
    }
    Ok(())
}

/// Takes over the table that had a row for each entry.
pub(super) fn take_over(db: &Connection) -> rusqlite::Result<()> {
    let mut tags = db.prepare("SELECT no FROM tags")?;
    let tags: Vec<TagNo> = tags.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    db.execute("UPDATE tags SET history_count = 0", [])?;
    let mut entries = db.prepare(
        "SELECT value, at, sequence, stream FROM history_rows WHERE tag = ?1
         ORDER BY at DESC, sequence DESC, stream DESC LIMIT ?2",
    )?;
    let mut insert = db.prepare("INSERT INTO history (tag, entries) VALUES (?1, ?2)")?;
    let mut count = db.prepare("UPDATE tags SET history_count = ?2 WHERE no = ?1")?;
    let mut entry = Vec::new();
    for tag in tags {
        let mut piece = Piece::default();
        let mut rows = entries.query(params![tag, limits::HISTORY_MAX])?;
        while let Some(row) = rows.next()? {
            let value: TagValue = json(row, 0)?;
            let sequence = row.get::<_, i64>(2)?.cast_unsigned();
            let key = Key { at: row.get(1)?, sequence, stream: row.get(3)? };
            entry.clear();
            packed::pack(key, &value, &mut entry)?;
            piece.push(&entry);
        }
        if piece.count > 0 {
            insert.execute(params![tag, piece.entries])?;
            count.execute(params![tag, piece.count])?;
        }
    }
    Ok(())
}

/// Entries of one tag.
#[derive(Debug, Default)]
struct Piece {
    count: u32,
    entries: Vec<u8>,
}

impl Piece {
    fn push(&mut self, entry: &[u8]) {
        packed::push_entry(entry, &mut self.entries);
        self.count += 1;
    }
}

/// Entries of one tag by their keys.
#[derive(Debug, Default)]
struct Sorted {
    bytes: Vec<u8>,
    /// Where each stands in `bytes`.
    keys: Vec<(Key, usize, usize)>,
}

impl Sorted {
    fn add(&mut self, entry: &[u8]) -> rusqlite::Result<()> {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(entry);
        self.keys.push((packed::key(entry)?, from, self.bytes.len()));
        Ok(())
    }

    fn add_all(&mut self, mut entries: &[u8]) -> rusqlite::Result<()> {
        while let Some(entry) = packed::next_entry(&mut entries)? {
            self.add(entry)?;
        }
        Ok(())
    }

    /// Leaves the newest, most recent first.
    fn cut_back(&mut self, count: u32) {
        newest_first(&mut self.keys, |&(Key { at, sequence, stream }, ..)| EntryPlace {
            stream,
            sequence,
            at,
        });
        // One that was saved from two places of a damaged file is one.
        self.keys.dedup_by_key(|&mut (key, ..)| key);
        self.keys.truncate(count as usize);
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.keys.iter().map(|&(_, from, to)| &self.bytes[from..to])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use tagbridge_api::hmi::{Controller, Quality, Tags, push::Snapshot};

    use super::{
        super::{schema, tags},
        *,
    };
    use crate::Files;

    const TAGS: [&str; 3] = ["a", "b", "c"];

    fn snapshot(sequence: u64, carried: &[bool]) -> Snapshot {
        let timestamp = Timestamp::from_millis(sequence.cast_signed() / 3 * 1000).unwrap();
        let (type_name, quality) = ("DINT".to_owned(), Quality::Good);
        let value = json!(sequence);
        let value = TagValue { value, type_name, quality, reason: None, timestamp };
        let carried = TAGS.iter().zip(carried).filter(|&(_, &it)| it);
        let tags: Tags = carried.map(|(&name, _)| (name.to_owned(), value.clone())).collect();
        let (controller, duration_ms) = (Controller::default(), 1.0);
        Snapshot { sequence, timestamp, duration_ms, controller, complete: false, tags }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(6))]

        /// Pushes of up to 30 snapshots, in any order, for more pushes and entries than are
        /// sorted out and kept.
        #[test]
        fn the_newest_entries_of_each_tag_are_kept_in_whatever_order_they_come(
            pushes in proptest::collection::vec(
                proptest::collection::vec((1..100_000_u64, any::<[bool; 3]>()), 0..30),
                100..260,
            )
        ) {
            let folder = tempfile::tempdir().unwrap();
            let mut db = Connection::open_in_memory().unwrap();
            schema::migrate(&mut db, &Files::in_folder(folder.path())).unwrap();
            let now = Timestamp::from_millis(1 << 40).unwrap();
            let mut model: [std::collections::BTreeSet<u64>; 3] = Default::default();
            let project = 7;
            let mut seen = std::collections::HashSet::new();
            for push in &pushes {
                let fresh = push.iter().filter(|&&(sequence, _)| seen.insert(sequence));
                let fresh: Vec<_> = fresh.map(|(it, carried)| snapshot(*it, carried)).collect();
                let fresh: Vec<&Snapshot> = fresh.iter().collect();
                let numbered = tags::number(&db, project, &fresh).unwrap();
                append(&db, project, 1, &numbered, now).unwrap();
                for snapshot in fresh {
                    for (model, tag) in model.iter_mut().zip(TAGS) {
                        if snapshot.tags.contains_key(tag) {
                            model.insert(snapshot.sequence);
                        }
                    }
                }
            }
            for (model, tag) in model.iter().zip(TAGS) {
                for limit in [1, 600] {
                    let shown = newest(&db, project, tag, limit).unwrap();
                    let shown: Vec<_> = shown.iter().map(|it| it.sequence).collect();
                    let newest: Vec<_> = model.iter().rev().take(limit as usize).copied().collect();
                    prop_assert_eq!(shown, newest);
                }
            }
            let held = "SELECT (SELECT max(history_count) FROM tags), (SELECT count(*) FROM recent)";
            let held: (u32, i64) =
                db.query_row(held, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            prop_assert!(held.0 < TRIM_AT && held.1 < RECENT_PUSHES, "{:?}", held);
        }
    }
}

//! The history of each tag: one entry for each stored snapshot with the tag.
//!
//! A push is written as one row, for any tags. When there are enough of these rows, they are sorted
//! into rows of a few tags and one stream each. So a value takes a few bytes instead of a row, and
//! reading one tag reads few others. A row is written once; when it is old, or the history is too
//! large, the part to keep is copied into another row.

use std::collections::BTreeMap;

use rusqlite::params;
use tagbridge_api::{Timestamp, hmi::history::HistoryEntry, limits};

use super::{
    Db, live,
    packed::{self, EntryGrouping},
    piece::{self, Entry, RowWriter},
    tags::{NumberedSnapshot, ProjectNo, TagNo},
};
use crate::{EntryPlace, HistoryRange, StoredHistory, Stream, StreamNo, newest_first, sql};

/// Number of pushes that are sorted at a time, plus a number that differs from project to project,
/// so that not all projects are sorted at the same moment …
const RECENT_PUSHES: i64 = 32;
/// … or fewer, when they have this size: the maximum that reading one tag has to search.
const RECENT_BYTES: i64 = 4 << 20;
/// Tags whose numbers only differ in these last bits share rows.
const BUCKET_BITS: u32 = 5;

/// An entry without its tag: position, value.
type Found = (EntryPlace, Vec<u8>);

/// The newest entries of a tag in a range, most recent first.
pub(crate) fn newest(
    db: Db<'_>,
    project: ProjectNo,
    tag: &str,
    range: &HistoryRange,
) -> sql::Result<StoredHistory> {
    let number: Option<TagNo> = db
        .prepare_cached("SELECT max(no) FROM tags WHERE project = ?1 AND name = ?2")?
        .query_row(params![project, tag], |row| row.get(0))?;
    let Some(tag) = number else { return Ok(StoredHistory::default()) };
    let mut found = Vec::new();
    for stream in streams(db, project, tag)? {
        newest_of(db, project, (tag, stream), range, &mut found)?;
    }
    newest_first(&mut found, |(place, _)| *place);
    // A repair may have saved the same entry from two positions of a damaged file.
    found.dedup_by_key(|(place, _)| *place);
    found.truncate(range.limit as usize);
    let shown = |(EntryPlace { at, sequence, .. }, value): &Found| {
        packed::unpack(*at, *sequence, value).map_err(Into::into)
    };
    let entries = found.iter().map(shown).collect::<sql::Result<Vec<HistoryEntry>>>()?;
    let cut_at: Option<i64> = db
        .prepare_cached(
            "SELECT max(newest_at) FROM history WHERE bucket = ?1 AND project = ?2 AND cut",
        )?
        .query_row(params![bucket(tag), project], |row| row.get(0))?;
    Ok(StoredHistory { entries, cut_at: cut_at.and_then(Timestamp::from_millis) })
}

fn streams(db: Db<'_>, project: ProjectNo, tag: TagNo) -> sql::Result<Vec<StreamNo>> {
    db.prepare_cached(
        "SELECT stream FROM history WHERE bucket = ?1 AND project = ?2
         UNION SELECT stream FROM recent WHERE project = ?2",
    )?
    .query_map(params![bucket(tag), project], |row| row.get(0))?
    .collect()
}

/// Adds at least the requested number of entries of a stream: rows with only older ones are not
/// read.
fn newest_of(
    db: Db<'_>,
    project: ProjectNo,
    (tag, stream): (TagNo, StreamNo),
    range: &HistoryRange,
    found: &mut Vec<Found>,
) -> sql::Result<()> {
    let mut own: Vec<Found> = Vec::new();
    let read = |of, sealed: &[u8], own: &mut Vec<Found>| -> sql::Result<()> {
        for entry in piece::read(of, sealed)?.entries() {
            let Entry { tag: of, at, sequence, value } = entry?;
            if of != tag {
                continue;
            }
            if let Some(before) = range.before {
                let shown = packed::unpack(at, sequence, value)?;
                if shown.timestamp >= before {
                    continue;
                }
            }
            own.push((EntryPlace { stream, sequence, at }, value.to_owned()));
        }
        Ok(())
    };
    let mut recent =
        db.prepare_cached("SELECT sealed FROM recent WHERE project = ?1 AND stream = ?2")?;
    let mut rows = recent.query([project, stream])?;
    while let Some(row) = rows.next()? {
        read(EntryGrouping::Push, row.get_ref(0)?.as_blob()?, &mut own)?;
    }
    let mut history = db.prepare_cached(
        "SELECT high, sealed FROM history WHERE bucket = ?1 AND stream = ?2 AND project = ?3
         ORDER BY high DESC",
    )?;
    let mut rows = history.query(params![bucket(tag), stream, project])?;
    while let Some(row) = rows.next()? {
        let high = row.get::<i64>(0)?.cast_unsigned();
        if own.iter().filter(|(place, _)| place.sequence > high).count() >= range.limit as usize {
            break;
        }
        read(EntryGrouping::Tag, row.get_ref(1)?.as_blob()?, &mut own)?;
    }
    found.append(&mut own);
    Ok(())
}

/// Adds the tags of the snapshots.
pub(crate) fn append(
    db: Db<'_>,
    project: ProjectNo,
    stream: &Stream,
    snapshots: &[NumberedSnapshot<'_>],
    now: Timestamp,
) -> sql::Result<()> {
    let (mut piece, mut value) = (RowWriter::default(), Vec::new());
    for NumberedSnapshot { snapshot, numbers } in snapshots {
        // A scan cannot be later than its arrival.
        let (at, sequence) = (snapshot.timestamp.min(now).as_millis(), snapshot.sequence);
        for (&tag, it) in numbers.iter().zip(snapshot.tags.values()) {
            value.clear();
            packed::pack(at, it, &mut value)?;
            piece.push(Entry { tag, at, sequence, value: &value });
        }
    }
    db.prepare_cached(
        "INSERT INTO recent (project, stream, base, sealed) VALUES (?1, ?2, ?3, ?4)",
    )?
    .run(params![
        project,
        stream.no,
        stream.base.cast_signed(),
        piece.seal(EntryGrouping::Push)
    ])?;
    let (pushes, bytes): (i64, i64) = db
        .prepare_cached(
            "SELECT count(*), coalesce(sum(length(sealed)), 0) FROM recent WHERE project = ?1",
        )?
        .query_row([project], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if pushes >= RECENT_PUSHES + project % RECENT_PUSHES || bytes >= RECENT_BYTES {
        sort_out(db, project)?;
    }
    Ok(())
}

/// Sorts the last pushes into the history and the live views.
pub(crate) fn sort_out(db: Db<'_>, project: ProjectNo) -> sql::Result<()> {
    let mut by_stream: BTreeMap<StreamNo, Vec<Vec<u8>>> = BTreeMap::new();
    let mut statement =
        db.prepare_cached("SELECT stream, sealed FROM recent WHERE project = ?1 ORDER BY no")?;
    let mut rows = statement.query([project])?;
    while let Some(row) = rows.next()? {
        by_stream.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    drop(rows);
    for (stream, pushes) in by_stream {
        live::settle(db, stream)?;
        let pushes = pushes.iter().map(|push| piece::read(EntryGrouping::Push, push));
        let pushes = pushes.collect::<Result<Vec<_>, _>>()?;
        let all = pushes
            .iter()
            .flat_map(piece::DecodedRow::entries)
            .collect::<Result<_, packed::DamagedEntry>>()?;
        add(db, project, stream, all)?;
    }
    db.run("DELETE FROM recent WHERE project = ?1", [project])?;
    Ok(())
}

/// Adds rows with these entries of a stream.
pub(crate) fn add(
    db: Db<'_>,
    project: ProjectNo,
    stream: StreamNo,
    mut entries: Vec<Entry<'_>>,
) -> sql::Result<()> {
    entries.sort_unstable_by_key(|it| (it.tag, it.sequence));
    entries
        .chunk_by(|one, next| bucket(one.tag) == bucket(next.tag))
        .try_for_each(|of_bucket| insert(db, project, stream, of_bucket, false))
}

/// `entries` has at least one entry, and only those of one bucket.
fn insert(
    db: Db<'_>,
    project: ProjectNo,
    stream: StreamNo,
    entries: &[Entry<'_>],
    is_cut: bool,
) -> sql::Result<()> {
    let sequences = || entries.iter().map(|it| it.sequence.cast_signed());
    let piece: RowWriter = entries.iter().copied().collect();
    db.prepare_cached(
        "INSERT INTO history (project, bucket, stream, low, high, newest_at, cut, sealed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .run(params![
        project,
        entries.first().map(|it| bucket(it.tag)),
        stream,
        sequences().min(),
        sequences().max(),
        entries.iter().map(|it| it.at).max(),
        is_cut,
        piece.seal(EntryGrouping::Tag)
    ])?;
    Ok(())
}

/// Deletes older entries, except the newest ones of each tag that must be kept, for some tags at a
/// time. Returns whether there is more to do.
pub(crate) fn cut_back(db: Db<'_>, project: ProjectNo, before: Timestamp) -> sql::Result<bool> {
    let found: Option<i64> = db
        .prepare_cached(
            "SELECT min(bucket) FROM history WHERE project = ?1 AND NOT cut AND newest_at < ?2",
        )?
        .query_row(params![project, before.as_millis()], |row| row.get(0))?;
    let Some(bucket) = found else { return Ok(false) };
    let of_bucket = "project = ?1 AND bucket = ?2 AND (cut OR newest_at < ?3)";
    let which = params![project, bucket, before.as_millis()];
    let mut by_tag: BTreeMap<TagNo, Vec<Found>> = BTreeMap::new();
    let mut newest_at = i64::MIN;
    let mut rows = db.prepare_cached(&format!(
        "SELECT stream, newest_at, sealed FROM history WHERE {of_bucket}"
    ))?;
    let mut rows = rows.query(which)?;
    while let Some(row) = rows.next()? {
        let stream = row.get(0)?;
        newest_at = newest_at.max(row.get(1)?);
        for entry in piece::read(EntryGrouping::Tag, row.get_ref(2)?.as_blob()?)?.entries() {
            let Entry { tag, at, sequence, value } = entry?;
            let place = EntryPlace { stream, sequence, at };
            by_tag.entry(tag).or_default().push((place, value.to_owned()));
        }
    }
    drop(rows);
    db.prepare_cached(&format!("DELETE FROM history WHERE {of_bucket}"))?.execute(which)?;
    let mut kept: BTreeMap<StreamNo, Vec<Entry<'_>>> = BTreeMap::new();
    for (tag, found) in &mut by_tag {
        newest_first(found, |(place, _)| *place);
        found.dedup_by_key(|(place, _)| *place);
        found.truncate(limits::HISTORY_MAX as usize);
        for (EntryPlace { stream, sequence, at }, value) in found {
            let entry = Entry { tag: *tag, at: *at, sequence: *sequence, value };
            kept.entry(*stream).or_default().push(entry);
        }
    }
    for (stream, mut entries) in kept {
        entries.sort_unstable_by_key(|it| (it.tag, it.sequence));
        insert(db, project, stream, &entries, true)?;
    }
    // The history is cut at that time, independent of the remaining entries.
    db.prepare_cached(
        "UPDATE history SET newest_at = ?3 WHERE project = ?1 AND bucket = ?2 AND cut",
    )?
    .execute(params![project, bucket, newest_at])?;
    Ok(true)
}

/// The beginning of the time range that fits into this number of bytes; `None`: everything fits.
pub(crate) fn fits_from(
    db: Db<'_>,
    project: ProjectNo,
    bytes: u64,
) -> sql::Result<Option<Timestamp>> {
    let mut rows = db.prepare_cached(
        "SELECT newest_at, length(sealed) FROM history WHERE project = ?1 AND NOT cut
         ORDER BY newest_at DESC",
    )?;
    let mut rows = rows.query([project])?;
    let mut sum = 0;
    while let Some(row) = rows.next()? {
        sum += row.get::<i64>(1)?.unsigned_abs();
        if sum > bytes {
            return Ok(Timestamp::from_millis(row.get::<i64>(0)? + 1));
        }
    }
    Ok(None)
}

/// The bucket of a tag: its tags share rows.
pub(crate) fn bucket(tag: TagNo) -> i64 {
    tag >> BUCKET_BITS
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use proptest::prelude::*;
    use serde_json::json;
    use tagbridge_api::hmi::{Controller, Quality, TagValue, Tags, push::Snapshot};
    use uuid::Uuid;

    use super::{
        super::{Changes, Transaction, tags},
        *,
    };
    use crate::{Org, ProjectRef, sqlite::in_memory};

    const TAGS: [&str; 3] = ["a", "b", "c"];
    const ALL: HistoryRange = HistoryRange { limit: u32::MAX, before: None };

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis).unwrap()
    }

    fn snapshot(sequence: u64, names: impl Iterator<Item = String>) -> Snapshot {
        let timestamp = at(sequence.cast_signed() / 3 * 1000);
        let (type_name, quality) = ("DINT".into(), Quality::Good);
        let value = json!(sequence);
        let value = TagValue { value, type_name, quality, reason: None, timestamp };
        let tags: Tags = names.map(|name| (name, value.clone())).collect();
        let (controller, duration_ms) = (Controller::default(), 1.0);
        Snapshot {
            sequence,
            timestamp,
            duration_ms,
            controller,
            part: None,
            parts: None,
            complete: false,
            tags,
        }
    }

    /// A database with a project and a stream.
    struct Plant {
        db: rusqlite::Connection,
        project: ProjectNo,
        stream: Stream,
    }

    impl Plant {
        fn new() -> Self {
            let db = in_memory();
            let project = ProjectRef { org: Org::local(), no: 7, id: "prj".to_owned() };
            let tx = Transaction((&db).into(), &Changes::default());
            let stream = tx.add_stream(&project, Uuid::from_u128(1), at(0)).unwrap();
            Self { db, project: 7, stream }
        }

        fn push(&self, snapshots: &[Snapshot]) {
            let snapshots: Vec<&Snapshot> = snapshots.iter().collect();
            let changes = Changes::default();
            let tx = Transaction((&self.db).into(), &changes);
            let numbered = tags::number(&tx, self.project, &self.stream, &snapshots).unwrap();
            append((&self.db).into(), self.project, &self.stream, &numbered, at(1 << 40)).unwrap();
        }

        fn sequences(&self, tag: &str, range: &HistoryRange) -> Vec<u64> {
            let kept = newest((&self.db).into(), self.project, tag, range).unwrap();
            kept.entries.iter().map(|it| it.sequence).collect()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(6))]

        /// Pushes of up to 30 snapshots, in any order, with more pushes than are sorted at a time.
        #[test]
        fn the_newest_entries_of_each_tag_come_back_in_whatever_order_they_came(
            pushes in proptest::collection::vec(
                proptest::collection::vec((1..100_000_u64, any::<[bool; 3]>()), 0..30),
                100..260,
            )
        ) {
            let plant = Plant::new();
            let mut model: [BTreeSet<u64>; 3] = Default::default();
            let mut seen = HashSet::new();
            for push in &pushes {
                let fresh = push.iter().filter(|&&(sequence, _)| seen.insert(sequence));
                let fresh: Vec<_> = fresh
                    .map(|(sequence, carried)| {
                        let carried = TAGS.iter().zip(carried).filter(|&(_, &it)| it);
                        snapshot(*sequence, carried.map(|(name, _)| (*name).to_owned()))
                    })
                    .collect();
                plant.push(&fresh);
                for snapshot in fresh {
                    for (model, tag) in model.iter_mut().zip(TAGS) {
                        if snapshot.tags.contains_key(tag) {
                            model.insert(snapshot.sequence);
                        }
                    }
                }
            }
            for (model, tag) in model.iter().zip(TAGS) {
                for limit in [1, 600, u32::MAX] {
                    let range = HistoryRange { limit, before: None };
                    let newest: Vec<_> = model.iter().rev().take(limit as usize).copied().collect();
                    prop_assert_eq!(plant.sequences(tag, &range), newest);
                }
            }
            let held: i64 =
                plant.db.query_row("SELECT count(*) FROM recent", [], |row| row.get(0)).unwrap();
            prop_assert!(held < RECENT_PUSHES + plant.project % RECENT_PUSHES, "{}", held);
        }
    }

    #[test]
    fn what_is_beyond_the_budget_is_cut_back_the_oldest_first() {
        let plant = Plant::new();
        let names = || (0..70).map(|no| format!("tag {no}"));
        for sequence in 1..=1500 {
            plant.push(&[snapshot(sequence, names())]);
        }
        assert_eq!(plant.sequences("tag 3", &ALL).len(), 1500);
        let bytes = || -> i64 {
            let sum = "SELECT sum(length(sealed)) FROM history WHERE NOT cut";
            plant.db.query_row(sum, [], |row| row.get(0)).unwrap()
        };
        let budget = bytes().unsigned_abs() / 2;
        assert_eq!(fits_from((&plant.db).into(), plant.project, u64::MAX).unwrap(), None);
        let from = fits_from((&plant.db).into(), plant.project, budget).unwrap().expect("too much");
        while cut_back((&plant.db).into(), plant.project, from).unwrap() {}
        assert!(bytes().unsigned_abs() <= budget, "{} of {budget}", bytes());
        for tag in ["tag 0", "tag 31", "tag 32", "tag 69"] {
            let left = newest((&plant.db).into(), plant.project, tag, &ALL).unwrap();
            assert!((1200..1490).contains(&left.entries.len()), "{tag}: {}", left.entries.len());
            assert!(left.entries.is_sorted_by(|a, b| a.sequence == b.sequence + 1), "{tag}");
            assert!(left.cut_at.is_some(), "it is told");
        }
    }
}

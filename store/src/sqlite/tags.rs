//! A tag's name is stored once; everything else knows it by a number.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};
use tagbridge_api::hmi::push::Snapshot;

/// A project's number within this file.
pub(super) type ProjectNo = i64;
/// A tag's number within this file.
pub(super) type TagNo = i64;

/// A snapshot, and the numbers of the tags that it carries, in its order.
#[derive(Debug)]
pub(super) struct Numbered<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) numbers: Vec<TagNo>,
}

/// The snapshots with the number of each tag that they carry; new ones get one.
pub(super) fn number<'a>(
    db: &Connection,
    project: ProjectNo,
    snapshots: &[&'a Snapshot],
) -> rusqlite::Result<Vec<Numbered<'a>>> {
    let mut find = db.prepare_cached("SELECT no FROM tags WHERE project = ?1 AND name = ?2")?;
    let mut create = db.prepare_cached("INSERT INTO tags (project, name) VALUES (?1, ?2)")?;
    let mut known: HashMap<&str, TagNo> = HashMap::new();
    let mut numbered: Vec<Numbered<'a>> = Vec::with_capacity(snapshots.len());
    for &snapshot in snapshots {
        let before = numbered.last();
        let mut numbers = Vec::with_capacity(snapshot.tags.len());
        for (place, name) in snapshot.tags.keys().enumerate() {
            // Most often a snapshot lists its tags as the one before did.
            let same = before.and_then(|it| {
                let (there, _) = it.snapshot.tags.get_index(place)?;
                (there == name).then(|| it.numbers[place])
            });
            if let Some(number) = same.or_else(|| known.get(name.as_str()).copied()) {
                numbers.push(number);
                continue;
            }
            let found = find.query_row(params![project, name], |row| row.get(0)).optional()?;
            let number = match found {
                Some(number) => number,
                None => create.insert(params![project, name])?,
            };
            known.insert(name, number);
            numbers.push(number);
        }
        numbered.push(Numbered { snapshot, numbers });
    }
    Ok(numbered)
}

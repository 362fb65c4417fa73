//! A tag's name is stored once; everything else knows it by a number.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};
use tagbridge_api::hmi::push::Snapshot;

use super::projects::ProjectNo;

/// A tag's number within this file.
pub(super) type TagNo = i64;

/// The number of each tag that the snapshots carry; new ones get one.
pub(super) fn numbers<'a>(
    db: &Connection,
    project: ProjectNo,
    snapshots: &[&'a Snapshot],
) -> rusqlite::Result<HashMap<&'a str, TagNo>> {
    let mut find = db.prepare_cached("SELECT no FROM tags WHERE project = ?1 AND name = ?2")?;
    let mut create = db.prepare_cached("INSERT INTO tags (project, name) VALUES (?1, ?2)")?;
    let mut numbers = HashMap::new();
    for name in snapshots.iter().flat_map(|it| it.tags.keys()) {
        if numbers.contains_key(name.as_str()) {
            continue;
        }
        let found = find.query_row(params![project, name], |row| row.get(0)).optional()?;
        let number = match found {
            Some(number) => number,
            None => create.insert(params![project, name])?,
        };
        numbers.insert(name.as_str(), number);
    }
    Ok(numbers)
}

//! A tag's name is stored once; everything else knows it by a number.

use std::collections::HashMap;

use rusqlite::params;
use tagbridge_api::hmi::push::Snapshot;

use super::{OptionalExtension, Row, SqlTransaction};
use crate::{Stream, sql};

/// A project's number within this file.
pub(crate) type ProjectNo = i64;
/// A tag's number within this file.
pub(crate) type TagNo = i64;

/// So many names are known by heart at the most.
const KNOWN_MAX: usize = 400_000;

/// A snapshot, and the numbers of the tags that it carries, in its order.
#[derive(Debug)]
pub(crate) struct Numbered<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) numbers: Vec<TagNo>,
}

/// The numbers of names that the writing connection need not look up: those that it has committed
/// or read, as long as nobody else writes.
#[derive(Debug, Default)]
pub(crate) struct Names {
    known: HashMap<ProjectNo, HashMap<String, Tag>>,
    count: usize,
    /// What is known since the transaction began, and not so if it is rolled back.
    fresh: Vec<(ProjectNo, String)>,
}

#[derive(Debug)]
struct Tag {
    no: TagNo,
    type_name: String,
}

impl Names {
    /// What was learnt in a transaction that is committed stays.
    pub(crate) fn keep(&mut self) {
        self.fresh.clear();
    }

    /// What was learnt in a transaction that is rolled back is forgotten.
    pub(crate) fn roll_back(&mut self) {
        for (project, name) in self.fresh.drain(..) {
            if let Some(names) = self.known.get_mut(&project) {
                self.count -= usize::from(names.remove(&name).is_some());
            }
        }
    }

    /// Names of a project are gone.
    pub(crate) fn forget(&mut self, project: ProjectNo) {
        self.count -= self.known.remove(&project).map_or(0, |names| names.len());
    }

    fn learn(&mut self, project: ProjectNo, name: &str, tag: Tag) {
        self.fresh.push((project, name.to_owned()));
        let names = self.known.entry(project).or_default();
        self.count += usize::from(names.insert(name.to_owned(), tag).is_none());
    }
}

/// The snapshots with the number of each tag that they carry; new ones get one. The type that a tag
/// had last is kept with it.
pub(crate) fn number<'a>(
    tx: &SqlTransaction<'_>,
    project: ProjectNo,
    stream: &Stream,
    snapshots: &[&'a Snapshot],
) -> sql::Result<Vec<Numbered<'a>>> {
    let names = &mut *tx.1.names.borrow_mut();
    if names.count > KNOWN_MAX {
        *names = Names::default();
    }
    // What comes late says nothing of now.
    let head = stream.head.as_ref().map_or(0, |head| head.sequence);
    let is_late = !snapshots.iter().any(|it| it.sequence >= head);
    let mut find =
        tx.0.prepare_cached("SELECT no, type FROM tags WHERE project = ?1 AND name = ?2")?;
    let mut create = tx.0.prepare_cached(
        "INSERT INTO tags (project, name, type) VALUES (?1, ?2, ?3) RETURNING no",
    )?;
    let mut change = tx.0.prepare_cached("UPDATE tags SET type = ?2 WHERE no = ?1")?;
    let mut number = |name: &str, type_name: &str| -> sql::Result<TagNo> {
        let known = names.known.get(&project).and_then(|names| names.get(name));
        let found = match known {
            Some(known) if known.type_name == type_name || is_late => return Ok(known.no),
            Some(known) => Some(known.no),
            None => {
                let read = |row: &Row<'_>| Ok(Tag { no: row.get(0)?, type_name: row.get(1)? });
                let found = find.query_row(params![project, name], read).optional()?;
                match found {
                    Some(tag) if tag.type_name == type_name || is_late => {
                        let no = tag.no;
                        names.learn(project, name, tag);
                        return Ok(no);
                    }
                    found => found.map(|tag| tag.no),
                }
            }
        };
        let no = match found {
            Some(no) => change.execute(params![no, type_name]).map(|_| no)?,
            None => create.query_row(params![project, name, type_name], |row| row.get(0))?,
        };
        names.learn(project, name, Tag { no, type_name: type_name.to_owned() });
        Ok(no)
    };
    let numbers = |snapshot: &'a Snapshot| {
        let numbers = snapshot.tags.iter().map(|(name, it)| number(name, &it.type_name));
        Ok(Numbered { snapshot, numbers: numbers.collect::<sql::Result<_>>()? })
    };
    snapshots.iter().copied().map(numbers).collect()
}

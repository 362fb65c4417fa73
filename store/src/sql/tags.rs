//! A tag's name is stored once; all other records use its number.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
};

use rusqlite::params;
use serde::Serialize;
use tagbridge_api::hmi::{TagValue, push::Snapshot};

use super::{Db, NUL, Transaction};
use crate::{Stream, StreamNo, sql};

/// A project's number in this store.
pub(crate) type ProjectNo = i64;
/// A tag's number in this store.
pub(crate) type TagNo = i64;

/// Maximum number of cached names.
const KNOWN_MAX: usize = 400_000;

/// A snapshot, and the numbers of its tags, in its order.
#[derive(Debug)]
pub(crate) struct NumberedSnapshot<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) numbers: Vec<TagNo>,
}

/// The cached numbers of names: those that were committed or read, as long as no other service
/// writes, or the project's revision shows that the cache is current.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// If others may write, too: the revision of each project.
    revisions: Option<HashMap<ProjectNo, i64>>,
    known: HashMap<ProjectNo, HashMap<String, Tag>>,
    count: usize,
    /// Names that were learned in this transaction, and are dropped if it is rolled back.
    fresh: Vec<(ProjectNo, String)>,
}

#[derive(Debug)]
struct Tag {
    no: TagNo,
    type_name: String,
}

impl Names {
    /// An empty cache, for a database that others may write to.
    pub(crate) fn shared() -> Self {
        Self { revisions: Some(HashMap::new()), ..Self::default() }
    }

    /// Number of cached names.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Drops names that another service may have changed.
    fn refresh(&mut self, db: Db<'_>, project: ProjectNo) -> sql::Result<()> {
        let Some(revisions) = &mut self.revisions else { return Ok(()) };
        let now = db
            .prepare_cached("SELECT names_revision FROM projects WHERE no = ?1")?
            .query_row([project], |row| row.get(0))?;
        if revisions.insert(project, now) != Some(now) {
            self.forget(project);
        }
        Ok(())
    }

    /// Keeps the names of a committed transaction.
    pub(crate) fn keep(&mut self) {
        self.fresh.clear();
    }

    /// Drops the names of a rolled-back transaction.
    pub(crate) fn roll_back(&mut self) {
        for (project, name) in self.fresh.drain(..) {
            if let Some(names) = self.known.get_mut(&project) {
                self.count -= usize::from(names.remove(&name).is_some());
            }
        }
    }

    /// Drops the names of a project.
    pub(crate) fn forget(&mut self, project: ProjectNo) {
        self.count -= self.known.remove(&project).map_or(0, |names| names.len());
    }

    fn get(&self, project: ProjectNo, name: &str) -> Option<&Tag> {
        self.known.get(&project)?.get(&*stored(name))
    }

    /// The snapshots with the numbers of their tags, if all are cached, and the tags with changed
    /// types.
    fn number<'a>(
        &self,
        project: ProjectNo,
        snapshots: &[&'a Snapshot],
        of_types: bool,
    ) -> Option<Vec<NumberedSnapshot<'a>>> {
        let known = self.known.get(&project);
        let number = |(name, value): (&String, &TagValue)| {
            let tag = known?.get(&*stored(name))?;
            (!of_types || *tag.type_name == *value.type_name).then_some(tag.no)
        };
        let numbers = |snapshot: &'a Snapshot| {
            let numbers = snapshot.tags.iter().map(number).collect::<Option<_>>()?;
            Some(NumberedSnapshot { snapshot, numbers })
        };
        snapshots.iter().copied().map(numbers).collect()
    }

    fn learn(&mut self, project: ProjectNo, name: &str, tag: Tag) {
        self.fresh.push((project, name.to_owned()));
        let names = self.known.entry(project).or_default();
        self.count += usize::from(names.insert(name.to_owned(), tag).is_none());
    }
}

/// The snapshots with the number of each of their tags; new tags get one. The last type of a tag is
/// stored with it. Names that are not cached are requested together, because the database may be on
/// another computer.
pub(crate) fn number<'a>(
    tx: &Transaction<'_>,
    project: ProjectNo,
    stream: &Stream,
    snapshots: &[&'a Snapshot],
) -> sql::Result<Vec<NumberedSnapshot<'a>>> {
    let names = &mut *tx.1.names.borrow_mut();
    if names.count > KNOWN_MAX {
        *names =
            Names { revisions: names.revisions.take().map(|_| HashMap::new()), ..Names::default() };
    }
    names.refresh(tx.0, project)?;
    // A late value is not current.
    let head = stream.head.as_ref().map_or(0, |head| head.sequence);
    let is_now = snapshots.iter().any(|it| it.sequence >= head);
    if let Some(numbered) = names.number(project, snapshots, is_now) {
        return Ok(numbered);
    }
    // The last value determines the type.
    let carried: BTreeMap<&str, &str> = snapshots
        .iter()
        .flat_map(|it| it.tags.iter().map(|(name, it)| (name.as_str(), &*it.type_name)))
        .collect();
    find(tx.0, project, names, carried.keys().copied())?;
    create(tx.0, project, names, snapshots, &carried)?;
    if is_now {
        change(tx.0, project, names, &carried)?;
    }
    let numbered = names.number(project, snapshots, false);
    Ok(numbered.ok_or(rusqlite::Error::QueryReturnedNoRows)?)
}

/// Reads the existing names.
fn find<'a>(
    db: Db<'_>,
    project: ProjectNo,
    names: &mut Names,
    of: impl Iterator<Item = &'a str>,
) -> sql::Result<()> {
    let unknown: Vec<_> =
        of.filter(|name| names.get(project, name).is_none()).map(stored).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let mut find = db.prepare_cached(
        "SELECT name, no, type FROM tags
         WHERE project = ?1 AND name IN (SELECT value FROM json_each(?2))",
    )?;
    let mut rows = find.query(params![project, list(&unknown)?])?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        names.learn(project, &name, Tag { no: row.get(1)?, type_name: row.get(2)? });
    }
    Ok(())
}

/// Adds missing names, in the order of the snapshots: neighbours share rows of the history.
fn create(
    db: Db<'_>,
    project: ProjectNo,
    names: &mut Names,
    snapshots: &[&Snapshot],
    carried: &BTreeMap<&str, &str>,
) -> sql::Result<()> {
    let mut new: Vec<(&str, Vec<Cow<'_, str>>)> = Vec::new();
    let mut seen = HashSet::new();
    for name in snapshots.iter().flat_map(|it| it.tags.keys().map(String::as_str)) {
        if names.get(project, name).is_some() || !seen.insert(stored(name)) {
            continue;
        }
        let type_name = carried.get(name).copied().unwrap_or_default();
        match new.last_mut() {
            Some((last, of_type)) if *last == type_name => of_type.push(stored(name)),
            _ => new.push((type_name, vec![stored(name)])),
        }
    }
    let mut create = db.prepare_cached(
        "INSERT INTO tags (project, name, type)
         SELECT ?1, value, ?2 FROM json_each(?3) ORDER BY key RETURNING name, no",
    )?;
    for (type_name, of_type) in new {
        let mut rows = create.query(params![project, type_name, list(&of_type)?])?;
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            names.learn(project, &name, Tag { no: row.get(1)?, type_name: type_name.to_owned() });
        }
    }
    Ok(())
}

/// Stores the current types of the tags.
fn change(
    db: Db<'_>,
    project: ProjectNo,
    names: &mut Names,
    carried: &BTreeMap<&str, &str>,
) -> sql::Result<()> {
    let mut is_changed = false;
    for (name, type_name) in carried {
        let Some(known) = names.get(project, name) else { continue };
        if known.type_name != *type_name {
            let no = known.no;
            db.run("UPDATE tags SET type = ?2 WHERE no = ?1", params![no, type_name])?;
            names.learn(project, name, Tag { no, type_name: (*type_name).to_owned() });
            is_changed = true;
        }
    }
    if is_changed { invalidate_caches(db, project) } else { Ok(()) }
}

/// The caches of other services for this project are no longer current.
pub(crate) fn invalidate_caches(db: Db<'_>, project: ProjectNo) -> sql::Result<()> {
    let sql = "UPDATE projects SET names_revision = names_revision + 1 WHERE no = ?1";
    db.run(sql, [project])?;
    Ok(())
}

/// Names and types of a stream's tags, by their numbers.
pub(crate) fn named(
    db: Db<'_>,
    stream: StreamNo,
    numbers: impl Iterator<Item = TagNo>,
) -> sql::Result<HashMap<TagNo, (String, String)>> {
    let numbers: Vec<_> = numbers.collect();
    let mut find = db.prepare_cached(
        "SELECT no, name, tags.type FROM json_each(?1) AS asked CROSS JOIN tags
         WHERE no = CAST(value AS bigint)
           AND project = (SELECT project FROM streams WHERE no = ?2)",
    )?;
    let named = find.query_map(params![list(&numbers)?, stream], |row| {
        Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))
    })?;
    named.collect()
}

/// A name that both databases can store.
pub(super) fn stored(name: &str) -> Cow<'_, str> {
    if name.contains('\0') { name.replace('\0', NUL).into() } else { name.into() }
}

fn list<T: Serialize>(list: &[T]) -> sql::Result<String> {
    let json = serde_json::to_string(list);
    json.map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()).into())
}

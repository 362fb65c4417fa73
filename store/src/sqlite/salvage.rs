//! Moves the readable data of a damaged database to a new one.
//!
//! Each table is read from its root, page by page. A page that cannot be read loses only its own
//! rows. Pages that no tree contains, because their parent page is damaged, are assigned to the
//! table that fits their rows. A row counts only if all of it is valid.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
};

use rusqlite::{Connection, params_from_iter, types::Value};
use tagbridge_carve::{Cell, Database, Kind, Page};
use tagbridge_system::sync_file;

use super::{
    schema,
    shape::{Table, tables},
};
use crate::StoreError;
use crate::messages::StoreOperation;

/// SQLite's name of the index that also contains each tag's name.
const TAGS_INDEX: &str = "sqlite_autoindex_tags_1";

/// SQLite's name of the index that contains each key's id.
const KEYS_INDEX: &str = "sqlite_autoindex_keys_1";

/// The result of the repair of a damaged database.
#[derive(Debug, Default)]
pub(super) struct Salvaged {
    /// Number of rows of each table in the new database.
    pub(super) saved: BTreeMap<String, u64>,
    /// Number of unreadable pages and rows of each table. The content of such a page is not known.
    pub(super) lost: BTreeMap<String, u64>,
    /// Whether there may have been keys that are missing in the new database, or not valid there.
    pub(super) keys_lost: bool,
}

impl Salvaged {
    /// A display text: `history 3, keys 1`.
    pub(super) fn losses(&self) -> String {
        let lost: Vec<_> = self.lost.iter().map(|(name, lost)| format!("{name} {lost}")).collect();
        if lost.is_empty() { "nothing that is known of".to_owned() } else { lost.join(", ") }
    }
}

/// Creates a new database from a damaged one; it is durable when this returns.
pub(super) fn salvage(damaged: &Path, rebuilt: &Path) -> Result<Salvaged, StoreError> {
    let mut source = Database::open(damaged).map_err(unreadable)?;
    let catalogue = catalogue(&mut source).map_err(unreadable)?;
    let (version, _) = schema::version_of(&catalogue.sql)?;

    let mut db = Connection::open(rebuilt)?;
    // It need not survive a crash until it has its final name.
    db.pragma_update(None, "journal_mode", "off")?;
    db.pragma_update(None, "synchronous", "off")?;
    schema::bring_to(&mut db, version)?;
    let tables = tables(&db)?;
    let transaction = db.transaction()?;
    let mut walk =
        TreeWalk { seen: BTreeSet::new(), source, db: &transaction, salvaged: Salvaged::default() };
    walk.seen.extend(&catalogue.pages);
    let (mut names, mut keys) = (Vec::new(), Vec::new());
    for (index, root) in catalogue.indexes {
        let add = |row| match &*index {
            TAGS_INDEX => names.push(row),
            KEYS_INDEX => keys.push(row),
            _ => {}
        };
        walk.index(root, add).map_err(unreadable)?;
    }
    for table in &tables {
        match catalogue.roots.get(&table.name) {
            Some(root) => walk.table(table, *root)?,
            None => walk.lose(table, 1),
        }
    }
    walk.orphans(&tables)?;
    walk.names(names)?;
    walk.keys(keys)?;
    let salvaged = walk.salvaged;
    transaction.commit()?;
    // The same mode as the database that it replaces.
    db.pragma_update(None, "journal_mode", "wal")?;
    drop(db);
    sync_file(rebuilt)
        .map_err(|error| StoreError::unavailable(&StoreOperation::StoringSaved, error))?;
    Ok(salvaged)
}

/// The information about other pages in the tree of the first page.
#[derive(Debug, Default)]
struct Catalogue {
    /// Roots of tables.
    roots: BTreeMap<String, u32>,
    /// Roots of indexes.
    indexes: Vec<(String, u32)>,
    /// Their SQL statements.
    sql: BTreeSet<String>,
    /// Pages of the catalogue itself.
    pages: BTreeSet<u32>,
}

/// Reads the catalogue from its root. If the header is damaged, old data may follow it: then its
/// leaf pages are searched, and the root is used only if there are none.
fn catalogue(source: &mut Database) -> io::Result<Catalogue> {
    if !source.is_headed() {
        let mut found = Catalogue::default();
        for number in 2..=source.count() {
            if let Some(page) = source.page(number)?.filter(|page| page.kind == Kind::Table) {
                found.take(number, page);
            }
        }
        if !found.roots.is_empty() {
            return Ok(found);
        }
    }
    let mut found = Catalogue::default();
    let (mut stack, mut known) = (vec![1], BTreeSet::new());
    while let Some(number) = stack.pop() {
        let page = source.page(number)?.filter(|page| page.kind == Kind::Table);
        let Some(page) = page.filter(|_| known.insert(number)) else { continue };
        stack.extend(&page.children);
        // A damaged page may refer to a page of another table.
        if number == 1 || page.cells.is_empty() {
            found.pages.insert(number);
        }
        found.take(number, page);
    }
    Ok(found)
}

impl Catalogue {
    /// Adds the catalogue's rows of a page.
    fn take(&mut self, number: u32, page: Page) {
        for Cell { columns, overflow, .. } in page.cells {
            let [Value::Text(kind), Value::Text(name), _, Value::Integer(root), sql] = &columns[..]
            else {
                continue;
            };
            let Ok(root) = u32::try_from(*root) else { continue };
            match &**kind {
                "table" => {
                    self.roots.insert(name.clone(), root);
                }
                "index" => self.indexes.push((name.clone(), root)),
                _ => continue,
            }
            self.pages.insert(number);
            self.pages.extend(overflow);
            if let Value::Text(sql) = sql {
                self.sql.insert(sql.clone());
            }
        }
    }
}

struct TreeWalk<'a> {
    source: Database,
    db: &'a Connection,
    /// Pages that were already assigned.
    seen: BTreeSet<u32>,
    salvaged: Salvaged,
}

impl TreeWalk<'_> {
    /// Records an index's pages and returns their rows: the index is created again.
    fn index(&mut self, root: u32, mut row: impl FnMut(Vec<Value>)) -> io::Result<()> {
        let mut stack = vec![root];
        while let Some(number) = stack.pop() {
            if self.seen.contains(&number) {
                continue;
            }
            let Some(page) = self.source.page(number)?.filter(|page| page.kind == Kind::Index)
            else {
                continue;
            };
            self.seen.insert(number);
            for cell in page.cells {
                self.seen.extend(&cell.overflow);
                row(cell.columns);
            }
            stack.extend(page.children);
        }
        Ok(())
    }

    /// Adds tags that are only in the index: without its name, a tag's history cannot be used.
    fn names(&self, rows: Vec<Vec<Value>>) -> Result<(), StoreError> {
        let mut insert = self
            .db
            .prepare("INSERT OR IGNORE INTO tags (project, name, no) VALUES (?1, ?2, ?3)")?;
        for row in rows {
            if let [Value::Integer(_), Value::Text(_), Value::Integer(_)] = &row[..] {
                insert.execute(params_from_iter(row))?;
            }
        }
        Ok(())
    }

    /// Keys that are only in the index: a row was lost, or its id was changed.
    fn keys(&mut self, rows: Vec<Vec<Value>>) -> Result<(), StoreError> {
        let mut find = self.db.prepare("SELECT 1 FROM keys WHERE id = ?1")?;
        for row in rows {
            self.salvaged.keys_lost |= !find.exists([row.first()])?;
        }
        // A row whose organization is damaged is dropped; older tables have none.
        let strange = "SELECT 1 FROM keys WHERE org NOT IN (SELECT org FROM projects)";
        let is_strange = self.db.prepare(strange).and_then(|mut it| it.exists([]));
        self.salvaged.keys_lost |= is_strange.unwrap_or(false);
        Ok(())
    }

    fn table(&mut self, table: &Table, root: u32) -> Result<(), StoreError> {
        let mut stack = vec![root];
        while let Some(number) = stack.pop() {
            // A page that already belongs to another tree was reached by mistake.
            let page = if self.seen.contains(&number) { None } else { self.page(number)? };
            match page.filter(|page| table.is_of(page)) {
                Some(page) => {
                    self.seen.insert(number);
                    // Leaves are read in their order, which is the order of insertion for most
                    // tables.
                    stack.extend(page.children.iter().rev());
                    self.take(table, page, false)?;
                }
                None => self.lose(table, 1),
            }
        }
        Ok(())
    }

    /// Pages without a parent.
    fn orphans(&mut self, tables: &[Table]) -> Result<(), StoreError> {
        let free = self.source.free().map_err(unreadable)?;
        self.seen.extend(free);
        for number in 1..=self.source.count() {
            if self.seen.contains(&number) {
                continue;
            }
            let Some(page) = self.page(number)? else { continue };
            let fits = |table: &&Table| !page.cells.is_empty() && table.is_of(&page);
            if let Some(table) = tables.iter().find(fits) {
                self.take(table, page, true)?;
            }
        }
        Ok(())
    }

    fn page(&mut self, number: u32) -> Result<Option<Page>, StoreError> {
        self.source.page(number).map_err(unreadable)
    }

    fn take(&mut self, table: &Table, page: Page, is_orphan: bool) -> Result<(), StoreError> {
        self.lose(table, page.unreadable as u64);
        for cell in page.cells {
            self.seen.extend(&cell.overflow);
            let Some(mut row) = table.row(cell) else {
                self.lose(table, 1);
                continue;
            };
            if is_orphan && table.is_secret() {
                // It may be an older version, before its revocation: it is kept, but revoked.
                table.revoke(&mut row);
                self.salvaged.keys_lost = true;
            }
            let mut insert = self.db.prepare_cached(table.insert(row.len()))?;
            let mut added = insert.execute(params_from_iter(&row))?;
            // The number of a piece of history has no meaning, and another row's may be damaged.
            if added == 0 && table.is_of_pieces() {
                row[0] = Value::Null;
                added = insert.execute(params_from_iter(&row))?;
            }
            if added > 0 {
                *self.salvaged.saved.entry(table.name.clone()).or_default() += 1;
            }
        }
        Ok(())
    }

    fn lose(&mut self, table: &Table, lost: u64) {
        if lost > 0 {
            *self.salvaged.lost.entry(table.name.clone()).or_default() += lost;
            self.salvaged.keys_lost |= table.is_secret();
        }
    }
}

fn unreadable(error: io::Error) -> StoreError {
    StoreError::unavailable(&StoreOperation::ReadingDamaged, error)
}

//! The tables, and their statements, from the embedded file's schema.

use crate::{StoreError, sqlite::Sqlite};

/// Tables with row numbers in both databases, in a column that only PostgreSQL's schema contains.
pub(super) const NUMBERED: &[&str] = &["keys", "idempotency"];
/// The row number's name in the embedded file, which is not in its schema.
pub(super) const NUMBER: &str = "rowid";
/// Tables about the database and its programs, without data of the service.
pub(super) const OF_THE_DATABASE: &[&str] = &["tagbridge_schema", super::marker::TABLE, INSTANCES];
/// The programs that use a database, with the end of their lease.
pub(super) const INSTANCES: &str = "instances";

/// A table of both databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<String>,
    /// The indices of its key columns, in the key's order.
    key: Vec<usize>,
}

/// All tables, by name.
pub(super) fn tables() -> Result<Vec<Table>, StoreError> {
    let db = Sqlite::empty()?;
    let mut list = db.prepare(
        "SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )?;
    let names = list.query_map([], |row| row.get::<_, String>(0))?;
    let names = names.collect::<rusqlite::Result<Vec<_>>>()?;
    let is_of_data = |name: &String| !OF_THE_DATABASE.contains(&name.as_str());
    let mut all = Vec::new();
    for name in names.into_iter().filter(is_of_data) {
        let mut columns = db.prepare("SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid")?;
        let columns = columns
            .query_map([&name], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
        let columns = columns.collect::<rusqlite::Result<Vec<_>>>()?;
        let mut key: Vec<_> = (0..columns.len()).filter(|at| columns[*at].1 > 0).collect();
        key.sort_by_key(|at| columns[*at].1);
        let mut columns: Vec<_> = columns.into_iter().map(|(name, _)| name).collect();
        if NUMBERED.contains(&name.as_str()) {
            columns.push(NUMBER.to_owned());
        }
        all.push(Table { name, columns, key });
    }
    Ok(all)
}

impl Table {
    /// The query for up to `?1` rows in the order of the key: all, or those after a key.
    pub(super) fn select(&self, is_behind: bool) -> String {
        let key: Vec<&str> = self.key.iter().map(|at| &*self.columns[*at]).collect();
        let key = key.join(", ");
        let behind = if is_behind {
            let places: Vec<_> = (2..self.key.len() + 2).map(|no| format!("?{no}")).collect();
            format!("WHERE ({key}) > ({})", places.join(", "))
        } else {
            String::new()
        };
        let (columns, name) = (self.columns.join(", "), &self.name);
        format!("SELECT {columns} FROM {name} {behind} ORDER BY {key} LIMIT ?1")
    }

    /// The statement that inserts this number of rows, with their row numbers.
    pub(super) fn insert(&self, rows: usize) -> String {
        let width = self.columns.len();
        let row = |no: usize| {
            let places: Vec<_> = (1..=width).map(|at| format!("?{}", no * width + at)).collect();
            format!("({})", places.join(", "))
        };
        let rows: Vec<_> = (0..rows).map(row).collect();
        let (columns, name, rows) = (self.columns.join(", "), &self.name, rows.join(", "));
        format!("INSERT INTO {name} ({columns}) /*! OVERRIDING SYSTEM VALUE */ VALUES {rows}")
    }

    /// The key of a row.
    pub(super) fn key_of<T: Clone>(&self, row: &[T]) -> Vec<T> {
        self.key.iter().map(|at| row[*at].clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_by_its_key_and_written_with_its_numbers() {
        let tables = tables().unwrap();
        let find = |name: &str| tables.iter().find(|table| table.name == name).unwrap();
        let events = find("turn_events");
        assert_eq!(
            events.select(true),
            "SELECT turn, number, event, data FROM turn_events WHERE (turn, number) > (?2, ?3) \
             ORDER BY turn, number LIMIT ?1"
        );
        assert_eq!(
            find("stored").insert(2),
            "INSERT INTO stored (stream, first, last) /*! OVERRIDING SYSTEM VALUE */ \
             VALUES (?1, ?2, ?3), (?4, ?5, ?6)"
        );
        assert!(find("keys").columns.ends_with(&[NUMBER.to_owned()]));
        for table in &tables {
            assert!(!table.key.is_empty(), "{} has no key, and cannot be read by it", table.name);
        }
    }
}

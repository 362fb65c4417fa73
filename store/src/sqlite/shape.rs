//! The valid form of a row of each table.

use rusqlite::{
    Connection,
    types::{Type, Value},
};
use serde::de::DeserializeOwned;
use tagbridge_api::{Permission, Timestamp, hmi::TagValue, project::Project};
use tagbridge_carve::{Cell, Kind, Page};
use uuid::Uuid;

use crate::sql::packed::{self, EntryGrouping};
use crate::{FileHash, NewestSnapshot};

/// A table, as the database describes it.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: String,
    kind: Kind,
    columns: Vec<Column>,
    /// The statements that insert a row with this number of columns.
    inserts: Vec<String>,
}

#[derive(Debug)]
struct Column {
    name: String,
    holds: Type,
    is_key: bool,
    /// Whether the column is the row's number.
    is_number: bool,
    may_be_null: bool,
    has_default: bool,
}

/// The tables of a database, whose rows are checked strictly.
pub(super) fn tables(db: &Connection) -> rusqlite::Result<Vec<Table>> {
    let mut list = db.prepare(
        "SELECT name, wr FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )?;
    let list = list.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    list.map(|table| {
        let (name, is_without_number): (String, bool) = table?;
        let mut columns = db.prepare(
            "SELECT name, type, \"notnull\", dflt_value IS NOT NULL, pk FROM pragma_table_info(?1)
             ORDER BY cid",
        )?;
        let columns = columns.query_map([&name], |row| {
            let holds = match row.get_ref(1)?.as_str()? {
                "INTEGER" => Type::Integer,
                "BLOB" => Type::Blob,
                _ => Type::Text,
            };
            let is_key: bool = row.get(4)?;
            let is_number = is_key && holds == Type::Integer && !is_without_number;
            Ok(Column {
                name: row.get(0)?,
                holds,
                is_key,
                is_number,
                may_be_null: !row.get::<_, bool>(2)? && !is_key,
                has_default: row.get(3)?,
            })
        })?;
        let mut columns = columns.collect::<rusqlite::Result<Vec<_>>>()?;
        // A key of several columns has a separate index.
        if columns.iter().filter(|column| column.is_key).count() > 1 {
            for column in &mut columns {
                column.is_number = false;
            }
        }
        let inserts = (0..=columns.len()).map(|count| insert(&name, &columns[..count])).collect();
        let kind = if is_without_number { Kind::Index } else { Kind::Table };
        Ok(Table { name, kind, columns, inserts })
    })
    .collect()
}

fn insert(table: &str, columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|it| &*it.name).collect();
    let places: Vec<String> = (1..=columns.len()).map(|it| format!("?{it}")).collect();
    format!("INSERT OR IGNORE INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "))
}

impl Table {
    /// Whether a page belongs to this table: at least one of its rows does, or it has no rows.
    pub(super) fn is_of(&self, page: &Page) -> bool {
        page.kind == self.kind
            && (page.cells.is_empty() || page.cells.iter().any(|cell| self.fits(cell)))
    }

    /// The row, if all of it is valid.
    pub(super) fn row(&self, cell: Cell) -> Option<Vec<Value>> {
        if !self.fits(&cell) {
            return None;
        }
        let Cell { row, columns, .. } = cell;
        let number = self.columns.iter().position(|column| column.is_number);
        let with_number =
            |(at, value)| if Some(at) == number { Value::Integer(row) } else { value };
        Some(columns.into_iter().enumerate().map(with_number).collect())
    }

    /// The statement that inserts a row with this number of columns.
    pub(super) fn insert(&self, columns: usize) -> &str {
        &self.inserts[columns]
    }

    /// Whether its rows are pieces of history, which begin with a number without meaning.
    pub(super) fn is_of_pieces(&self) -> bool {
        ["recent", "history"].contains(&&*self.name)
    }

    /// Whether its rows grant access.
    pub(super) fn is_secret(&self) -> bool {
        ["keys", "secrets", "enrolments"].contains(&&*self.name)
    }

    /// Revokes a key.
    pub(super) fn revoke(&self, row: &mut [Value]) {
        let position = |name| self.columns.iter().position(|column| column.name == name);
        if let (Some(created), Some(revoked)) = (position("created_at"), position("revoked_at")) {
            row[revoked] = row[created].clone();
        }
    }

    fn fits(&self, cell: &Cell) -> bool {
        let values = &cell.columns;
        if values.len() > self.columns.len() {
            return false;
        }
        // A column that was added later is missing in older rows.
        let later_fit =
            self.columns[values.len()..].iter().all(|it| it.may_be_null || it.has_default);
        later_fit
            && self.columns.iter().zip(values).all(|(column, value)| column.fits(value))
            && self
                .columns
                .iter()
                .zip(values)
                .all(|(column, value)| makes_sense(&self.name, &column.name, value))
    }
}

impl Column {
    fn fits(&self, value: &Value) -> bool {
        match value.data_type() {
            Type::Null => self.is_number || self.may_be_null,
            found => found == self.holds && !self.is_number,
        }
    }
}

/// Whether a value is valid for its column.
fn makes_sense(table: &str, column: &str, value: &Value) -> bool {
    match (table, column, value) {
        ("recent", "sealed", Value::Blob(bytes)) => {
            packed::verify_checksum(EntryGrouping::Push, bytes).is_ok()
        }
        ("history", "sealed", Value::Blob(bytes)) => {
            packed::verify_checksum(EntryGrouping::Tag, bytes).is_ok()
        }
        ("keys" | "enrolments", "hash", Value::Blob(bytes))
        | ("secrets", "secret", Value::Blob(bytes))
        | ("idempotency", "body_hash", Value::Blob(bytes)) => bytes.len() == 32,
        ("keys" | "enrolments", "permissions", Value::Text(text)) => {
            is_json::<Vec<Permission>>(text)
        }
        ("keys" | "enrolments", "projects", Value::Text(text)) => is_json::<Vec<String>>(text),
        ("projects", "resource", Value::Text(text)) => is_json::<Project>(text),
        ("streams", "head", Value::Text(text)) => is_json::<NewestSnapshot>(text),
        ("streams", "stream_id", Value::Text(text)) => Uuid::parse_str(text).is_ok(),
        ("live", "sealed", Value::Blob(bytes)) => {
            packed::verify_checksum(EntryGrouping::View, bytes).is_ok()
        }
        ("live", "value", Value::Text(text)) => is_json::<TagValue>(text),
        ("versions" | "staged", "hash", Value::Text(text))
        | ("exports", "file" | "artifact", Value::Text(text)) => FileHash::parse(text).is_some(),
        (_, column, Value::Integer(millis)) if column.ends_with("_at") => {
            Timestamp::from_millis(*millis).is_some()
        }
        ("tags", "history_count", Value::Integer(count)) => u32::try_from(*count).is_ok(),
        ("versions", "number", Value::Integer(number)) => u32::try_from(*number).is_ok(),
        _ => true,
    }
}

fn is_json<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_ok()
}

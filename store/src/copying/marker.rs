//! The marker of a copy in its destination: the source, and the progress. It is deleted at the end.

use rusqlite::{ToSql, types::Value};

use super::{copy_store::CopyStore, tables::Table};
use crate::{
    StoreError,
    messages::{StoreOperation, UnexpectedState},
    sql::{Db, OptionalExtension},
};

/// Its table: a row for each started table, by its name, and one for the whole copy, with an empty
/// name.
pub(super) const TABLE: &str = "copying";
const MAKE: &str = "CREATE TABLE copying (step text PRIMARY KEY, behind text NOT NULL)";
/// The row with the source of the copy, and the one that requires a new start.
const SOURCE: &str = "";
const START_OVER: &str = "start over";

/// A started copy.
#[derive(Debug)]
pub(super) struct Marker(());

impl Marker {
    /// Starts a copy, or continues the started one. Refused if there is other data.
    pub(super) fn set(
        writing: &CopyStore,
        source: &str,
        target: &str,
        tables: &[Table],
    ) -> Result<Self, StoreError> {
        let refused = |found| StoreError::broken(&StoreOperation::Using, found);
        writing.transaction(|db| {
            if !is_begun(db)? {
                // The destination folder contains only the result of an earlier copy that was
                // almost complete.
                if writing.is_a_copys_own() {
                    empty(db, tables)?;
                } else if has_rows(db, tables)? {
                    return Err(refused(UnexpectedState::DataThere { place: target.to_owned() }));
                }
                writing.make(db, MAKE)?;
                set(db, SOURCE, source)?;
                return Ok(());
            }
            let of: Option<String> = step(db, SOURCE)?;
            if let Some(of) = of.filter(|of| of != source) {
                let place = target.to_owned();
                return Err(refused(UnexpectedState::CopyOfAnother { place, of }));
            }
            if step(db, START_OVER)?.is_some() {
                empty(db, tables)?;
                db.execute("DELETE FROM copying", [])?;
                set(db, SOURCE, source)?;
            }
            Ok(())
        })?;
        Ok(Self(()))
    }

    /// The key of the last copied row of a table; `None` if no row was copied.
    #[expect(clippy::unused_self, reason = "only what has begun has a last row")]
    pub(super) fn behind(
        &self,
        writing: &CopyStore,
        table: &Table,
    ) -> Result<Option<Vec<Value>>, StoreError> {
        let Some(text) = writing.transaction(|db| step(db, &table.name))? else { return Ok(None) };
        let key: Vec<serde_json::Value> = serde_json::from_str(&text)
            .map_err(|error| StoreError::broken(&StoreOperation::Using, error))?;
        let value = |part: serde_json::Value| match part {
            serde_json::Value::String(text) => Value::Text(text),
            number => number.as_i64().map_or(Value::Null, Value::Integer),
        };
        Ok(Some(key.into_iter().map(value).collect()))
    }

    /// Requires a new start at the next run, because the copied data differs from the source.
    #[expect(clippy::unused_self, reason = "only what has begun can start over")]
    pub(super) fn start_over(&self, writing: &CopyStore) -> Result<(), StoreError> {
        writing.transaction(|db| set(db, START_OVER, START_OVER))
    }
}

/// Whether a copy into this store was started but not completed.
pub(crate) fn is_begun(db: Db<'_>) -> Result<bool, StoreError> {
    has_table(db, TABLE)
}

/// Whether a store has a table of this name.
pub(super) fn has_table(db: Db<'_>, name: &str) -> Result<bool, StoreError> {
    let sql = match db {
        Db::Sqlite(_) => "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
        Db::Postgres(_) => {
            "SELECT 1 FROM pg_catalog.pg_tables
             WHERE schemaname = current_schema() AND tablename::text = ?1"
        }
    };
    Ok(db.prepare_cached(sql)?.exists([name])?)
}

/// Records the key after which the next run continues.
pub(super) fn set_behind(db: Db<'_>, table: &Table, key: &[Value]) -> Result<(), StoreError> {
    let part = |part: &Value| match part {
        Value::Text(text) => serde_json::Value::from(text.as_str()),
        Value::Integer(number) => (*number).into(),
        _ => serde_json::Value::Null,
    };
    let key: Vec<_> = key.iter().map(part).collect();
    set(db, &table.name, &serde_json::Value::from(key).to_string())
}

fn set(db: Db<'_>, step: &str, behind: &str) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO copying (step, behind) VALUES (?1, ?2)
         ON CONFLICT (step) DO UPDATE SET behind = ?2",
        [step, behind],
    )?;
    Ok(())
}

fn step(db: Db<'_>, step: &str) -> Result<Option<String>, StoreError> {
    let sql = "SELECT behind FROM copying WHERE step = ?1";
    Ok(db.query_row(sql, [step], |row| row.get(0)).optional()?)
}

fn has_rows(db: Db<'_>, tables: &[Table]) -> Result<bool, StoreError> {
    for table in tables {
        let one: [&dyn ToSql; 1] = [&1];
        if db.prepare_cached(&table.select(false))?.exists(&one[..])? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn empty(db: Db<'_>, tables: &[Table]) -> Result<(), StoreError> {
    let names = tables.iter().map(|table| &*table.name);
    match db {
        Db::Sqlite(_) => {
            for name in names {
                db.execute(&format!("DELETE FROM {name}"), [])?;
            }
        }
        // This takes no time, independent of the number of rows.
        Db::Postgres(session) => {
            session.batch(&format!("TRUNCATE {}", names.collect::<Vec<_>>().join(", ")))?;
        }
    }
    Ok(())
}

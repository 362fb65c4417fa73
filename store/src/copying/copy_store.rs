//! One of the two stores of a copy: its rows, without the rules of the operations.

use std::{collections::BTreeMap, fs, path::PathBuf};

use rusqlite::Connection;
use tagbridge_system::sync_folder;

use super::{
    marker,
    tables::{INSTANCES, OF_THE_DATABASE, Table},
};
use crate::{
    DataPlace, Postgres, Sqlite, StoreError,
    messages::{StoreOperation, UnexpectedState},
    sql::{Db, OptionalExtension},
};

/// The folder in a data folder in which the new database file is created.
const FOLDER: &str = "copying";

/// A store whose rows are read or written.
#[derive(Debug)]
pub(super) enum CopyStore {
    /// The embedded file.
    Sqlite {
        db: Connection,
        /// Whether only copies write to it, and no service uses it yet.
        is_a_copys_own: bool,
    },
    Postgres(Box<Postgres>),
}

impl CopyStore {
    /// Opens the source, and brings it up to date.
    pub(super) fn source(place: &DataPlace) -> Result<Self, StoreError> {
        Ok(match place.server() {
            Some(server) => {
                // A database of an older program that is in use is not changed.
                check_unserved(&Postgres::as_it_is(server)?)?;
                Self::Postgres(Box::new(Postgres::open(server)?))
            }
            None => Self::Sqlite { db: Sqlite::apart(place.data())?, is_a_copys_own: false },
        })
    }

    /// The store that is copied into, with its tables. The embedded file is created under a name
    /// that no service opens.
    pub(super) fn target(place: &DataPlace) -> Result<Self, StoreError> {
        Ok(match place.server() {
            Some(server) => {
                check_unserved(&Postgres::as_it_is(server)?)?;
                Self::Postgres(Box::new(Postgres::open_begun(server)?))
            }
            None => Self::Sqlite { db: Sqlite::apart(&folder(place))?, is_a_copys_own: true },
        })
    }

    pub(super) fn is_a_copys_own(&self) -> bool {
        matches!(self, Self::Sqlite { is_a_copys_own: true, .. })
    }

    /// Runs work in one transaction: durable when this returns `Ok`.
    pub(super) fn transaction<T>(
        &self,
        work: impl FnOnce(Db<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self {
            Self::Sqlite { db, .. } => {
                let transaction = db.unchecked_transaction()?;
                let done = work(Db::Sqlite(&transaction))?;
                transaction.commit()?;
                Ok(done)
            }
            Self::Postgres(postgres) => postgres.apart(work),
        }
    }

    /// Creates or drops a table.
    #[expect(clippy::unused_self, reason = "both databases understand it")]
    pub(super) fn make(&self, db: Db<'_>, sql: &str) -> Result<(), StoreError> {
        match db {
            Db::Sqlite(db) => db.execute_batch(sql)?,
            Db::Postgres(session) => session.batch(sql)?,
        }
        Ok(())
    }

    /// Refuses a database that is in use, or that has other tables or columns than the copied ones:
    /// data would be lost.
    pub(super) fn check(&self, tables: &[Table]) -> Result<(), StoreError> {
        self.check_unserved()?;
        let Self::Postgres(postgres) = self else { return Ok(()) };
        let found = postgres.apart(columns)?;
        for table in tables {
            let mut columns = table.columns.clone();
            columns.sort();
            if found.get(&table.name) != Some(&columns) {
                return Err(other_table(&table.name));
            }
        }
        match found.keys().find(|name| !tables.iter().any(|table| table.name == **name)) {
            Some(name) => Err(other_table(name)),
            None => Ok(()),
        }
    }

    /// Refuses a database that is in use.
    pub(super) fn check_unserved(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite { .. } => check_not_served(self.transaction(served_by)?),
            Self::Postgres(postgres) => check_unserved(postgres),
        }
    }
}

fn check_unserved(postgres: &Postgres) -> Result<(), StoreError> {
    check_not_served(postgres.apart(served_by)?)
}

fn check_not_served(by: Option<String>) -> Result<(), StoreError> {
    match by {
        Some(by) => Err(StoreError::broken(&StoreOperation::Using, UnexpectedState::Served { by })),
        None => Ok(()),
    }
}

fn other_table(name: &str) -> StoreError {
    StoreError::broken(
        &StoreOperation::Using,
        UnexpectedState::OtherTable { table: name.to_owned() },
    )
}

/// The services that report that they use this database, by its clock.
fn served_by(db: Db<'_>) -> Result<Option<String>, StoreError> {
    if !marker::has_table(db, INSTANCES)? {
        return Ok(None);
    }
    let works = match db {
        // An earlier service has ended: the copy has claimed the folder.
        Db::Sqlite(_) => "serves = 0 AND lease_until > unixepoch('subsec') * 1000",
        Db::Postgres(_) => "lease_until > extract(epoch FROM clock_timestamp()) * 1000",
    };
    let sql = format!("SELECT name FROM {INSTANCES} WHERE {works} LIMIT 1");
    Ok(db.query_row(&sql, [], |row| row.get(0)).optional()?)
}

/// The columns of each table of a PostgreSQL database, sorted, without partitions.
fn columns(db: Db<'_>) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
    let mut statement = db.prepare_cached(
        "SELECT relname::text, attname::text
         FROM pg_catalog.pg_class JOIN pg_catalog.pg_attribute ON attrelid = pg_class.oid
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
             AND NOT relispartition AND attnum > 0 AND NOT attisdropped",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))?;
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in rows {
        let (table, column) = row?;
        if !OF_THE_DATABASE.contains(&table.as_str()) {
            found.entry(table).or_default().push(column);
        }
    }
    for columns in found.values_mut() {
        columns.sort();
    }
    Ok(found)
}

/// Completes a copy: row numbers continue after the largest one, and the marker is deleted.
pub(super) fn finish(
    side: CopyStore,
    place: &DataPlace,
    tables: &[Table],
) -> Result<(), StoreError> {
    side.transaction(|db| {
        if let Db::Postgres(_) = db {
            set_numbers(db, tables)?;
        }
        side.make(db, &format!("DROP TABLE {}", marker::TABLE))
    })?;
    let CopyStore::Sqlite { db, .. } = side else { return Ok(()) };
    // Moves all committed data from the log to the file.
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    db.close().map_err(|(_, error)| StoreError::from(error))?;
    let (begun, whole) =
        (Sqlite::database_path(&folder(place)), Sqlite::database_path(place.data()));
    fs::rename(&begun, &whole)
        .and_then(|()| sync_folder(place.data()))
        .map_err(|error| StoreError::unavailable(&StoreOperation::EndingCopy, error))?;
    // The remaining file is empty.
    drop(fs::remove_dir_all(folder(place)));
    Ok(())
}

/// Continues PostgreSQL's row numbers after the largest one of each table. The number of a deleted
/// project is used until its values are deleted.
fn set_numbers(db: Db<'_>, tables: &[Table]) -> Result<(), StoreError> {
    let mut counted = db.prepare_cached(
        "SELECT relname::text, attname::text
         FROM pg_catalog.pg_class JOIN pg_catalog.pg_attribute ON attrelid = pg_class.oid
         WHERE relnamespace = current_schema()::regnamespace AND attidentity <> ''
             AND NOT relispartition",
    )?;
    let counted =
        counted.query_map([], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))?;
    for row in counted {
        let (table, column) = row?;
        if tables.iter().any(|known| known.name == table) {
            let also = match &*table {
                "projects" => "UNION ALL SELECT project FROM deleted_projects",
                _ => "",
            };
            db.query_row(
                &format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', '{column}'),
                         coalesce(max({column}), 1), max({column}) IS NOT NULL)
                     FROM (SELECT {column} FROM {table} {also}) AS numbers"
                ),
                [],
                |_| Ok(()),
            )?;
        }
    }
    Ok(())
}

fn folder(place: &DataPlace) -> PathBuf {
    place.data().join(FOLDER)
}

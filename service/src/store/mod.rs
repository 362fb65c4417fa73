//! What the service keeps: one SQLite file in the data directory.
//!
//! Constraints: an answer is given after its effect is durable (WAL, `synchronous=FULL`), one
//! writer at a time, readers never wait for it, and another process may write as well (`key
//! create` while the server runs), so nothing is cached between requests. Every function takes
//! `now`; the clock stays outside.

mod history;
mod idempotency;
mod keys;
mod live;
mod packed;
mod projects;
mod push;
mod requests;
mod schema;
mod sessions;
mod streams;
mod tags;
mod versions;

pub(crate) use history::history;
pub(crate) use idempotency::{BodyHash, Done, Scope, Stored, hash_body, recall, remember};
pub(crate) use keys::{authenticate, create_key, list_keys, revoke_key};
pub(crate) use live::live_values;
pub(crate) use projects::{
    Page, ProjectRef, all_projects, create_project, find_project, list_projects, read_project,
};
pub(crate) use push::{PushError, push};
pub(crate) use requests::{
    RequestError, expire_requests, has_expired_requests, request_tags, requested_tags,
};
pub(crate) use sessions::Conflict;
pub(crate) use versions::{File, NewVersion, VersionError, add_version, current_file, ingest};

pub use keys::{KeyInfo, NewKey, Secret};
pub use projects::NewProject;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// The name of the file in the data directory.
const FILE: &str = "service.sqlite";
/// How long a write waits for another process's.
const BUSY: Duration = Duration::from_secs(5);
/// Prepared statements kept by each connection.
const STATEMENTS: usize = 64;
/// Idle connections kept for reading.
const READERS: usize = 8;

/// Why the data directory could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data directory could not be made.
    #[error("creating the data directory {path}: {source}; choose one that you may write to")]
    Folder {
        /// Which one.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database could not be opened or brought up to date.
    #[error("opening {path}: {source}")]
    Open {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// The database was written by a newer version.
    #[error(
        "opening {path}: its schema is version {found}, this program knows up to {known}; \
         use the version that wrote it, or a newer one"
    )]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The file's version.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// A key was to be scoped to a project that there is not.
    #[error("creating the key: there is no project `{id}`; scope it to one that is there")]
    UnknownProject {
        /// The id that is none.
        id: String,
    },
    /// A read or a write failed; nothing of it is stored.
    #[error("using the service's database: {0}")]
    Database(#[from] rusqlite::Error),
}

/// The database: one connection that writes, a few that read.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
}

impl Store {
    /// Opens the database in `data_dir`, making both where they are missing.
    pub(crate) fn open(data_dir: &Path) -> Result<Self, StoreError> {
        create_private_folder(data_dir)
            .map_err(|source| StoreError::Folder { path: data_dir.to_owned(), source })?;
        let path = data_dir.join(FILE);
        let failed = |source| StoreError::Open { path: path.clone(), source };
        let mut writer = connect(&path).map_err(failed)?;
        writer.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
        let found = schema::migrate(&mut writer).map_err(failed)?;
        if found > schema::VERSION {
            return Err(StoreError::Newer { path, found, known: schema::VERSION });
        }
        Ok(Self { path, writer: Mutex::new(writer), readers: Mutex::default() })
    }

    /// Whether there is a database in `data_dir`.
    pub(crate) fn is_in(data_dir: &Path) -> bool {
        data_dir.join(FILE).is_file()
    }

    /// Runs `read` on one consistent state of the data. Blocks.
    pub(crate) fn read<T, E: From<rusqlite::Error>>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let pooled = lock(&self.readers).pop();
        let mut connection = match pooled {
            Some(connection) => connection,
            None => connect(&self.path)?,
        };
        let transaction = connection.transaction()?;
        let result = read(&transaction);
        drop(transaction);
        let mut readers = lock(&self.readers);
        if readers.len() < READERS {
            readers.push(connection);
        }
        result
    }

    /// Runs `write` in one transaction: durable when this returns `Ok`, without a trace when not.
    /// Blocks until other writes are done.
    pub(crate) fn write<T, E: From<rusqlite::Error>>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut writer = lock(&self.writer);
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = write(&transaction)?;
        transaction.commit()?;
        Ok(result)
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// A panic elsewhere leaves a connection usable: its transaction was rolled back on the way.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Only its owner may look into a data directory that is made here.
fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Reads a column that this module wrote as JSON.
fn json<T: serde::de::DeserializeOwned>(
    row: &rusqlite::Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?;
    serde_json::from_slice(text.as_bytes()?).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, text.data_type(), error.into())
    })
}

/// Writes what cannot fail to be JSON: our own types, whose keys are all text.
fn to_json<T: serde::Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// Reads a column that this module wrote as milliseconds since 1970.
fn timestamp(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<tagbridge_api::Timestamp> {
    let millis = row.get(column)?;
    tagbridge_api::Timestamp::from_millis(millis)
        .ok_or(rusqlite::Error::IntegralValueOutOfRange(column, millis))
}

#[cfg(test)]
mod tests;

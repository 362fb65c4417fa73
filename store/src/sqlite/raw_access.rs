//! The embedded file for copies of all data, without the rules of the operations.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{FILE, Sqlite, connect, schema};
use crate::StoreError;

impl Sqlite {
    /// The path of the file in a data folder, even if it does not exist.
    pub(crate) fn database_path(data: &Path) -> PathBuf {
        data.join(FILE)
    }

    /// A connection to the database in `data`, which is checked, upgraded to this version, and
    /// created if it is missing.
    pub(crate) fn apart(data: &Path) -> Result<Connection, StoreError> {
        drop(Self::open(data)?);
        Ok(connect(&Self::database_path(data))?)
    }

    /// The current tables, without rows and without a file.
    pub(crate) fn empty() -> Result<Connection, StoreError> {
        let mut db = Connection::open_in_memory()?;
        schema::migrate(&mut db)?;
        Ok(db)
    }
}

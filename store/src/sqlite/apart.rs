//! The embedded file for who copies all of it, without the rules of the duties.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{FILE, Sqlite, connect, schema};
use crate::{Files, StoreError};

impl Sqlite {
    /// The file in a data folder, whether it is there or not.
    pub(crate) fn file_in(data: &Path) -> PathBuf {
        data.join(FILE)
    }

    /// A connection to the database in `data`, which is sound and of this version, and is made where it is
    /// missing.
    pub(crate) fn apart(data: &Path) -> Result<Connection, StoreError> {
        drop(Self::open(data)?);
        Ok(connect(&Self::file_in(data))?)
    }

    /// The tables of now, without rows and without a file.
    pub(crate) fn empty() -> Result<Connection, StoreError> {
        let mut db = Connection::open_in_memory()?;
        // There are no rows that name files.
        schema::migrate(&mut db, &Files::in_folder(Path::new("")))?;
        Ok(db)
    }
}

//! The search index: one SQLite file for each version, in `index/` of the data folder, for both
//! kinds of store.
//!
//! An index file is derived data: it is not backed up, and is created again if it is missing. It is
//! written under a temporary name and renamed when it is complete, so that readers see all of it or
//! none. A file that cannot be read is deleted and created again.

mod build;
mod query;

use std::{
    collections::VecDeque,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use rusqlite::{Connection, OpenFlags};
use tagbridge_system::create_private_folder;

use crate::{StoreError, messages::StoreOperation};

/// The folder's name in the data folder.
const FOLDER: &str = "index";
/// The version of the columns: other programs use another one.
const SCHEMA: u32 = 3;
/// Minimum number of pieces of a term for which the number is stored.
const FREQUENT: u32 = 200;
/// Maximum number of files, the most recently used …
const FILES_MAX: usize = 50;
/// … with this total size in bytes.
const BYTES_MAX: u64 = 2 << 30;
/// Maximum number of open files.
const OPEN_MAX: usize = 8;
/// Idle connections kept to each.
const READERS_MAX: usize = 4;

/// An entry of the index.
#[derive(Debug, Clone, Default)]
pub struct SearchEntry {
    /// The displayed part, as the caller encodes it.
    pub shown: String,
    /// The order of equal scores: its path, then its number.
    pub order: (String, u32),
    /// Words without their endings, from comments.
    pub comment: String,
    /// Words from names.
    pub names: String,
    /// Words from descriptions.
    pub descriptions: String,
    /// Words from code.
    pub code: String,
    /// Its exact name, in lower case; parts of it are found, too.
    pub called: Vec<String>,
    /// Its addresses, as the caller writes them.
    pub addresses: Vec<String>,
}

/// A search result.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchHit {
    /// Its number among the entries, from 0.
    pub number: u32,
    /// The displayed part.
    pub shown: String,
    /// Score, 0 to 1, comparable only within one result.
    pub score: f64,
}

/// The query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchTerms {
    /// The exact name, in lower case.
    pub called: String,
    /// An address, as the entries write it.
    pub address: Option<String>,
    /// A part of a name, in lower case.
    pub fragment: Option<String>,
    /// Words.
    pub words: Vec<String>,
}

/// The files of all versions in one data folder.
#[derive(Debug)]
pub struct SearchFiles {
    folder: PathBuf,
    open: Mutex<VecDeque<(String, Arc<SearchIndex>)>>,
}

/// The index of one version.
#[derive(Debug)]
pub struct SearchIndex {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
}

impl SearchFiles {
    /// The index files in this data folder. The folder is created with the first file.
    pub fn in_folder(data: &Path) -> Self {
        Self { folder: data.join(FOLDER), open: Mutex::default() }
    }

    /// A version's index; `None` if it must be created: it is missing, of another schema, or
    /// damaged. Blocks.
    pub fn find(&self, version: &str) -> Option<Arc<SearchIndex>> {
        let mut open = lock(&self.open);
        if let Some(at) = open.iter().position(|(id, _)| id == version) {
            let found = open.remove(at)?;
            let index = found.1.clone();
            open.push_front(found);
            // Another process may have deleted the file.
            return index.path.is_file().then_some(index);
        }
        drop(open);
        let path = self.path(version);
        let index = SearchIndex { path: path.clone(), readers: Mutex::default() };
        let verdict = index.with(|connection| {
            let verdict: String =
                connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
            let schema: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
            Ok(verdict == "ok" && schema == SCHEMA)
        });
        if !matches!(verdict, Ok(true)) {
            self.remove(version);
            return None;
        }
        // Records the time of use.
        let touched = fs::File::options().append(true).open(&path);
        drop(touched.and_then(|file| file.set_modified(SystemTime::now())));
        Some(self.keep(version, index))
    }

    /// Creates a version's index of these entries. Blocks.
    pub fn build(
        &self,
        version: &str,
        entries: &[SearchEntry],
    ) -> Result<Arc<SearchIndex>, StoreError> {
        let path = self.path(version);
        let doing = StoreOperation::Indexing { path: &path };
        create_private_folder(&self.folder)
            .map_err(|error| StoreError::unavailable(&doing, error))?;
        let begun = tempfile::NamedTempFile::new_in(&self.folder)
            .map_err(|error| StoreError::unavailable(&doing, error))?
            .into_temp_path();
        build::write(&begun, entries).map_err(|error| StoreError::unavailable(&doing, error))?;
        begun.persist(&path).map_err(|error| StoreError::unavailable(&doing, error.error))?;
        // Leftover files only use disk space.
        drop(self.make_room());
        let index = SearchIndex { path, readers: Mutex::default() };
        Ok(self.keep(version, index))
    }

    /// Deletes a version's index, because it cannot be used. Blocks.
    pub fn remove(&self, version: &str) {
        lock(&self.open).retain(|(id, _)| id != version);
        // If it cannot be deleted, it is replaced when it is created again.
        drop(fs::remove_file(self.path(version)));
    }

    fn keep(&self, version: &str, index: SearchIndex) -> Arc<SearchIndex> {
        let index = Arc::new(index);
        let mut open = lock(&self.open);
        open.retain(|(id, _)| id != version);
        open.push_front((version.to_owned(), index.clone()));
        open.truncate(OPEN_MAX);
        index
    }

    /// Deletes the files that were not used for the longest time, and files of other programs and
    /// of crashes.
    fn make_room(&self) -> io::Result<()> {
        let ending = format!("-{SCHEMA}.sqlite");
        let mut kept = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let (path, meta) = {
                let entry = entry?;
                (entry.path(), entry.metadata()?)
            };
            let used = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let is_ours = path.to_string_lossy().ends_with(&ending);
            let is_old = used.elapsed().is_ok_and(|gone| gone.as_secs() > 3600);
            if is_ours {
                kept.push((used, meta.len(), path));
            } else if is_old {
                fs::remove_file(path)?;
            }
        }
        kept.sort_unstable_by(|one, other| other.cmp(one));
        let mut bytes = 0;
        for (at, (_, size, path)) in kept.iter().enumerate() {
            bytes += size;
            if at >= FILES_MAX || (at > 0 && bytes > BYTES_MAX) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn path(&self, version: &str) -> PathBuf {
        self.folder.join(format!("{version}-{SCHEMA}.sqlite"))
    }
}

impl SearchIndex {
    fn with<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let pooled = lock(&self.readers).pop();
        let connection = match pooled {
            Some(connection) => connection,
            None => Connection::open_with_flags(
                &self.path,
                OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
            )?,
        };
        let found = work(&connection)?;
        let mut readers = lock(&self.readers);
        if readers.len() < READERS_MAX {
            readers.push(connection);
        }
        Ok(found)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

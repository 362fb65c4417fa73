//! The store in one SQLite file in the data folder.
//!
//! Constraints: a response is sent after its effect is durable (WAL, `synchronous=FULL`), one
//! writer at a time, readers never wait for it, and another process may write as well (`key create`
//! while the server runs), so nothing is cached between transactions.

mod copy;
mod error;
mod raw_access;
mod repair;
mod salvage;
mod schema;
mod shape;
mod steps;
mod writer;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rusqlite::Connection;

use self::{repair::DamageSuspicion, writer::Writer};
use crate::messages::{StoreOperation, UnexpectedState};
use crate::{
    Backend, Salvaged, StoreError, Transaction, TransactionEnd, TransactionScope,
    log_message::{LogMessage, event},
    sql::{Changes, Db},
};
use tagbridge_system::{create_private, create_private_folder};
use tagbridge_texts::Coded;

/// The name of the file in the data folder.
const FILE: &str = "service.sqlite";
/// Maximum wait for a write of another process.
const BUSY: Duration = Duration::from_secs(5);
/// Number of prepared statements that each connection keeps.
const STATEMENTS: usize = 96;
/// Maximum size of a file that is checked for damage when it is opened; a larger one is checked
/// while it is in use: [`Backend::check`].
const CHECKED_AT_ONCE: u64 = 32 << 20;
/// Number of pages of the log that are moved into the file at once: data that changes with each
/// push, such as the state of its stream, is written to the file once for many pushes. 32 MiB.
const LOG_PAGES: u32 = 8192;
/// Maximum number of idle read connections.
const READERS: usize = 8;

/// The database: one connection for writing, a few for reading.
#[derive(Debug)]
pub struct Sqlite {
    data: PathBuf,
    /// `None` while it is being repaired.
    open: RwLock<Option<Open>>,
    /// Damaged files that were set aside and not reported yet.
    set_aside: Mutex<Vec<Salvaged>>,
    /// The repaired file was also damaged: it is not repaired again.
    is_hopeless: AtomicBool,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    writer: Writer,
    readers: Mutex<Vec<Connection>>,
}

impl Sqlite {
    /// Opens the database in `data`, and creates both if they are missing. A damaged one is set
    /// aside, and its readable data is moved to a new one.
    pub fn open(data: &Path) -> Result<Self, StoreError> {
        create_private_folder(data).map_err(|source| {
            StoreError::unavailable(&StoreOperation::CreatingFolder { folder: data }, source)
        })?;
        let sqlite = Self {
            data: data.to_owned(),
            open: RwLock::default(),
            set_aside: Mutex::default(),
            is_hopeless: AtomicBool::new(false),
        };
        sqlite.run(|_| Ok(true))?;
        Ok(sqlite)
    }

    /// Copies the data of one folder to an empty one, consistently while a service uses it; returns
    /// the number of files in addition to the database. Verifies each byte of the copy. A failed
    /// copy leaves no files. Blocks.
    pub fn copy(from: &Path, to: &Path) -> Result<usize, StoreError> {
        copy::copy(from, to)
    }

    /// Whether there is a database in `data`.
    pub fn is_in(data: &Path) -> bool {
        data.join(FILE).is_file()
    }

    /// Runs work that returns `Ok(true)` after it was carried out; repeats it if the file was
    /// damaged and has been repaired.
    fn run(
        &self,
        mut work: impl FnMut(&Open) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let mut is_repaired = false;
        loop {
            let before = repair::count(&self.data);
            repair::take_worst_suspicion();
            let result = self.opened().and_then(|open| match &*open {
                Some(open) => work(open),
                None => Err(StoreError::unavailable(
                    &StoreOperation::Opening { path: &self.data.join(FILE) },
                    UnexpectedState::Repairing,
                )),
            });
            let is_damaged = match repair::take_worst_suspicion() {
                DamageSuspicion::Sound => false,
                DamageSuspicion::Perhaps => repair::is_damaged(&self.data.join(FILE)),
                DamageSuspicion::Damaged => true,
            };
            if is_damaged && is_repaired {
                self.is_hopeless.store(true, Ordering::Relaxed);
            }
            if !is_damaged || self.is_hopeless.load(Ordering::Relaxed) {
                return result.map(drop);
            }
            self.repair(before)?;
            is_repaired = true;
            if matches!(result, Ok(true)) {
                return Ok(());
            }
        }
    }

    fn opened(&self) -> Result<RwLockReadGuard<'_, Option<Open>>, StoreError> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if open.is_some() {
            return Ok(open);
        }
        drop(open);
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        if open.is_none() {
            *open = Some(Open::at(&self.data)?);
        }
        drop(open);
        Ok(self.open.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Repairs the database, unless another thread has done so since this number of files was set
    /// aside.
    fn repair(&self, before: usize) -> Result<(), StoreError> {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        // Every transaction has ended, and its connection is closed.
        *open = None;
        if let Some(set_aside) = repair::set_aside(&self.data, before)? {
            lock(&self.set_aside).push(set_aside);
        }
        Ok(())
    }
}

impl Open {
    fn at(data: &Path) -> Result<Self, StoreError> {
        let path = data.join(FILE);
        let opening = StoreOperation::Opening { path: &path }.message();
        let failed = |error| StoreError::from(error).while_doing(&opening);
        if copy::is_unfinished(data) {
            let name = copy::BEGUN.to_owned();
            return Err(StoreError::broken(&opening, UnexpectedState::CopyUnfinished { name }));
        }
        repair::finish(data)?;
        if repair::has_damaged_log(&path) {
            repair::suspect(DamageSuspicion::Damaged);
            return Err(StoreError::broken(&opening, UnexpectedState::DamagedLog));
        }
        make_private(&path).map_err(|error| StoreError::unavailable(&opening, error))?;
        let mut writer = connect(&path).map_err(failed)?;
        writer.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
        let before = schema::found(&writer).map_err(failed)?;
        let size = fs::metadata(&path).map_or(0, |meta| meta.len());
        if before != 0 && size <= CHECKED_AT_ONCE && repair::is_damaged(&path) {
            repair::suspect(DamageSuspicion::Damaged);
            return Err(StoreError::broken(&opening, UnexpectedState::Damaged));
        }
        if before != schema::VERSION {
            let (version, is_whole) =
                schema::version_of(&schema::made_by(&writer).map_err(failed)?)?;
            if is_whole && version != before {
                repair::suspect(DamageSuspicion::Damaged);
                let damaged =
                    format!("it says that its schema is {before}, and has that of {version}");
                return Err(StoreError::broken(&opening, damaged));
            }
        }
        if (1..schema::FIRST).contains(&before) {
            let older = UnexpectedState::Older { found: before, known: schema::FIRST };
            return Err(StoreError::broken(&opening, older));
        }
        if (1..schema::VERSION).contains(&before) {
            let copy = data.join(format!("before-{}-{FILE}", schema::VERSION));
            copy::copy_database(&path, &copy).map_err(|error| error.while_doing(&opening))?;
            event!(info, LogMessage::Copied, copy = %copy.display());
        }
        let found = schema::migrate(&mut writer).map_err(failed)?;
        if found > schema::VERSION {
            let newer = UnexpectedState::Newer { found, known: schema::VERSION };
            return Err(StoreError::broken(&opening, newer));
        }
        // Data that a savepoint may roll back is in memory, not in a temporary file.
        writer.pragma_update(None, "temp_store", "memory").map_err(failed)?;
        Ok(Self { path, writer: Writer::on(writer), readers: Mutex::default() })
    }

    fn read(&self, work: &mut dyn FnMut(&Transaction<'_>)) -> Result<(), StoreError> {
        let pooled = lock(&self.readers).pop();
        let mut connection = match pooled {
            Some(connection) => connection,
            None => connect(&self.path)?,
        };
        let transaction = connection.transaction()?;
        work(&Transaction(Db::Sqlite(&transaction), &Changes::default()));
        drop(transaction);
        let mut readers = lock(&self.readers);
        if readers.len() < READERS {
            readers.push(connection);
        }
        Ok(())
    }
}

impl Backend for Sqlite {
    // Only the statements check the organization: the file belongs to its owner, who can read all
    // of it.
    fn read(
        &self,
        _of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>),
    ) -> Result<(), StoreError> {
        self.run(|open| open.read(work).map(|()| false))
    }

    fn write(
        &self,
        _of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>) -> TransactionEnd,
    ) -> Result<(), StoreError> {
        self.run(|open| open.writer.write(work))
    }

    fn check(&self) -> Result<(), StoreError> {
        self.run(|open| {
            if repair::is_damaged(&open.path) {
                repair::suspect(DamageSuspicion::Damaged);
            }
            Ok(true)
        })
    }

    fn set_aside(&self) -> Vec<Salvaged> {
        std::mem::take(&mut *lock(&self.set_aside))
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Makes the database readable only by its owner, for any permissions of the folder: SQLite gives
/// the files next to it the same permissions.
fn make_private(path: &Path) -> io::Result<()> {
    match create_private(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        outcome => return outcome.map(drop),
    }
    for suffix in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(suffix);
        match tagbridge_system::make_private(file.as_ref()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// A panic elsewhere leaves a connection usable: its transaction was rolled back during the
/// unwinding.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
pub(crate) use self::{schema::in_memory, tests::Shared};

#[cfg(test)]
impl Sqlite {
    pub(crate) fn writer<T>(&self, work: impl FnOnce(&Connection) -> T) -> T {
        let open = self.opened().unwrap();
        open.as_ref().unwrap().writer.with(work)
    }
}

#[cfg(test)]
mod damage;
#[cfg(test)]
mod tests;

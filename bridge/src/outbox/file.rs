//! Opens the file of an outbox: creates it if it does not exist, checks it otherwise.

use std::{fs, io, path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags, config::DbConfig};
use url::Url;

use super::{
    OutboxError, mark_file::MarkedState, salvage::with_suffix, sql::write, stream::Stream,
};

/// The version of the schema. A file with a higher number was written by a newer program.
pub(super) const FORMAT: i64 = 5;

const SCHEMA: &str = "
    CREATE TABLE stream (
        id INTEGER PRIMARY KEY CHECK (id = 0),
        stream_id TEXT NOT NULL,
        project TEXT NOT NULL,
        next_sequence INTEGER NOT NULL, -- of rows
        lost INTEGER NOT NULL,
        shift INTEGER NOT NULL DEFAULT 0, -- rows that were numbered before this stream began
        unsent_from INTEGER, -- no row from here on was ever sent; NULL: any may have been
        running_ms INTEGER NOT NULL DEFAULT 0, -- when the newest row came, by the time that bridges ran
        depth INTEGER NOT NULL DEFAULT 0, -- rows that wait
        sum INTEGER NOT NULL DEFAULT 0 -- CRC-32 of the other columns
    ) STRICT;
    CREATE TABLE entry (
        sequence INTEGER PRIMARY KEY,
        appended_ms INTEGER NOT NULL,
        json_bytes INTEGER NOT NULL,
        body BLOB NOT NULL,
        running_ms INTEGER NOT NULL DEFAULT 0, -- when, by the time that bridges ran
        count INTEGER NOT NULL DEFAULT 1 -- snapshots in it, one after the other
    ) STRICT;
    CREATE TABLE loss (
        first INTEGER PRIMARY KEY,
        last INTEGER NOT NULL,
        cause TEXT NOT NULL,
        from_ms INTEGER, -- when the first of them was scanned
        to_ms INTEGER
    ) STRICT;
    PRAGMA user_version = 5;
";

/// The smallest page size of SQLite.
const PAGE_LEAST: u64 = 512;
/// The size of the smallest log that contains a page.
const FRAME_LEAST: u64 = 32 + 24 + PAGE_LEAST;

/// How long a reader waits for the bridge that writes.
const BUSY: Duration = Duration::from_secs(5);

/// Files up to this size are checked page by page when they are opened.
const CHECKED_UP_TO: i64 = 64 << 20;

/// Pages of the write-ahead log between two checkpoints. The log stays small, as it needs space on
/// a full disk.
const CHECKPOINT_EVERY: i64 = 256;

/// Refuses to create a new file if the former file, or its log, had undelivered snapshots. SQLite
/// would delete the log.
fn check_absent(path: &Path, note: Option<&MarkedState>) -> Result<(), Trouble> {
    let waited = note.is_some_and(|it| it.first < it.stored);
    if waited || length(&with_suffix(path, "-wal")) > FRAME_LEAST {
        return Err(Trouble::Damaged("its tables are gone".into()));
    }
    Ok(())
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |it| it.len())
}

/// Opens or creates the file, and returns whether it is new. A file of the current format is not
/// changed, and neither is its log when the connection is closed.
pub(super) fn open(
    path: &Path,
    project: &str,
    note: Option<&MarkedState>,
) -> Result<(Connection, bool), Trouble> {
    if length(path) < PAGE_LEAST {
        check_absent(path, note)?;
    }
    let mut db = Connection::open(path)?;
    // The damage may be only in the log. Then the log is needed to recover the snapshots.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "journal_size_limit", 2 << 20)?;
    db.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_EVERY)?;
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version != 0 && version != FORMAT {
        if note.is_some() {
            let damage = format!("it says that its format is {version}, which it is not");
            return Err(Trouble::Damaged(damage));
        }
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        return Err(Trouble::OtherFormat(version));
    }
    if version == 0 {
        check_absent(path, note)?;
        match note.filter(|it| it.project == project) {
            // All snapshots of the former file were delivered, so its stream continues.
            Some(it) => create(&mut db, &it.stream())?,
            None => create(&mut db, &Stream::new(project))?,
        }
    } else {
        check(&db)?;
    }
    Ok((db, version == 0))
}

/// Creates the tables of a new file, and its stream.
pub(super) fn create(db: &mut Connection, stream: &Stream) -> Result<(), Trouble> {
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 {
        return Err(Trouble::Damaged("it holds something else".into()));
    }
    let tx = write(db)?;
    tx.execute_batch(SCHEMA)?;
    stream.write(&tx)?;
    Ok(tx.commit()?)
}

/// Opens the file without changing it, and returns its stream. Returns `None` if nothing was ever
/// stored in it.
pub(super) fn open_to_read(
    path: &Path,
    is_in_use: bool,
) -> Result<Option<(Connection, Stream)>, Trouble> {
    let log = with_suffix(path, "-wal");
    let whole = std::path::absolute(path).ok().and_then(|it| Url::from_file_path(it).ok());
    let db = match whole {
        // Even a reader would create files next to a file that is not in use.
        Some(mut url) if !is_in_use && !log.exists() => {
            url.set_query(Some("immutable=1"));
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(url.as_str(), flags)?
        }
        _ => Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?,
    };
    db.busy_timeout(BUSY)?;
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version {
        0 => return Ok(None),
        FORMAT => {}
        other => return Err(Trouble::OtherFormat(other)),
    }
    // Reads one state of the file, even if the bridge writes meanwhile.
    db.execute_batch("BEGIN")?;
    let stream = Stream::read(&db)?;
    Ok(Some((db, stream)))
}

/// Why the file could not be opened or used.
#[derive(Debug)]
pub(super) enum Trouble {
    OtherFormat(i64),
    OtherProject { project: String, depth: u64 },
    Damaged(String),
    Disk(rusqlite::Error),
    File(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl Trouble {
    /// Converts SQLite's "read-only" to damage if the operating system allows writing: then the
    /// header of the file forbids it (SQLite file format §1.3.3), which our files never do.
    pub(super) fn of_header(self, path: &Path) -> Self {
        match self {
            Self::Disk(error)
                if error.sqlite_error_code() == Some(ErrorCode::ReadOnly)
                    && fs::OpenOptions::new().write(true).open(path).is_ok() =>
            {
                Self::Damaged("its header says that it may not be written".into())
            }
            other => other,
        }
    }

    pub(super) fn of(self, path: &Path) -> OutboxError {
        let path = path.to_owned();
        match self {
            Self::OtherFormat(version) if version < FORMAT => OutboxError::Older { path, version },
            Self::OtherFormat(version) => OutboxError::Newer { path, version },
            Self::OtherProject { project, depth } => {
                OutboxError::OtherProject { path, project, depth }
            }
            Self::Damaged(damage) => OutboxError::Damaged { path, damage },
            Self::Disk(source) => OutboxError::Disk { path, source },
            Self::File(source) => OutboxError::File { path, source },
        }
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        if super::error::is_damage(&error) {
            Self::Damaged(error.to_string())
        } else {
            Self::Disk(error)
        }
    }
}

/// Starts to use an intact file. An empty file of another project gets a new stream of this project.
pub(super) fn adopt(
    db: &mut Connection,
    stream: Stream,
    project: &str,
    is_new: bool,
) -> Result<Stream, Trouble> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    let sent = Stream {
        // Until the service has been asked: another bridge may have continued the stream from a
        // copy of this file.
        unsent_from: if is_new { None } else { Some(stream.unsent_from.unwrap_or(stream.next)) },
        ..stream.clone()
    };
    let adopted = if stream.project == project {
        sent
    } else if stream.depth > 0 {
        return Err(Trouble::OtherProject { project: stream.project, depth: stream.depth });
    } else {
        Stream::new(project)
    };
    let tx = write(db)?;
    if adopted.project != stream.project {
        tx.execute_batch("DELETE FROM loss")?;
    }
    adopted.write(&tx)?;
    tx.commit()?;
    Ok(adopted)
}

fn check(db: &Connection) -> Result<(), Trouble> {
    let pages: i64 = db.pragma_query_value(None, "page_count", |row| row.get(0))?;
    let page: i64 = db.pragma_query_value(None, "page_size", |row| row.get(0))?;
    if pages.saturating_mul(page) > CHECKED_UP_TO {
        return Ok(());
    }
    let verdict: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    match verdict.as_str() {
        "ok" => Ok(()),
        damage => Err(Trouble::Damaged(damage.to_owned())),
    }
}

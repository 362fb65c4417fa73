//! Opening the outbox's file: made if it is not there, checked if it is.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags, Transaction};
use url::Url;
use uuid::Uuid;

use super::{
    OutboxError,
    sql::{unsigned, write},
};

/// The shape of the tables; a file with a higher number is a newer program's.
const FORMAT: i64 = 3;

const SCHEMA: &str = "
    CREATE TABLE stream (
        id INTEGER PRIMARY KEY CHECK (id = 0),
        stream_id TEXT NOT NULL,
        project TEXT NOT NULL,
        next_sequence INTEGER NOT NULL, -- of rows
        lost INTEGER NOT NULL,
        shift INTEGER NOT NULL DEFAULT 0, -- rows that were numbered before this stream began
        unsent_from INTEGER -- no row from here on was ever sent; NULL: any may have been
    ) STRICT;
    CREATE TABLE entry (
        sequence INTEGER PRIMARY KEY,
        appended_ms INTEGER NOT NULL,
        json_bytes INTEGER NOT NULL,
        body BLOB NOT NULL,
        running_ms INTEGER NOT NULL DEFAULT 0 -- when, by the time that bridges ran
    ) STRICT;
    CREATE TABLE loss (
        first INTEGER PRIMARY KEY,
        last INTEGER NOT NULL,
        cause TEXT NOT NULL
    ) STRICT;
    PRAGMA user_version = 3;
";

/// What a file of the first format lacks.
const FROM_FIRST: &str = "
    ALTER TABLE stream ADD COLUMN shift INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE stream ADD COLUMN unsent_from INTEGER;
    ALTER TABLE entry ADD COLUMN running_ms INTEGER NOT NULL DEFAULT 0;
";

/// The same for whoever only reads: in front of the tables.
const READ_AS_SECOND: &str =
    "CREATE TEMP VIEW stream AS SELECT *, 0 AS shift, NULL AS unsent_from FROM main.stream";

/// How long reading waits for the bridge that writes.
const BUSY: Duration = Duration::from_secs(5);

/// Files up to this size are checked page by page when they are opened.
const CHECKED_UP_TO: i64 = 64 << 20;

/// Opens the file, or makes it. A file that another project has left empty becomes this project's,
/// with a stream of its own.
pub(super) fn open(path: &Path, project: &str) -> Result<Connection, Trouble> {
    let mut db = Connection::open(path)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "journal_size_limit", 8 << 20)?;
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > FORMAT {
        return Err(Trouble::Newer(version));
    }
    if version == 0 {
        create(&mut db, project)?;
    } else {
        check(&db)?;
        if version < FORMAT {
            let tx = write(&mut db)?;
            if version == 1 {
                tx.execute_batch(FROM_FIRST)?;
            }
            // Those of the second have bodies of another form, which are read as they are.
            tx.pragma_update(None, "user_version", FORMAT)?;
            tx.commit()?;
        }
        // Until the service was asked: whoever has a copy of this file may have gone on with it.
        db.execute("UPDATE stream SET unsent_from = coalesce(unsent_from, next_sequence)", [])?;
        adopt(&mut db, project)?;
    }
    Ok(db)
}

/// Opens the file as it is, and changes nothing; the project that it belongs to. `None`: nothing was
/// ever stored in it.
pub(super) fn open_to_read(
    path: &Path,
    is_in_use: bool,
) -> Result<Option<(Connection, String)>, Trouble> {
    let log = super::salvage::beside(path, "-wal");
    let whole = std::path::absolute(path).ok().and_then(|it| Url::from_file_path(it).ok());
    let db = match whole {
        // Even a reader would leave files beside one that is not open elsewhere.
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
        1 => db.execute_batch(READ_AS_SECOND)?,
        2 | FORMAT => {}
        newer => return Err(Trouble::Newer(newer)),
    }
    // One state of the file, whatever is written meanwhile.
    db.execute_batch("BEGIN")?;
    let project = db.query_row("SELECT project FROM stream", [], |row| row.get(0))?;
    Ok(Some((db, project)))
}

/// Why the file could not be opened or used.
#[derive(Debug)]
pub(super) enum Trouble {
    Newer(i64),
    OtherProject { project: String, depth: u64 },
    Damaged(String),
    Disk(rusqlite::Error),
}

impl Trouble {
    pub(super) fn of(self, path: &Path) -> OutboxError {
        let path = path.to_owned();
        match self {
            Self::Newer(version) => OutboxError::Newer { path, version },
            Self::OtherProject { project, depth } => {
                OutboxError::OtherProject { path, project, depth }
            }
            Self::Damaged(damage) => OutboxError::Damaged { path, damage },
            Self::Disk(source) => OutboxError::Disk { path, source },
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

fn create(db: &mut Connection, project: &str) -> Result<(), Trouble> {
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 {
        return Err(Trouble::Damaged("it holds something else".into()));
    }
    let tx = write(db)?;
    tx.execute_batch(SCHEMA)?;
    begin_stream(&tx, project)?;
    Ok(tx.commit()?)
}

fn adopt(db: &mut Connection, project: &str) -> Result<(), Trouble> {
    let owner: String = db.query_row("SELECT project FROM stream", [], |row| row.get(0))?;
    if owner == project {
        return Ok(());
    }
    let depth: i64 = db.query_row("SELECT count(*) FROM entry", [], |row| row.get(0))?;
    if depth > 0 {
        return Err(Trouble::OtherProject { project: owner, depth: unsigned(depth) });
    }
    let tx = write(db)?;
    tx.execute_batch("DELETE FROM loss; DELETE FROM stream;")?;
    begin_stream(&tx, project)?;
    Ok(tx.commit()?)
}

fn begin_stream(tx: &Transaction<'_>, project: &str) -> rusqlite::Result<usize> {
    let stream_id = Uuid::new_v4().to_string();
    tx.execute("INSERT INTO stream VALUES (0, ?1, ?2, 1, 0, 0, NULL)", [&*stream_id, project])
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

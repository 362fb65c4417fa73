//! What to do with a damaged file: set it aside, and save what can be read.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};
use tagbridge_api::Timestamp;

use super::{SetAside, body};

/// Renames the file with its side files, and writes its readable snapshots beside it.
pub(super) fn set_aside(path: &Path, damage: String, now: Timestamp) -> io::Result<SetAside> {
    let stamp: String =
        now.to_string().chars().filter(|it| !matches!(it, ':' | '.' | '-')).collect();
    let file = beside(path, &format!(".damaged-{stamp}"));
    std::fs::rename(path, &file)?;
    for side in ["-wal", "-shm"] {
        match std::fs::rename(beside(path, side), beside(&file, side)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    let rescue = beside(&file, ".jsonl");
    let (saved, saved_as) = match save(&file, &rescue) {
        Ok(saved) if saved > 0 => (saved, Some(rescue)),
        Ok(_) => {
            std::fs::remove_file(&rescue)?;
            (0, None)
        }
        Err(error) => {
            tracing::warn!(%error, file = %file.display(), "nothing could be saved of the damaged outbox");
            (0, None)
        }
    };
    Ok(SetAside { file, saved_as, saved, damage })
}

/// The path with something added to its last part.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

/// Writes each snapshot that can still be read as a line of JSON: from both ends of the table, as
/// a damaged page ends a walk over it.
fn save(damaged: &Path, rescue: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(File::create(rescue)?);
    // Not read-only: what is still in the write-ahead log belongs to it.
    let db = Connection::open_with_flags(damaged, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // Without this, SQLite does not even begin to read a file that is shorter than it should be.
    db.pragma_update(None, "writable_schema", true)?;
    let mut reached = 0;
    let mut saved = 0;
    for order in ["ASC", "DESC"] {
        let Ok(mut statement) =
            db.prepare(&format!("SELECT sequence, body FROM entry ORDER BY sequence {order}"))
        else {
            continue;
        };
        let mut rows = statement.query([])?;
        while let Ok(Some(row)) = rows.next() {
            let (Ok(sequence), Ok(packed)) = (row.get::<_, i64>(0), row.get::<_, Vec<u8>>(1))
            else {
                continue;
            };
            if order == "ASC" {
                reached = sequence;
            } else if sequence <= reached {
                break;
            }
            let number = u64::try_from(sequence)?;
            let stored = body::unpack(number, &packed).and_then(|it| it.unpack(number));
            if let Ok(snapshot) = stored {
                serde_json::to_writer(&mut out, &snapshot)?;
                out.write_all(b"\n")?;
                saved += 1;
            }
        }
    }
    out.into_inner()?.sync_all()?;
    Ok(saved)
}

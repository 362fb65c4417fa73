//! Handles a damaged file: sets it aside and continues its stream with the readable snapshots. The
//! other rows are reported as lost.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, Transaction};
use tagbridge_api::Timestamp;
use tagbridge_system::{sync_file, sync_folder};

use super::{
    LossCause, SetAside, block,
    carve::{Carved, carve},
    file::{self, Trouble},
    loss::{self, RowRange},
    mark_file::{MarkFile, MarkedState},
    rows::{self, Row},
    sql::write,
    stream::Stream,
};

/// Creates a new file with the readable snapshots, and renames the damaged one with its side files.
/// As soon as the new file has its second name, a start after a crash continues from there.
pub(super) fn set_aside(
    path: &Path,
    project: &str,
    damage: String,
    now: Timestamp,
) -> Result<SetAside, Trouble> {
    let aside = damaged_file_path(path, now);
    let note = MarkFile::open(&with_suffix(path, "-mark")).ok().and_then(|it| it.note().cloned());
    let begun = with_suffix(path, BEGUN);
    remove(&begun)?;
    let (saved, is_known) = rebuild(path, &begun, project, note.as_ref())?;
    let mut saved_as = None;
    if saved > 0 && !is_known {
        let lines = with_suffix(&aside, ".jsonl");
        write_lines(&begun, &lines)?;
        remove(&begun)?;
        create(&begun, project)?;
        saved_as = Some(lines);
    }
    sync_file(&begun)?;
    fs::rename(begun, with_suffix(path, REBUILT))?;
    finish(path, now)?;
    Ok(SetAside { file: aside, saved_as, saved, damage })
}

/// Creates a copy of an open file; [`finish`] replaces the file with it.
pub(super) fn copy(
    path: &Path,
    write: impl FnOnce(&Path) -> rusqlite::Result<()>,
) -> Result<(), Trouble> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let begun = with_suffix(path, BEGUN);
    remove(&begun)?;
    write(&begun)?;
    sync_file(&begun)?;
    Ok(fs::rename(begun, with_suffix(path, REBUILT))?)
}

/// Replaces the damaged file by the new one, also after a crash in between. The old log must be
/// renamed first: otherwise SQLite would write its pages into the new file.
pub(super) fn finish(path: &Path, now: Timestamp) -> io::Result<()> {
    let rebuilt = with_suffix(path, REBUILT);
    if !rebuilt.exists() {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    sync_folder(folder)?;
    let aside = damaged_file_path(path, now);
    for side in ["", "-wal", "-shm"] {
        match fs::rename(with_suffix(path, side), with_suffix(&aside, side)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    // The rename of the old files must be durable before the new one gets their name.
    sync_folder(folder)?;
    fs::rename(rebuilt, path)?;
    sync_folder(folder)
}

fn damaged_file_path(path: &Path, now: Timestamp) -> PathBuf {
    let stamp = now.to_string().replace([':', '.', '-'], "");
    with_suffix(path, &format!(".damaged-{stamp}"))
}

/// Appends a suffix to the file name of a path.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

/// The suffix of the new file until it is complete.
const BEGUN: &str = "-rebuilt";
/// The suffix of the complete file until it replaces the damaged one.
const REBUILT: &str = "-mended";

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Creates a new file. It needs no protection against a crash before it has its second name.
fn create(path: &Path, project: &str) -> Result<Connection, Trouble> {
    let mut db = Connection::open(path)?;
    db.pragma_update(None, "journal_mode", "OFF")?;
    db.pragma_update(None, "synchronous", "OFF")?;
    file::create(&mut db, &Stream::new(project))?;
    Ok(db)
}

/// Returns the number of recovered rows, and whether their stream is known.
fn rebuild(
    damaged: &Path,
    rebuilt: &Path,
    project: &str,
    note: Option<&MarkedState>,
) -> Result<(u64, bool), Trouble> {
    let mut db = create(rebuilt, project)?;
    let tx = write(&mut db)?;
    let first = note.map_or(0, |it| it.first);
    let mut saved = BTreeMap::new();
    let carved = if damaged.exists() || with_suffix(damaged, "-wal").exists() {
        // The log may exist without the file.
        File::options().create(true).truncate(false).write(true).open(damaged)?;
        carve(damaged, |row: Row| save(&tx, &row, first, &mut saved))?
    } else {
        Carved::default()
    };
    let known = stream(&carved, note);
    let is_known = known.is_some();
    let mut stream = known.unwrap_or_else(|| Stream::new(project));
    let above = saved.last_key_value().map_or(0, |it| it.0 + 1);
    let stored = stream.next.max(above);
    let saved: BTreeMap<u64, (i64, i64)> =
        saved.into_iter().map(|(number, it)| (number, it.times)).collect();
    let lowest = saved.keys().next().copied().unwrap_or(stored);
    let first =
        note.map_or_else(|| lowest.min(stored - stream.depth.min(stored - 1)), |it| it.first);
    let until_ms = note.map_or(0, |it| it.appended_ms);
    let mut lost = missing(first.max(stream.shift + 1)..stored, &saved, &carved, until_ms);
    stream.next = stored;
    if let Some(run) = note.and_then(MarkedState::unstored).filter(|it| it.first == stored) {
        stream.next = run.last + 1;
        lost.push((run, LossCause::Disk));
    }
    stream.lost += lost.iter().map(|it| it.0.len()).sum::<u64>();
    let earlier = carved.losses.iter().filter(|it| it.0.last < stored);
    for (run, cause) in earlier.chain(&lost) {
        loss::add(&tx, *run, *cause)?;
    }
    stream.depth = saved.len() as u64;
    stream.running_ms = saved.values().map(|it| it.1).fold(stream.running_ms, i64::max);
    stream.write(&tx)?;
    tx.commit()?;
    Ok((saved.len() as u64, is_known))
}

/// A snapshot that was found.
#[derive(Debug, Clone, Copy)]
struct RecoveredSnapshot {
    /// When it was stored, by the system's clock and the file's own clock.
    times: (i64, i64),
    /// Whether it is in a row with others.
    is_packed: bool,
}

/// Copies a row if it has undelivered snapshots. A packed row replaces the rows that it was made from.
fn save(
    tx: &Transaction<'_>,
    row: &Row,
    first: u64,
    saved: &mut BTreeMap<u64, RecoveredSnapshot>,
) -> Result<(), Trouble> {
    let is_packed = row.count > 1;
    let numbers = row.head.number..row.head.number.saturating_add(row.count);
    let is_there = saved.range(numbers.clone()).any(|(_, it)| it.is_packed);
    if numbers.end <= first || is_there {
        return Ok(());
    }
    let times = if is_packed {
        block::times(&row.head, &row.body).unwrap_or_default()
    } else {
        vec![(row.head.appended_ms, row.head.running_ms)]
    };
    for (number, times) in numbers.zip(times) {
        if is_packed && saved.contains_key(&number) {
            rows::delete(tx, number)?;
        }
        saved.insert(number, RecoveredSnapshot { times, is_packed });
    }
    Ok(rows::insert(tx, &row.head, row.count, &row.body)?)
}

/// The stream according to the mark and to the newest version of its row.
fn stream(carved: &Carved, note: Option<&MarkedState>) -> Option<Stream> {
    let is_of = |it: &&Stream| note.is_none_or(|note| it.id == note.stream_id);
    let row = carved.streams.iter().filter(is_of).max_by_key(|it| (it.next, it.lost));
    let mut stream = match (row, note) {
        (Some(row), _) => row.clone(),
        (None, Some(note)) => note.stream(),
        (None, None) => return None,
    };
    if let Some(note) = note {
        stream.next = stream.next.max(note.stored);
        stream.running_ms = stream.running_ms.max(note.running_ms);
    }
    // Any recovered row may have been sent: the stored `unsent_from` may be out of date.
    stream.unsent_from = None;
    Some(stream)
}

/// Ranges of rows that were stored, are not known to be delivered, and cannot be read.
fn missing(
    rows: std::ops::Range<u64>,
    saved: &BTreeMap<u64, (i64, i64)>,
    carved: &Carved,
    until_ms: i64,
) -> Vec<(RowRange, LossCause)> {
    let mut taken: BTreeSet<(u64, u64)> = saved.keys().map(|it| (*it, *it)).collect();
    taken.extend(carved.losses.iter().map(|it| (it.0.first, it.0.last)));
    taken.insert((rows.end, rows.end));
    let (mut lost, mut next) = (Vec::new(), rows.start);
    for (first, last) in taken {
        if first > rows.end {
            break;
        }
        if next < first {
            let before = saved.range(..next).next_back().map_or(0, |it| it.1.0);
            let after = saved.range(first..).next().map_or(until_ms, |it| it.1.0);
            let run = RowRange { first: next, last: first - 1, from_ms: before, to_ms: after };
            lost.push((run, LossCause::Damaged));
        }
        next = next.max(last + 1);
    }
    lost
}

/// Writes each snapshot as a line of JSON.
fn write_lines(rebuilt: &Path, lines: &Path) -> Result<(), Trouble> {
    let mut out = BufWriter::new(File::create(lines)?);
    let db = Connection::open(rebuilt)?;
    rows::each(&db, |row| {
        for (number, packed) in row.unpack() {
            if let Ok(snapshot) = packed.and_then(|it| it.unpack(number)) {
                serde_json::to_writer(&mut out, &snapshot).map_err(io::Error::from)?;
                out.write_all(b"\n")?;
            }
        }
        Ok::<_, Trouble>(())
    })?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(file.sync_all()?)
}

//! Writes a session's recording: scans are collected for some seconds, and written as one block.

mod trigger_watch;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, GroupedTags, TagValue},
};
use tagbridge_system::{create_private_folder, free_bytes, total_bytes};

use self::trigger_watch::TriggerWatch;
use crate::{
    block::{Cell, PendingScans, Row, ScanContinuity},
    error::RecordingError,
    frame::{Frame, Kind, frames},
    head::{Head, RecordedSession},
    incident::{Incident, ProjectFile},
    names::{Names, ValueKind},
    recording::{HOUR_EXTENSION, hours},
    retention::{DiskSpace, HOUR_MS, HourFile, RecordingLimits},
    trigger::Trigger,
};

/// Scans are written after this time …
const BLOCK_MS: i64 = 10_000;
/// … or after this number of changes.
const BLOCK_CELLS: usize = 200_000;
/// The interval of blocks that begin with all tags.
const COMPLETE_EVERY_MS: i64 = 120_000;
/// If a scan is earlier than the previous one by more than this, the clock was set back.
const SET_BACK_MS: i64 = 1000;
/// The interval of checks of the disk space.
const LOOK_EVERY_MS: i64 = 60_000;

/// A scan for the writer.
#[derive(Debug, Clone, Copy)]
pub struct NewScan<'a> {
    /// The start of the scan.
    pub at: Timestamp,
    /// Its duration in milliseconds.
    pub duration_ms: f64,
    /// The controller that was read, with its mode.
    pub controller: &'a Controller,
    /// The time to the next scan; zero: no values were read, and none are known until the next
    /// scan.
    pub every: Duration,
    /// All of the session's tags.
    pub tags: &'a GroupedTags,
}

/// Writes a session's recording. A folder has one writer.
///
/// A written block is durable. Scans that are not written yet are lost if the program is killed;
/// the reader reports this gap. All times are times of scans.
#[derive(Debug)]
pub struct RecordingWriter {
    folder: PathBuf,
    of: RecordedSession,
    retention: RecordingLimits,
    watch: TriggerWatch,
    open: Option<Open>,
    names: Names,
    /// The numbers of the tags and of their types, by their places in the list of tags.
    numbers: Vec<(usize, usize)>,
    pending: PendingScans,
    cells: usize,
    is_complete: bool,
    last: Option<GroupedTags>,
    last_ms: i64,
    complete_ms: i64,
    before: ScanContinuity,
    looked_ms: i64,
    /// Whether the disk only has the space that is left for other programs.
    is_disk_low: bool,
}

/// The file that is being written.
#[derive(Debug)]
struct Open {
    file: File,
    hour: i64,
    length: u64,
    /// Whether the part's head is written.
    has_head: bool,
}

impl RecordingWriter {
    /// Writes to a session's folder, which is created if it is missing. Existing files stay, except
    /// an incomplete block from a killed program.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn open(
        folder: &Path,
        of: RecordedSession,
        retention: RecordingLimits,
        triggers: Vec<Trigger>,
    ) -> Result<Self, RecordingError> {
        create_private_folder(folder).map_err(RecordingError::file(folder))?;
        Ok(Self {
            folder: folder.to_owned(),
            of,
            retention,
            watch: TriggerWatch::new(folder, triggers),
            open: None,
            names: Names::default(),
            numbers: Vec::new(),
            pending: PendingScans::default(),
            cells: 0,
            is_complete: false,
            last: None,
            last_ms: i64::MIN,
            complete_ms: i64::MIN,
            before: ScanContinuity::Started,
            looked_ms: i64::MIN,
            is_disk_low: false,
        })
    }

    /// Adds a scan, and writes a block if there are enough scans. Scans that cannot be written are
    /// dropped, and the next scan records this. `project` returns the project's file for an
    /// incident. Returns the incidents that began or ended with the scan.
    ///
    /// # Errors
    /// The scans since the last block could not be written.
    pub fn add(
        &mut self,
        scan: &NewScan<'_>,
        project: impl Fn() -> Option<ProjectFile>,
    ) -> Result<Vec<Incident>, RecordingError> {
        let at_ms = scan.at.as_millis();
        let is_set_back = at_ms.saturating_add(SET_BACK_MS) < self.last_ms;
        let is_other_hour = at_ms.div_euclid(HOUR_MS) != self.last_ms.div_euclid(HOUR_MS);
        let changes = self.last.as_ref().and_then(|it| scan.tags.changes_since(it));
        let is_due = at_ms.saturating_sub(self.complete_ms) >= COMPLETE_EVERY_MS;
        let is_complete = is_set_back
            || is_other_hour
            || changes.is_none()
            || is_due
            || self.before != ScanContinuity::Next;
        let mut outcome = Ok(());
        if is_complete {
            outcome = self.flush();
        }
        // After a failed write, the next block begins with all tags, too.
        let is_complete = is_complete || outcome.is_err();
        let at_ms = if is_set_back { at_ms } else { at_ms.max(self.last_ms) };
        if is_complete {
            (self.is_complete, self.complete_ms) = (true, at_ms);
            self.numbers = scan.tags.keys().map(|name| (self.names.tag(name), 0)).collect();
        }
        let cells = match changes.filter(|_| !is_complete) {
            Some(places) => {
                let at = |place| Some((place, scan.tags.get_index(place)?.1));
                self.cells_of(places.into_iter().filter_map(at))
            }
            None => self.cells_of(scan.tags.values().enumerate()),
        };
        let row = Row {
            at_ms,
            duration_us: micros(scan.duration_ms),
            controller: self.names.controller(scan.controller),
            every_ms: u64::try_from(scan.every.as_millis()).unwrap_or(u64::MAX),
            before: std::mem::replace(&mut self.before, ScanContinuity::Next),
        };
        self.cells += cells.len();
        self.pending.rows.push((row, cells));
        self.last = Some(scan.tags.clone());
        self.last_ms = at_ms;
        self.watch.scan(scan.tags, at_ms);
        let began = self.pending.rows.first().map_or(at_ms, |it| it.0.at_ms);
        let is_enough = at_ms - began >= BLOCK_MS || self.cells >= BLOCK_CELLS;
        // The scans just before the session stops reading are the important ones.
        if self.watch.is_due(at_ms) || is_enough || scan.every.is_zero() {
            outcome = outcome.and(self.flush());
        }
        self.look_at_disk(at_ms);
        let kept = self.watch.keep(&self.of, at_ms, project);
        outcome?;
        kept
    }

    /// Records with the next scan that previous scans were lost.
    pub fn dropped(&mut self) {
        self.before = ScanContinuity::Dropped;
    }

    /// Ends the recording, because the user ended the session.
    ///
    /// # Errors
    /// The last scans could not be written.
    pub fn end(
        &mut self,
        at: Timestamp,
        project: impl Fn() -> Option<ProjectFile>,
    ) -> Result<(), RecordingError> {
        let at_ms = at.as_millis().max(self.last_ms);
        if self.last.is_some() {
            let row = Row {
                at_ms,
                duration_us: 0,
                controller: 0,
                every_ms: 0,
                before: ScanContinuity::Ended,
            };
            self.pending.rows.push((row, Vec::new()));
        }
        self.flush()?;
        self.watch.end(&self.of, at_ms, project)
    }

    /// Writes the collected scans.
    ///
    /// # Errors
    /// They could not be written, and are dropped.
    pub fn flush(&mut self) -> Result<(), RecordingError> {
        if self.pending.rows.is_empty() {
            return Ok(());
        }
        let outcome = self.write();
        (self.pending, self.cells) = (PendingScans::default(), 0);
        self.is_complete = false;
        if outcome.is_err() {
            // The file is opened again, and its numbers begin again.
            self.open = None;
            self.before = ScanContinuity::Dropped;
        }
        outcome
    }

    /// Values by their places in the list of tags.
    fn cells_of<'t>(&mut self, values: impl Iterator<Item = (usize, &'t TagValue)>) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (place, it) in values {
            let Some((tag, kind)) = self.numbers.get_mut(place) else { continue };
            // It usually has the same type and quality as before.
            let is_it = |known: &ValueKind| {
                *known.0 == *it.type_name && (known.1, known.2) == (it.quality, it.reason)
            };
            if !self.names.kinds.get_index(*kind).is_some_and(is_it) {
                *kind = self.names.kind(&(it.type_name.clone(), it.quality, it.reason));
            }
            let (tag, kind, at_ms) = (*tag, *kind, it.timestamp.as_millis());
            cells.push(Cell { tag, kind, at_ms, value: it.value.clone() });
        }
        cells
    }

    fn write(&mut self) -> Result<(), RecordingError> {
        let (Some(first), Some(last)) = (self.pending.rows.first(), self.pending.rows.last())
        else {
            return Ok(());
        };
        let times = (first.0.at_ms, last.0.at_ms);
        let path = self.path(times.0);
        if self.is_disk_low {
            return Err(RecordingError::File { path, source: io::ErrorKind::StorageFull.into() });
        }
        self.append(times, &path).map_err(RecordingError::file(&path))
    }

    fn append(&mut self, times: (i64, i64), path: &Path) -> io::Result<()> {
        let hour = times.0.div_euclid(HOUR_MS);
        let is_open = self.open.as_ref().is_some_and(|it| it.hour == hour);
        if !is_open {
            self.open = Some(Open::append(path, hour)?);
            self.names.forget_written();
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        let mut bytes = Vec::new();
        if !open.has_head {
            Frame::write(Kind::Head, times, &Head::new(&self.of).write(), &mut bytes);
        }
        if let Some(names) = self.names.added() {
            Frame::write(Kind::Names, times, &names, &mut bytes);
        }
        let kind = if self.is_complete { Kind::Complete } else { Kind::Changes };
        Frame::write(kind, times, &self.pending.encode()?, &mut bytes);
        let written = open.file.write_all(&bytes).and_then(|()| open.file.sync_data());
        if let Err(error) = written {
            // An incomplete block must not precede the next one.
            let _cut = open.file.set_len(open.length);
            return Err(error);
        }
        open.length += bytes.len() as u64;
        open.has_head = true;
        Ok(())
    }

    fn path(&self, at_ms: i64) -> PathBuf {
        let hour = at_ms.div_euclid(HOUR_MS) * HOUR_MS;
        let name =
            Timestamp::from_millis(hour).map_or_else(|| hour.to_string(), |it| it.to_string());
        // 2026-11-29T15
        let name = name.get(..13).unwrap_or(&name);
        self.folder.join(format!("{name}.{HOUR_EXTENSION}"))
    }

    /// Deletes files that are too old, and files beyond the maximum size.
    fn look_at_disk(&mut self, at_ms: i64) {
        if (0..LOOK_EVERY_MS).contains(&at_ms.saturating_sub(self.looked_ms)) {
            return;
        }
        self.looked_ms = at_ms;
        let Ok(paths) = hours(&self.folder) else { return };
        let files: Vec<HourFile> = paths.into_iter().filter_map(hour_file).collect();
        let disk = free_bytes(&self.folder).zip(total_bytes(&self.folder));
        let disk = disk.map(|(free, total)| DiskSpace { free, total });
        let doomed = self.retention.doomed(&files, at_ms, disk);
        let mut freed = 0;
        for file in files.iter().take(doomed) {
            if fs::remove_file(&file.path).is_ok() {
                freed += file.bytes;
            }
        }
        self.is_disk_low = disk.is_some_and(|it| it.free.saturating_add(freed) < it.reserve());
    }
}

impl Open {
    /// Opens a file for appending, and removes an incomplete block from a killed program.
    fn append(path: &Path, hour: i64) -> io::Result<Self> {
        let is_new = !path.exists();
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let length = if is_new {
            tagbridge_system::make_private(path)?;
            0
        } else {
            let (_, unread) = frames(&mut file, 0)?;
            match unread.last().filter(|it| it.is_tail) {
                Some(tail) => {
                    file.set_len(tail.offset)?;
                    tail.offset
                }
                None => file.metadata()?.len(),
            }
        };
        Ok(Self { file, hour, length, has_head: false })
    }
}

fn hour_file(path: PathBuf) -> Option<HourFile> {
    let name = path.file_stem()?.to_str()?;
    let began: Timestamp = serde_json::from_value(format!("{name}:00:00Z").into()).ok()?;
    let bytes = fs::metadata(&path).ok()?.len();
    Some(HourFile { path, began_ms: began.as_millis(), bytes })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn micros(duration_ms: f64) -> u64 {
    (duration_ms * 1000.0).round() as u64
}

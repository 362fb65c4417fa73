//! Reads a session's recording: the values at any moment, the scans, the changes of a tag, and the
//! gaps.

mod cursor;
mod gaps;
mod search;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use tagbridge_api::Timestamp;

use crate::{
    block::{self, Block, Row},
    error::RecordingError,
    file::{Contents, Piece},
    head::{FORMAT, RecordedSession},
    incident::{Incident, ProjectFile},
    recorded_state::RecordedScan,
};

/// The extension of a recording's files of one hour.
pub(crate) const HOUR_EXTENSION: &str = "tbh";
/// Number of cached decompressed blocks.
const BLOCKS_KEPT: usize = 64;

/// A recording that is open for reading: a session's folder with its files of one hour, or an
/// exported file. Later scans are visible after [`refresh`](Self::refresh). Can be shared between
/// threads.
///
/// Times are of the bridge's clock, in milliseconds. If that clock was set back, the later scans
/// are found.
#[derive(Debug)]
pub struct Recording {
    path: PathBuf,
    files: Vec<Arc<Contents>>,
    blocks: Mutex<Vec<CachedBlock>>,
}

/// The number of a file and of a piece in it.
type Place = (usize, usize);

/// The bytes of a block; without a payload: damaged.
type RawBlock<'r> = (&'r Piece, Option<Vec<u8>>);

#[derive(Debug)]
struct CachedBlock {
    file: PathBuf,
    offset: u64,
    block: Arc<Block>,
}

impl Recording {
    /// Opens a session's folder of recordings, or an exported file. Reads the positions of blocks,
    /// without values.
    ///
    /// # Errors
    /// The file does not exist, cannot be read, or is not a recording. Damage is not an error: the
    /// rest is read, and [`gaps`](Self::gaps) lists the missing times.
    pub fn open(path: &Path) -> Result<Self, RecordingError> {
        let mut it = Self { path: path.to_owned(), files: Vec::new(), blocks: Mutex::default() };
        it.refresh()?;
        Ok(it)
    }

    /// Reads the positions of blocks that were written since.
    pub fn refresh(&mut self) -> Result<(), RecordingError> {
        let paths = self.paths()?;
        let mut files = Vec::with_capacity(paths.len());
        let newest = paths.len().saturating_sub(1);
        for (place, path) in paths.into_iter().enumerate() {
            // Only the newest file grows.
            let known = self.files.iter().find(|it| it.path == path);
            let is_old = self.files.last().is_some_and(|it| it.path != path);
            if let Some(known) = known.filter(|_| place < newest && is_old) {
                files.push(Arc::clone(known));
                continue;
            }
            match Contents::read(&path) {
                Ok(contents) => files.push(Arc::new(contents)),
                // Retention has just deleted it.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(RecordingError::file(&path)(error)),
            }
        }
        for it in &files {
            if let Some(head) = it.head.as_ref().filter(|it| it.format > FORMAT) {
                let (path, version) = (it.path.clone(), head.format);
                return Err(RecordingError::Newer { path, version });
            }
        }
        let is_foreign = |it: &Arc<Contents>| it.head.is_none() && it.pieces.is_empty();
        if self.path.is_file() && files.iter().all(is_foreign) {
            return Err(RecordingError::Foreign { path: self.path.clone() });
        }
        self.files = files;
        Ok(())
    }

    fn paths(&self) -> Result<Vec<PathBuf>, RecordingError> {
        if self.path.is_file() {
            return Ok(vec![self.path.clone()]);
        }
        hours(&self.path)
    }

    /// The session and the project; `None`: no scan was recorded yet.
    pub fn of(&self) -> Option<&RecordedSession> {
        self.files.iter().rev().find_map(|it| Some(&it.head.as_ref()?.of))
    }

    /// The first and the last recorded moment; `None`: no scan was recorded yet.
    pub fn span(&self) -> Option<(Timestamp, Timestamp)> {
        let spans = self.files.iter().filter_map(|it| it.span());
        let (from, to) = spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
        Some((Timestamp::from_millis(from)?, Timestamp::from_millis(to)?))
    }

    /// The names of all recorded tags, each once, in the order in which they were first read.
    pub fn names(&self) -> Vec<Arc<str>> {
        let mut names = indexmap::IndexSet::new();
        for contents in &self.files {
            let mut last: Option<&Arc<crate::names::Names>> = None;
            for piece in &contents.pieces {
                if last.is_none_or(|it| !Arc::ptr_eq(it, &piece.names)) {
                    names.extend(piece.names.tags.iter().cloned());
                    last = Some(&piece.names);
                }
            }
        }
        names.into_iter().collect()
    }

    /// The number of unreadable bytes.
    pub fn lost_bytes(&self) -> u64 {
        self.files.iter().map(|it| it.lost_bytes).sum()
    }

    /// Its files with their spans and sizes in bytes, the oldest first.
    pub fn files(&self) -> impl Iterator<Item = (&Path, Option<(Timestamp, Timestamp)>, u64)> {
        self.files.iter().map(|it| {
            let span = it.span().and_then(|(from, to)| {
                Some((Timestamp::from_millis(from)?, Timestamp::from_millis(to)?))
            });
            let size = fs::metadata(&it.path).map_or(0, |it| it.len());
            (it.path.as_path(), span, size)
        })
    }

    /// The incident of an exported file, if it has one.
    pub fn incident(&self) -> Option<Incident> {
        self.files.iter().rev().find_map(|it| {
            let payload = it.payload(it.incident.as_ref()?).ok()??;
            serde_json::from_slice(&payload).ok()
        })
    }

    /// The project's file that was exported with it.
    pub fn project(&self) -> Option<ProjectFile> {
        self.files
            .iter()
            .rev()
            .find_map(|it| ProjectFile::read(&it.payload(it.project.as_ref()?).ok()??))
    }

    /// The folder or file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The blocks of a period, starting with a block with all tags; without a payload: damaged.
    pub(crate) fn blocks_of(
        &self,
        (from_ms, until_ms): (i64, i64),
    ) -> Result<Vec<RawBlock<'_>>, RecordingError> {
        let mut here = self.place_at(from_ms).or_else(|| self.first());
        while let Some(place) = here
            && self.piece(place).is_some_and(|it| !it.is_complete())
            && let Some(before) = self.before(place)
        {
            here = Some(before);
        }
        let mut found = Vec::new();
        while let Some(place) = here {
            let Some(piece) = self.piece(place).filter(|it| it.from_ms <= until_ms) else { break };
            let contents = self.files.get(place.0);
            let payload = match contents.zip(piece.frame) {
                Some((it, frame)) => it.payload(&frame).map_err(RecordingError::file(&it.path))?,
                None => None,
            };
            found.push((piece, payload));
            here = self.behind(place);
        }
        Ok(found)
    }

    fn piece(&self, (file, piece): Place) -> Option<&Piece> {
        self.files.get(file)?.pieces.get(piece)
    }

    /// A block, from the cache or from its file; `None`: it is damaged.
    fn block(&self, (file, piece): Place) -> Result<Option<Arc<Block>>, RecordingError> {
        let Some(contents) = self.files.get(file) else { return Ok(None) };
        let Some(frame) = contents.pieces.get(piece).and_then(|it| it.frame) else {
            return Ok(None);
        };
        let is_it = |it: &CachedBlock| it.offset == frame.offset && it.file == contents.path;
        {
            let mut kept = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = kept.iter().position(is_it) {
                let found = kept.remove(place);
                let block = Arc::clone(&found.block);
                kept.push(found);
                return Ok(Some(block));
            }
        }
        let read = contents.block(piece).map_err(RecordingError::file(&contents.path))?;
        let Some(block) = read.map(Arc::new) else { return Ok(None) };
        let mut kept = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= BLOCKS_KEPT {
            kept.remove(0);
        }
        let (file, offset) = (contents.path.clone(), frame.offset);
        kept.push(CachedBlock { file, offset, block: Arc::clone(&block) });
        Ok(Some(block))
    }

    fn scan(&self, place: Place, row: &Row) -> Option<RecordedScan> {
        let names = &self.piece(place)?.names;
        Some(RecordedScan {
            at: Timestamp::from_millis(row.at_ms)?,
            duration_ms: micros(row.duration_us),
            every_ms: row.every_ms,
            controller: block::controller(row, names),
        })
    }
}

/// The files of one hour in a folder, the oldest first.
pub(crate) fn hours(folder: &Path) -> Result<Vec<PathBuf>, RecordingError> {
    let entries = fs::read_dir(folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => RecordingError::NotThere { path: folder.to_owned() },
        _ => RecordingError::file(folder)(error),
    })?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|it| Some(it.ok()?.path()))
        .filter(|it| it.extension().is_some_and(|it| it == HOUR_EXTENSION))
        .collect();
    paths.sort();
    Ok(paths)
}

#[expect(clippy::cast_precision_loss, reason = "a scan takes less than 285 years")]
fn micros(duration: u64) -> f64 {
    duration as f64 / 1000.0
}

//! The mark: a small file next to the outbox with its stream and its last written row, to detect
//! lost writes.
//!
//! SQLite treats a damaged write-ahead log as one that ends there, without an error. The mark is
//! written after each commit. So a file that has fewer rows than its mark has lost rows, and the
//! mark has their numbers and times. The mark is overwritten in place, which needs no space on the
//! disk, and is not synchronized: after a power failure it may have fewer rows than the file, never
//! more.
//!
//! Two slots are written in turn. The slot with the higher count is valid, so that an incomplete
//! write leaves the other one intact. Numbers are little-endian:
//!
//! | Bytes | |
//! |---|---|
//! | 4 | CRC-32 of the rest of the slot |
//! | 4 | The file's format; a mark of another format is ignored |
//! | 8 | Count of writes |
//! | 16 | The id of the stream |
//! | 8 × 8 | shift, first, stored, next, `unstored_from`, `unstored_to`, appended, running |
//! | 2 | Length of the project's id |
//! | … | The project's id; zeros |

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use uuid::Uuid;

use super::{file::FORMAT, loss::RowRange, stream::Stream};

const SLOT: usize = 512;
const NUMBERS: usize = 8;
const PROJECT_AT: usize = 32 + NUMBERS * 8;

/// The state of the file at its last write. Numbers are numbers of rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MarkedState {
    pub(super) stream_id: Uuid,
    /// Empty if the id is too long for the mark.
    pub(super) project: String,
    /// Number of rows before the stream began.
    pub(super) shift: u64,
    /// The oldest undelivered row; `stored` if all were delivered.
    pub(super) first: u64,
    /// Rows below this one were stored.
    pub(super) stored: u64,
    /// The next row number. The rows from `stored` to below it have numbers, but were not stored,
    /// because the disk was full.
    pub(super) next: u64,
    /// When the first and the last of the rows that were not stored were scanned, in milliseconds
    /// since 1970.
    pub(super) unstored_ms: (i64, i64),
    /// When the newest row was stored, in milliseconds since 1970.
    pub(super) appended_ms: i64,
    /// The same, by the file's own clock.
    pub(super) running_ms: i64,
}

impl MarkedState {
    /// The stream of a file whose snapshots were all delivered.
    pub(super) fn stream(&self) -> Stream {
        Stream {
            id: self.stream_id,
            next: self.stored,
            shift: self.shift,
            running_ms: self.running_ms,
            ..Stream::new(&self.project)
        }
    }

    /// The rows that were not stored because the disk was full.
    pub(super) fn unstored(&self) -> Option<RowRange> {
        let (from_ms, to_ms) = self.unstored_ms;
        (self.next > self.stored).then(|| RowRange {
            first: self.stored,
            last: self.next - 1,
            from_ms,
            to_ms,
        })
    }
}

/// The file with the mark.
#[derive(Debug)]
pub(super) struct MarkFile {
    file: File,
    count: u64,
    note: Option<MarkedState>,
}

impl MarkFile {
    /// Opens or creates the file, and allocates its space on the disk.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        (&mut file).take(2 * SLOT as u64).read_to_end(&mut bytes)?;
        let newest = bytes.chunks(SLOT).filter_map(read).max_by_key(|it| it.0);
        if bytes.len() < 2 * SLOT {
            file.seek(SeekFrom::Start(bytes.len() as u64))?;
            file.write_all(&vec![0; 2 * SLOT - bytes.len()])?;
            file.sync_all()?;
        }
        let (count, note) = newest.map_or((0, None), |(count, note)| (count, Some(note)));
        Ok(Self { file, count, note })
    }

    /// The last note; `None` if no note can be read.
    pub(super) fn note(&self) -> Option<&MarkedState> {
        self.note.as_ref()
    }

    /// Writes the current state.
    pub(super) fn save(&mut self, note: MarkedState) -> io::Result<()> {
        if self.note.as_ref() == Some(&note) {
            return Ok(());
        }
        let count = self.count + 1;
        let slot = if count.is_multiple_of(2) { 0 } else { SLOT as u64 };
        self.file.seek(SeekFrom::Start(slot))?;
        self.file.write_all(&write(count, &note))?;
        (self.count, self.note) = (count, Some(note));
        Ok(())
    }
}

fn format() -> [u8; 4] {
    u32::try_from(FORMAT).unwrap_or(0).to_le_bytes()
}

fn write(count: u64, note: &MarkedState) -> Vec<u8> {
    let mut slot = vec![0; 4];
    slot.extend_from_slice(&format());
    slot.extend_from_slice(&count.to_le_bytes());
    slot.extend_from_slice(note.stream_id.as_bytes());
    for number in [note.shift, note.first, note.stored, note.next] {
        slot.extend_from_slice(&number.to_le_bytes());
    }
    for number in [note.unstored_ms.0, note.unstored_ms.1, note.appended_ms, note.running_ms] {
        slot.extend_from_slice(&number.to_le_bytes());
    }
    let fits = note.project.len() <= SLOT - PROJECT_AT - 2;
    let project = if fits { note.project.as_bytes() } else { &[] };
    let length = u16::try_from(project.len()).unwrap_or(0);
    slot.extend_from_slice(&length.to_le_bytes());
    slot.extend_from_slice(project);
    slot.resize(SLOT, 0);
    let sum = crc32fast::hash(&slot[4..]);
    slot[..4].copy_from_slice(&sum.to_le_bytes());
    slot
}

fn read(slot: &[u8]) -> Option<(u64, MarkedState)> {
    let (sum, rest) = slot.split_first_chunk::<4>()?;
    if slot.len() != SLOT || crc32fast::hash(rest) != u32::from_le_bytes(*sum) {
        return None;
    }
    let number = |at: usize| Some(u64::from_le_bytes(slot.get(at..at + 8)?.try_into().ok()?));
    let is_ours = slot.get(4..8)? == format();
    let stream_id = Uuid::from_slice(slot.get(16..32)?).ok().filter(|_| is_ours)?;
    let numbers: Vec<u64> = (0..NUMBERS).map(|it| number(32 + it * 8)).collect::<Option<_>>()?;
    let length: [u8; 2] = slot.get(PROJECT_AT..PROJECT_AT + 2)?.try_into().ok()?;
    let project = PROJECT_AT + 2..PROJECT_AT + 2 + usize::from(u16::from_le_bytes(length));
    let note = MarkedState {
        stream_id,
        project: str::from_utf8(slot.get(project)?).ok()?.to_owned(),
        shift: numbers[0],
        first: numbers[1],
        stored: numbers[2],
        next: numbers[3],
        unstored_ms: (numbers[4].cast_signed(), numbers[5].cast_signed()),
        appended_ms: numbers[6].cast_signed(),
        running_ms: numbers[7].cast_signed(),
    };
    Some((number(8)?, note))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(next: u64) -> MarkedState {
        MarkedState {
            stream_id: Uuid::from_u128(7),
            project: "prj_1".into(),
            shift: 3,
            first: 4,
            stored: next,
            next,
            unstored_ms: (-1, 5),
            appended_ms: 8,
            running_ms: 9,
        }
    }

    #[test]
    fn the_newest_whole_slot_holds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mark");
        let mut mark = MarkFile::open(&path).unwrap();
        assert_eq!(mark.note(), None);
        for next in 5..9 {
            mark.save(note(next)).unwrap();
            assert_eq!(MarkFile::open(&path).unwrap().note(), Some(&note(next)));
        }
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            std::fs::write(&path, &bytes).unwrap();
            let read = MarkFile::open(&path).unwrap().note().cloned();
            assert!(read == Some(note(8)) || read == Some(note(7)), "byte {at}: {read:?}");
        }
        for length in [0, 1, SLOT - 1] {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(MarkFile::open(&path).unwrap().note(), None);
            assert_eq!(std::fs::metadata(&path).unwrap().len(), 2 * SLOT as u64);
        }
    }
}

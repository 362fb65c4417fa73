//! Reads the intact parts of a damaged file and of its write-ahead log, without SQLite.
//!
//! A cell of a table may begin at any byte (SQLite file format §1.6, §2.1). Bytes are accepted as a
//! cell if they can be parsed, match their length and match their checksum; the pages that lead to
//! them are not needed. Both forms of a page are tried if the log contains it, too.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

use rusqlite::types::Value;
use tagbridge_carve::{column, column_bytes, local, varint, word};

use super::{
    LossCause, block,
    body::{self, Head},
    loss::RowRange,
    rows::Row,
    salvage::with_suffix,
    stream::Stream,
};
use crate::packed_snapshot::LENGTH_MAX;

/// SQLite's default page size.
const PAGE: usize = 4096;
const LOG_HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;
/// Number of forms of an overflow page that are tried: the newest of the log, and the file's.
const FORMS: usize = 4;

/// The stream and the losses that were found, in addition to rows.
#[derive(Debug, Default)]
pub(super) struct Carved {
    /// Versions of the stream's row whose checksum is correct, if they have one.
    pub(super) streams: Vec<Stream>,
    pub(super) losses: Vec<(RowRange, LossCause)>,
}

/// Passes all intact rows to `sink`, in any order, some of them more than once.
pub(super) fn carve<E: From<io::Error>>(
    path: &Path,
    mut sink: impl FnMut(Row) -> Result<(), E>,
) -> Result<Carved, E> {
    let mut carved = Carved::default();
    let mut file = File::open(path)?;
    let mut log = File::open(with_suffix(path, "-wal")).ok();
    let mut sizes = vec![PAGE];
    let mut told = [0; 2];
    if read_at(&mut file, 16, &mut told).is_ok() {
        sizes.push(usize::from(u16::from_be_bytes(told)));
    }
    sizes.sort_unstable();
    sizes.dedup();
    for page in sizes.into_iter().filter(|it| it.is_power_of_two() && *it >= 512) {
        let mut pages = Pages::over(&mut file, log.as_mut(), page)?;
        for at in pages.all() {
            let bytes = pages.read(at)?;
            for offset in 0..page {
                let Some(cell) = Cell::at(&bytes, offset) else { continue };
                pages.each_form(&cell, |columns| match found(cell.row, &columns) {
                    Some(RecoveredRecord::Row(row)) => sink(row).map(|()| true),
                    Some(RecoveredRecord::Stream(it)) => {
                        carved.streams.push(it);
                        Ok(true)
                    }
                    Some(RecoveredRecord::Loss(run, cause)) => {
                        carved.losses.push((run, cause));
                        Ok(true)
                    }
                    None => Ok(false),
                })?;
            }
        }
    }
    Ok(carved)
}

enum RecoveredRecord {
    Row(Row),
    Stream(Stream),
    Loss(RowRange, LossCause),
}

/// Interprets the columns of a record as a row, the stream or a loss. `row` is the row's number.
fn found(row: i64, columns: &[Value]) -> Option<RecoveredRecord> {
    use Value::{Blob, Integer, Text};
    let number = u64::try_from(row).ok()?;
    let ms = |it: Option<&Value>| if let Some(Integer(it)) = it { *it } else { 0 };
    match columns {
        [_, Integer(appended_ms), Integer(json_bytes), Blob(body), rest @ ..] if rest.len() < 3 => {
            let head = Head {
                number,
                appended_ms: *appended_ms,
                json_bytes: *json_bytes,
                running_ms: ms(rest.first()),
            };
            // The body contains its number of snapshots; the column may be damaged.
            let count = match block::times(&head, body) {
                Some(times) => times.len() as u64,
                None => body::unpack(&head, body).map(|_| 1).ok()?,
            };
            Some(RecoveredRecord::Row(Row { head, count, body: body.clone() }))
        }
        [_, Integer(last), Text(cause), rest @ ..] if rest.len() < 3 => {
            let last = u64::try_from(*last).ok().filter(|it| *it >= number)?;
            let (from_ms, to_ms) = (ms(rest.first()), ms(rest.get(1)));
            let run = RowRange { first: number, last, from_ms, to_ms };
            Some(RecoveredRecord::Loss(run, LossCause::from_name(cause)?))
        }
        [_, columns @ .., Integer(sum)] if columns.len() == 8 => {
            let stream = Stream::of(columns)?;
            (i64::from(stream.sum()) == *sum).then_some(RecoveredRecord::Stream(stream))
        }
        _ => None,
    }
}

/// The pages of a file and of its log.
struct Pages<'a> {
    size: usize,
    file: &'a mut File,
    count: u64,
    log: Option<&'a mut File>,
    /// The offsets of each page's forms in the log, the oldest first.
    frames: HashMap<u32, Vec<u64>>,
}

#[derive(Debug, Clone, Copy)]
enum PageOffset {
    File(u64),
    Log(u64),
}

impl<'a> Pages<'a> {
    fn over(file: &'a mut File, mut log: Option<&'a mut File>, size: usize) -> io::Result<Self> {
        let count = file.metadata()?.len().div_ceil(size as u64);
        let mut frames: HashMap<u32, Vec<u64>> = HashMap::new();
        if let Some(log) = &mut log {
            let (end, mut at) = (log.metadata()?.len(), LOG_HEADER);
            while at + FRAME_HEADER < end {
                let mut number = [0; 4];
                read_at(log, at, &mut number)?;
                frames.entry(u32::from_be_bytes(number)).or_default().push(at + FRAME_HEADER);
                at += FRAME_HEADER + size as u64;
            }
        }
        Ok(Self { size, file, count, log, frames })
    }

    fn all(&self) -> Vec<PageOffset> {
        let frames = self.frames.values().flatten();
        let in_file = (0..self.count).map(|it| PageOffset::File(it * self.size as u64));
        in_file.chain(frames.map(|it| PageOffset::Log(*it))).collect()
    }

    /// Reads a page; bytes after the end of the file are zero.
    fn read(&mut self, at: PageOffset) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.size);
        let (file, at) = match (at, &mut self.log) {
            (PageOffset::Log(at), Some(log)) => (&mut **log, at),
            (PageOffset::File(at) | PageOffset::Log(at), _) => (&mut *self.file, at),
        };
        file.seek(SeekFrom::Start(at))?;
        file.take(self.size as u64).read_to_end(&mut bytes)?;
        bytes.resize(self.size, 0);
        Ok(bytes)
    }

    /// Returns the form of a page by its age: the newest first, and the file's last.
    fn form(&self, number: u32, age: usize) -> Option<PageOffset> {
        let forms = self.frames.get(&number).map_or(&[][..], |it| it);
        match forms.len().checked_sub(age + 1) {
            Some(at) if age + 1 < FORMS => Some(PageOffset::Log(forms[at])),
            _ => Some(PageOffset::File(u64::from(number.checked_sub(1)?) * self.size as u64)),
        }
    }

    /// Tries each form of the cell's overflow pages until its record is accepted.
    fn each_form<E: From<io::Error>>(
        &mut self,
        cell: &Cell<'_>,
        mut is_it: impl FnMut(Vec<Value>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let forms = if cell.local(self.size) < cell.length { FORMS } else { 1 };
        for age in 0..forms {
            let Some(payload) = self.payload(cell, age)? else { continue };
            if is_it(cell.columns(&payload))? {
                break;
            }
        }
        Ok(())
    }

    fn payload(&mut self, cell: &Cell<'_>, age: usize) -> io::Result<Option<Vec<u8>>> {
        let local = cell.local(self.size);
        let Some(here) = cell.bytes.get(..local) else { return Ok(None) };
        let mut payload = here.to_owned();
        let mut next = word(cell.bytes, local);
        while payload.len() < cell.length {
            let Some(at) = next.filter(|it| *it > 0).and_then(|it| self.form(it, age)) else {
                return Ok(None);
            };
            let page = self.read(at)?;
            next = word(&page, 0);
            let wanted = (cell.length - payload.len()).min(self.size - 4);
            payload.extend_from_slice(&page[4..4 + wanted]);
        }
        Ok(Some(payload))
    }
}

/// Bytes that can be parsed as a cell of a table's leaf page.
struct Cell<'a> {
    row: i64,
    /// The length of the record.
    length: usize,
    /// The page from the record on.
    bytes: &'a [u8],
    /// The serial types of the columns.
    types: Vec<i64>,
}

impl<'a> Cell<'a> {
    fn at(page: &'a [u8], offset: usize) -> Option<Self> {
        let mut at = offset;
        let length = varint(page, &mut at)?;
        let row = varint(page, &mut at)?;
        let bytes = page.get(at..)?;
        // The first column is the alias of the row's number, which is stored as NULL.
        if !(8..=i64::from(LENGTH_MAX)).contains(&length) || row < 0 || *bytes.get(1)? != 0 {
            return None;
        }
        let mut at = 0;
        let header = usize::try_from(varint(bytes, &mut at)?).ok()?;
        let mut types = Vec::new();
        while at < header && header < 32 {
            types.push(varint(bytes, &mut at)?);
        }
        let length = usize::try_from(length).ok()?;
        let total: usize = types.iter().map(|it| column_bytes(*it)).sum::<Option<usize>>()?;
        (at == header && header + total == length).then_some(Self { row, length, bytes, types })
    }

    /// How many bytes of the record are in the page itself.
    fn local(&self, page: usize) -> usize {
        local(page, page - 35, self.length)
    }

    fn columns(&self, payload: &[u8]) -> Vec<Value> {
        let body: usize = self.types.iter().filter_map(|it| column_bytes(*it)).sum();
        let mut rest = payload.get(payload.len().saturating_sub(body)..).unwrap_or_default();
        let mut columns = Vec::with_capacity(self.types.len());
        for kind in &self.types {
            let (bytes, behind) = rest.split_at(column_bytes(*kind).unwrap_or(0).min(rest.len()));
            rest = behind;
            columns.push(column(*kind, bytes));
        }
        columns
    }
}

fn read_at(file: &mut File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

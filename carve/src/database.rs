//! The pages of a file and the trees that they make (§1.3 to §1.6).

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use rusqlite::types::Value;

use crate::{
    log::Log,
    record::{columns, local, varint, word},
};

/// Where the tree begins on the first page, behind the file's header.
const HEADER: usize = 100;
/// SQLite's own default.
const PAGE: usize = 4096;
/// The header string of every file, and the bytes from the 21st on that are the same in every file:
/// if they differ, the values between them are not trusted.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const FRACTIONS: [u8; 3] = [64, 32, 32];

/// A database file with its write-ahead log. Each page is the last one in the log, even if
/// checksums before it are wrong. Our files reserve no bytes at the end of a page; the header is
/// not used for this.
#[derive(Debug)]
pub struct Database {
    file: File,
    page: usize,
    /// Whether its header is a file's header.
    is_headed: bool,
    count: u32,
    log: Log,
}

/// The kind of a page's tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Rows by their number.
    Table,
    /// Records in their order: an index, or a table `WITHOUT ROWID`.
    Index,
}

/// A page of a tree.
#[derive(Debug)]
pub struct Page {
    /// The kind of its tree.
    pub kind: Kind,
    /// The child pages; empty for a leaf.
    pub children: Vec<u32>,
    /// The cells that can be read.
    pub cells: Vec<Cell>,
    /// How many cannot.
    pub unreadable: usize,
}

/// A record in a tree.
#[derive(Debug)]
pub struct Cell {
    /// The row's number; 0 in a tree of records.
    pub row: i64,
    /// Its columns. The column of the row id is NULL.
    pub columns: Vec<Value>,
    /// The overflow pages that continue it.
    pub overflow: Vec<u32>,
}

impl Database {
    /// Opens a file. Plausible values of its header are used.
    pub fn open(path: &Path) -> io::Result<Self> {
        let log = Log::read(&log_of(path))?;
        let mut file = File::open(path)?;
        let mut header = [0; HEADER];
        let read = read_up_to(&mut file, &mut header)?;
        let told = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 65536,
            size => usize::from(size),
        };
        let is_headed = read == HEADER && header.starts_with(MAGIC) && header[21..24] == FRACTIONS;
        let is_size = told.is_power_of_two() && told >= 512 && is_headed;
        let page = if is_size { told } else { PAGE };
        let count = file.metadata()?.len().div_ceil(page as u64);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        // A damaged number of a page in the log makes no pages.
        let count = count.max(log.highest().min(count.saturating_add(1 << 16)));
        Ok(Self { file, page, is_headed, count, log })
    }

    /// Whether the log of this database contains transactions that SQLite can no longer read, which
    /// it does not report. Must be called before SQLite opens the file, which clears the log.
    pub fn has_damaged_log(path: &Path) -> io::Result<bool> {
        Log::is_damaged(&log_of(path))
    }

    /// Whether it begins like every database. If not, its header is not trusted, and its pages may
    /// be from another time.
    pub fn is_headed(&self) -> bool {
        self.is_headed
    }

    /// How many pages it has; they are counted from 1.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Pages on the list of free pages, as far as the list can be read (§1.5).
    pub fn free(&mut self) -> io::Result<BTreeSet<u32>> {
        let mut free = BTreeSet::new();
        if !self.is_headed {
            return Ok(free);
        }
        let mut trunk = self.bytes(1)?.and_then(|first| word(&first, 32)).unwrap_or(0);
        while let Some(bytes) = self.bytes(trunk)? {
            let leaves = word(&bytes, 4).unwrap_or(0) as usize;
            let leaves: Vec<u32> =
                (0..leaves.min(self.page)).map_while(|at| word(&bytes, 8 + at * 4)).collect();
            // Damaged pages, and pages reached by mistake, are ignored.
            let is_trunk = leaves.len() == word(&bytes, 4).unwrap_or(0) as usize
                && leaves.iter().all(|leaf| (2..=self.count).contains(leaf));
            if !is_trunk || !free.insert(trunk) {
                break;
            }
            free.extend(leaves);
            trunk = word(&bytes, 0).unwrap_or(0);
        }
        Ok(free)
    }

    /// Reads a page of a tree; `None` if it is not a page of a tree.
    pub fn page(&mut self, number: u32) -> io::Result<Option<Page>> {
        let Some(bytes) = self.bytes(number)? else { return Ok(None) };
        let head = if number == 1 { HEADER } else { 0 };
        let (kind, is_leaf) = match bytes[head] {
            0x02 => (Kind::Index, false),
            0x05 => (Kind::Table, false),
            0x0A => (Kind::Index, true),
            0x0D => (Kind::Table, true),
            _ => return Ok(None),
        };
        let count = usize::from(u16::from_be_bytes([bytes[head + 3], bytes[head + 4]]));
        let pointers = head + if is_leaf { 8 } else { 12 };
        let mut page = Page { kind, children: Vec::new(), cells: Vec::new(), unreadable: 0 };
        for cell in 0..count.min((self.page - pointers) / 2) {
            let at = pointers + cell * 2;
            let at = usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
            if self.cell(&bytes, at, is_leaf, &mut page)?.is_none() {
                page.unreadable += 1;
            }
        }
        if !is_leaf {
            page.children.extend(word(&bytes, head + 8));
        }
        Ok(Some(page))
    }

    fn cell(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        is_leaf: bool,
        page: &mut Page,
    ) -> io::Result<Option<()>> {
        if !is_leaf {
            let Some(child) = word(bytes, at) else { return Ok(None) };
            page.children.push(child);
            at += 4;
        }
        if page.kind == Kind::Table && !is_leaf {
            return Ok(Some(()));
        }
        let Some(length) = varint(bytes, &mut at) else { return Ok(None) };
        let row = if page.kind == Kind::Table { varint(bytes, &mut at) } else { Some(0) };
        let length = usize::try_from(length).ok().filter(|it| *it as u64 <= self.length());
        let (Some(row), Some(length)) = (row, length) else { return Ok(None) };
        let most = match page.kind {
            Kind::Table => self.page - 35,
            Kind::Index => (self.page - 12) * 64 / 255 - 23,
        };
        let here = local(self.page, most, length);
        let Some(begun) = bytes.get(at..at + here) else { return Ok(None) };
        let next = word(bytes, at + here);
        let Some((record, overflow)) = self.record(begun, length, next)? else { return Ok(None) };
        let Some(columns) = columns(&record) else { return Ok(None) };
        page.cells.push(Cell { row, columns, overflow });
        Ok(Some(()))
    }

    fn record(
        &mut self,
        begun: &[u8],
        length: usize,
        mut next: Option<u32>,
    ) -> io::Result<Option<(Vec<u8>, Vec<u32>)>> {
        let (mut record, mut overflow) = (begun.to_owned(), Vec::new());
        while record.len() < length {
            let Some(number) = next else { return Ok(None) };
            let Some(bytes) = self.bytes(number)? else { return Ok(None) };
            let wanted = (length - record.len()).min(self.page - 4);
            record.extend_from_slice(&bytes[4..4 + wanted]);
            overflow.push(number);
            next = word(&bytes, 0);
        }
        Ok(Some((record, overflow)))
    }

    fn length(&self) -> u64 {
        u64::from(self.count) * self.page as u64
    }

    /// The bytes of a page; zeros where the file ends before it does.
    fn bytes(&mut self, number: u32) -> io::Result<Option<Vec<u8>>> {
        if number == 0 || number > self.count {
            return Ok(None);
        }
        if let Some(page) = self.log.page(number, self.page) {
            return Ok(Some(page.to_owned()));
        }
        self.file.seek(SeekFrom::Start(u64::from(number - 1) * self.page as u64))?;
        let mut bytes = vec![0; self.page];
        read_up_to(&mut self.file, &mut bytes)?;
        Ok(Some(bytes))
    }
}

fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

fn read_up_to(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < bytes.len() {
        match file.read(&mut bytes[read..])? {
            0 => break,
            count => read += count,
        }
    }
    Ok(read)
}

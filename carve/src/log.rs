//! The write-ahead log next to a file (§4).

use std::{
    collections::HashMap,
    fs,
    io::{self, ErrorKind},
    path::Path,
};

use crate::record::word;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The two magic numbers differ in the byte order of the checksums.
const MAGIC: u32 = 0x377F_0682;
/// A transaction with an end but no beginning may have been interrupted by a power failure before
/// it was confirmed. This is possible for one transaction, not for two.
const CUT_OFF: usize = 1;
/// Maximum number of readings of a log until two are equal.
const LOOKS: usize = 5;

/// A log, with the position of each page's newest version.
#[derive(Debug, Default)]
pub(crate) struct Log {
    bytes: Vec<u8>,
    newest: HashMap<u32, usize>,
    /// The page size in bytes; 0 if there is no log.
    page: usize,
    /// How many transactions end behind the place from which on SQLite does not read it.
    unread: usize,
}

impl Log {
    /// Reads a log; one that is not there is empty.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            bytes => bytes?,
        };
        let Some(page) = word(&bytes, 8).map(|it| it as usize) else { return Ok(Self::default()) };
        let page =
            if page.is_power_of_two() && (512..=65536).contains(&page) { page } else { 4096 };
        let mut log = Self { page, ..Self::default() };
        let frames = bytes.get(HEADER..).unwrap_or_default().chunks_exact(FRAME_HEADER + page);
        // Frames from before the log was restarted follow, with other salts.
        let mut salts = bytes.get(16..24).unwrap_or_default();
        if !frames.clone().any(|frame| frame[8..16] == *salts) {
            salts = frames.clone().next().map_or(salts, |frame| &frame[8..16]);
        }
        let mut sums = LogChecksum::begin(&bytes);
        let mut waiting = Vec::new();
        for (no, frame) in frames.enumerate() {
            if frame[8..16] != *salts {
                // One that is damaged, or the end.
                sums = None;
                continue;
            }
            sums = sums.and_then(|sums| sums.follow(frame));
            let number = word(frame, 0).unwrap_or(0);
            waiting.push((number, HEADER + no * (FRAME_HEADER + page) + FRAME_HEADER));
            if word(frame, 4) != Some(0) {
                log.newest.extend(waiting.drain(..));
                log.unread += usize::from(sums.is_none());
            }
        }
        log.bytes = bytes;
        Ok(log)
    }

    /// Whether SQLite can no longer read stored transactions, which it does not report. A log
    /// during a write counts as intact.
    pub(crate) fn is_damaged(path: &Path) -> io::Result<bool> {
        let mut log = Self::read(path)?;
        for _ in 0..LOOKS {
            if log.unread <= CUT_OFF {
                return Ok(false);
            }
            let again = Self::read(path)?;
            if again.bytes == log.bytes {
                return Ok(true);
            }
            log = again;
        }
        Ok(false)
    }

    /// The newest form of a page.
    pub(crate) fn page(&self, number: u32, size: usize) -> Option<&[u8]> {
        let at = *self.newest.get(&number).filter(|_| self.page == size)?;
        self.bytes.get(at..at + self.page)
    }

    /// The highest page that it has.
    pub(crate) fn highest(&self) -> u32 {
        self.newest.keys().copied().max().unwrap_or(0)
    }
}

/// The checksum of all that came so far.
#[derive(Debug, Clone, Copy)]
struct LogChecksum {
    is_big_endian: bool,
    sums: (u32, u32),
}

impl LogChecksum {
    fn begin(bytes: &[u8]) -> Option<Self> {
        let magic = word(bytes, 0)?;
        if magic & !1 != MAGIC {
            return None;
        }
        let sums = Self { is_big_endian: magic & 1 == 1, sums: (0, 0) }.add(bytes.get(..24)?);
        (Some(sums.sums.0) == word(bytes, 24) && Some(sums.sums.1) == word(bytes, 28))
            .then_some(sums)
    }

    fn follow(self, frame: &[u8]) -> Option<Self> {
        let sums = self.add(frame.get(..8)?).add(frame.get(FRAME_HEADER..)?);
        (Some(sums.sums.0) == word(frame, 16) && Some(sums.sums.1) == word(frame, 20))
            .then_some(sums)
    }

    fn add(self, bytes: &[u8]) -> Self {
        let number = |it: &[u8; 4]| {
            if self.is_big_endian { u32::from_be_bytes(*it) } else { u32::from_le_bytes(*it) }
        };
        let (words, _) = bytes.as_chunks::<4>();
        let (pairs, _) = words.as_chunks::<2>();
        let sums = pairs.iter().fold(self.sums, |(one, two), [first, second]| {
            let one = one.wrapping_add(number(first)).wrapping_add(two);
            (one, two.wrapping_add(number(second)).wrapping_add(one))
        });
        Self { sums, ..self }
    }
}

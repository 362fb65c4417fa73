//! The frames of a recording's file.
//!
//! | Bytes | |
//! |---|---|
//! | 4 | [`MAGIC`] |
//! | 1 | [`Kind`] |
//! | 4 | Length of the payload |
//! | 8 + 8 | Milliseconds since 1970 of the first and the last scan in it |
//! | 4 | CRC-32 of the payload |
//! | 4 | CRC-32 of the bytes before |
//! | the rest | The payload: a zstd frame (RFC 8878), or several, each after its length |
//!
//! Numbers are little-endian. If a frame is invalid, the reader searches for the next magic number
//! with a valid checksum, so only the damaged frames are lost.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// A zstd level that needs little processor time.
pub(crate) const ZSTD_LEVEL: i32 = 3;
/// The first bytes of each frame. No text in UTF-8 contains them.
const MAGIC: [u8; 4] = [0xF7, b'T', b'b', 0xFB];
/// Size of the header in bytes.
pub(crate) const HEADER: usize = 33;
/// Maximum length of a payload; a header with a larger length is damaged.
const LENGTH_MAX: u32 = 256 << 20;
/// Size of the reads when searching for the next frame.
const WINDOW: usize = 64 << 10;

/// The contents of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The start of a part, as JSON. The numbers of names and types begin again.
    Head = 1,
    /// Names and types for the following blocks.
    Names = 2,
    /// Scans; the first one has all tags.
    Complete = 3,
    /// Scans with the changed tags.
    Changes = 4,
    /// The data of an incident, as JSON. The last one in a file is valid.
    Incident = 5,
    /// The project's file.
    Project = 6,
}

/// The position of a frame in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) kind: Kind,
    /// The offset of its header.
    pub(crate) offset: u64,
    /// The length of its payload.
    pub(crate) length: u32,
    pub(crate) from_ms: i64,
    pub(crate) to_ms: i64,
    crc: u32,
}

/// A range of bytes that are not a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnreadableRange {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// Whether they are at the end of the file, like a frame that was not completely written.
    pub(crate) is_tail: bool,
    /// Number of frames before it.
    pub(crate) behind: usize,
}

impl Kind {
    fn of(byte: u8) -> Option<Self> {
        [Self::Head, Self::Names, Self::Complete, Self::Changes, Self::Incident, Self::Project]
            .into_iter()
            .find(|it| *it as u8 == byte)
    }
}

impl Frame {
    /// Appends a frame to a buffer that is written at once.
    pub(crate) fn write(kind: Kind, times: (i64, i64), payload: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&MAGIC);
        out.push(kind as u8);
        out.extend_from_slice(&u32::try_from(payload.len()).unwrap_or(u32::MAX).to_le_bytes());
        out.extend_from_slice(&times.0.to_le_bytes());
        out.extend_from_slice(&times.1.to_le_bytes());
        out.extend_from_slice(&crc32fast::hash(payload).to_le_bytes());
        let sum = crc32fast::hash(out.get(start..).unwrap_or_default());
        out.extend_from_slice(&sum.to_le_bytes());
        out.extend_from_slice(payload);
    }

    fn parse(bytes: &[u8], offset: u64) -> Option<Self> {
        let header = bytes.first_chunk::<HEADER>()?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|it| header[at + it]));
        let long =
            |at: usize| i64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|it| header[at + it]));
        if header[..4] != MAGIC || word(29) != crc32fast::hash(&header[..29]) {
            return None;
        }
        let (kind, length) = (Kind::of(header[4])?, word(5));
        let (from_ms, to_ms, crc) = (long(9), long(17), word(25));
        (length <= LENGTH_MAX).then_some(Self { kind, offset, length, from_ms, to_ms, crc })
    }

    /// The offset of the next frame.
    pub(crate) fn end(&self) -> u64 {
        self.offset + HEADER as u64 + u64::from(self.length)
    }

    /// Reads the payload.
    ///
    /// # Errors
    /// The file cannot be read, or its bytes have changed (`InvalidData`).
    pub(crate) fn payload(&self, file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.offset + HEADER as u64))?;
        let mut bytes = vec![0; self.length as usize];
        file.read_exact(&mut bytes)?;
        if crc32fast::hash(&bytes) != self.crc {
            return Err(ErrorKind::InvalidData.into());
        }
        Ok(bytes)
    }
}

/// The frames from an offset on, in their order, and the bytes between them.
pub(crate) fn frames(
    file: &mut (impl Read + Seek),
    from: u64,
) -> io::Result<(Vec<Frame>, Vec<UnreadableRange>)> {
    let (mut found, mut unread): (Vec<Frame>, Vec<UnreadableRange>) = (Vec::new(), Vec::new());
    let length = file.seek(SeekFrom::End(0))?;
    let mut at = from;
    while at < length {
        let mut header = [0; HEADER];
        file.seek(SeekFrom::Start(at))?;
        let read = read_up_to(file, &mut header)?;
        let frame = Frame::parse(&header[..read], at).filter(|it| it.end() <= length);
        if let Some(frame) = frame {
            at = frame.end();
            found.push(frame);
            continue;
        }
        let next = next_frame(file, at + 1, length)?;
        let end = next.unwrap_or(length);
        let is_tail = next.is_none();
        unread.push(UnreadableRange { offset: at, length: end - at, is_tail, behind: found.len() });
        at = end;
    }
    Ok((found, unread))
}

fn next_frame(file: &mut (impl Read + Seek), from: u64, length: u64) -> io::Result<Option<u64>> {
    let mut window = vec![0; WINDOW + HEADER];
    let mut at = from;
    while at < length {
        file.seek(SeekFrom::Start(at))?;
        let read = read_up_to(file, &mut window)?;
        let bytes = window.get(..read).unwrap_or_default();
        let starts = bytes.windows(MAGIC.len()).enumerate().filter(|(_, it)| *it == MAGIC);
        for (place, _) in starts {
            let offset = at + place as u64;
            let frame = Frame::parse(bytes.get(place..).unwrap_or_default(), offset);
            if frame.is_some_and(|it| it.end() <= length) {
                return Ok(Some(offset));
            }
        }
        at += WINDOW as u64;
    }
    Ok(None)
}

fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while let Some(rest) = buffer.get_mut(read..).filter(|it| !it.is_empty()) {
        match file.read(rest) {
            Ok(0) => break,
            Ok(count) => read += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        for it in 0..5 {
            Frame::write(Kind::Changes, (it, it + 1), &[7; 300], &mut bytes);
        }
        bytes
    }

    #[test]
    fn frames_are_found_again() {
        let (found, unread) = frames(&mut Cursor::new(file()), 0).unwrap();
        assert_eq!(found.iter().map(|it| it.from_ms).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(unread, []);
        assert_eq!(found[4].payload(&mut Cursor::new(file())).unwrap(), [7; 300]);
    }

    #[test]
    fn a_changed_byte_costs_one_frame() {
        for at in 0..file().len() {
            let mut bytes = file();
            bytes[at] ^= 1;
            let mut bytes = Cursor::new(bytes);
            let (found, _) = frames(&mut bytes, 0).unwrap();
            let read = found.iter().filter(|it| it.payload(&mut bytes).is_ok()).count();
            assert_eq!(read, 4, "byte {at}");
        }
    }

    #[test]
    fn what_was_being_written_is_the_tail() {
        let whole = file();
        for cut in [1, HEADER, HEADER + 1, HEADER + 299] {
            let length = whole.len() - cut;
            let (found, unread) = frames(&mut Cursor::new(&whole[..length]), 0).unwrap();
            assert_eq!(found.len(), 4);
            assert!(unread.len() == 1 && unread[0].is_tail && unread[0].behind == 4);
        }
    }
}

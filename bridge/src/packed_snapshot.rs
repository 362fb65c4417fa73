//! A snapshot as compressed JSON, which is copied from the disk into a push without being parsed
//! again.
//!
//! DEFLATE (RFC 1951) is a sequence of blocks. Blocks up to a sync flush end on a byte, and do not
//! refer to earlier data, so they can be placed between others in one stream: what was compressed
//! to be stored is sent as it is. Measured, with 5,000 values ten times a second: inflating,
//! parsing, serializing and compressing them again needed as much processor time as everything
//! else, including reading the controller.
//!
//! The text lacks the beginning of the object, with the sequence, which depends on the stream: see
//! [`head`].

use std::io::{self, Read};

use flate2::{Compress, Compression, FlushCompress, read::DeflateDecoder};
use serde::{Serialize, Serializer};
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, push::Snapshot},
};

use crate::snapshot::SnapshotDraft;

/// Maximum length of a snapshot as JSON. A larger length means that the bytes are damaged.
pub(crate) const LENGTH_MAX: u32 = 256 << 20;
/// The empty block that ends a stream of DEFLATE.
pub(crate) const END: &[u8] = &[1, 0, 0, 0xFF, 0xFF];
/// The end of a sync flush: the same block, but not the last one.
const FLUSHED: &[u8] = &[0, 0, 0xFF, 0xFF];
/// The text of tags is compressed to about a tenth.
const TENTH: usize = 10;

/// The JSON of a snapshot from its timestamp on, compressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PackedSnapshot {
    /// Blocks of DEFLATE that end on a byte; none of them is the last of a stream.
    pub(crate) blocks: Vec<u8>,
    /// The CRC-32 of the text, as in gzip (RFC 1952 §8).
    pub(crate) crc: u32,
    /// The length of the text, in bytes.
    pub(crate) length: u32,
}

/// The text before the packed text; together they are the JSON of a snapshot.
pub(crate) fn head(sequence: u64) -> String {
    format!(r#"{{"sequence":{sequence},"#)
}

/// A [`Snapshot`] without its sequence.
#[derive(Serialize)]
struct Text<'a> {
    timestamp: Timestamp,
    duration_ms: f64,
    controller: &'a Controller,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<u32>,
    complete: bool,
    tags: TagsOf<'a>,
}

struct TagsOf<'a>(&'a SnapshotDraft);

impl Serialize for TagsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.tags())
    }
}

/// Packs snapshots one after the other, and reuses its memory.
pub(crate) struct Packer {
    text: Vec<u8>,
    state: Compress,
}

impl Packer {
    pub(crate) fn new() -> Self {
        Self { text: Vec::new(), state: Compress::new(Compression::fast(), false) }
    }

    pub(crate) fn pack(&mut self, draft: &SnapshotDraft) -> io::Result<PackedSnapshot> {
        self.pack_part(draft, None)
    }

    /// As [`pack`](Self::pack), for a part of a snapshot: its number, and the number of parts.
    pub(crate) fn pack_part(
        &mut self,
        draft: &SnapshotDraft,
        part: Option<(u32, u32)>,
    ) -> io::Result<PackedSnapshot> {
        let text = Text {
            timestamp: draft.view.timestamp,
            duration_ms: draft.view.duration_ms,
            controller: &draft.view.controller,
            part: part.map(|it| it.0),
            parts: part.map(|it| it.1),
            complete: draft.is_complete(),
            tags: TagsOf(draft),
        };
        self.text.clear();
        serde_json::to_writer(&mut self.text, &text)?;
        // The opening brace is in the head.
        let text = self.text.get(1..).unwrap_or_default();
        let length = u32::try_from(text.len()).ok().filter(|it| *it <= LENGTH_MAX);
        let length = length.ok_or_else(|| io::Error::other("the snapshot is too long"))?;
        let blocks = deflate(&mut self.state, text)?;
        Ok(PackedSnapshot { blocks, crc: crc32fast::hash(text), length })
    }
}

/// Compresses a text into blocks that end on a byte.
fn deflate(state: &mut Compress, text: &[u8]) -> io::Result<Vec<u8>> {
    state.reset();
    let mut blocks = Vec::with_capacity(text.len() / TENTH + FLUSHED.len());
    let mut rest = text;
    // A flush is not complete as long as it fills all the space that it is given.
    while !rest.is_empty() || blocks.len() == blocks.capacity() {
        blocks.reserve(rest.len() / TENTH + FLUSHED.len() + 1);
        let before = state.total_in();
        state.compress_vec(rest, &mut blocks, FlushCompress::Sync)?;
        let read = usize::try_from(state.total_in() - before).unwrap_or(rest.len());
        rest = rest.get(read..).unwrap_or_default();
    }
    if !blocks.ends_with(FLUSHED) {
        return Err(io::Error::other("the compressor left its last block open"));
    }
    Ok(blocks)
}

impl PackedSnapshot {
    /// Unpacks the snapshot. The error describes what is wrong with the bytes.
    pub(crate) fn unpack(&self, sequence: u64) -> Result<Snapshot, String> {
        let mut text = head(sequence).into_bytes();
        let before = text.len();
        DeflateDecoder::new(self.blocks.chain(END))
            .take(u64::from(self.length) + 1)
            .read_to_end(&mut text)
            .map_err(|error| error.to_string())?;
        let read = text.get(before..).unwrap_or_default();
        if read.len() != self.length as usize || crc32fast::hash(read) != self.crc {
            return Err("its checksum or its length is another".into());
        }
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(sequence: u64, tags: u32) -> Snapshot {
        // All values differ, as repetitions would compress too well.
        let value = |it: u32| {
            serde_json::json!({
                "value": f64::from(it * 7919 % 104_729) / 7.0, "type": "REAL", "quality": "good",
                "timestamp": "2026-01-01T00:00:00.000Z"
            })
        };
        let tags: serde_json::Map<_, _> =
            (0..tags).map(|it| (format!("Tag{it}"), value(it))).collect();
        serde_json::from_value(serde_json::json!({
            "sequence": sequence, "timestamp": "2026-01-01T00:00:00.000Z", "duration_ms": 7.5,
            "controller": Controller::default(), "complete": true, "tags": tags,
        }))
        .unwrap()
    }

    #[test]
    fn what_is_packed_comes_back_under_any_sequence() {
        let mut it = Packer::new();
        for tags in [0, 1, 2, 3, 30, 300, 5000, 20_000] {
            let packed = it.pack(&snapshot(1, tags).into()).expect("it packs");
            assert_eq!(packed.unpack(u64::MAX), Ok(snapshot(u64::MAX, tags)));
            assert_eq!(it.pack(&snapshot(2, tags).into()).expect("again"), packed);
        }
    }

    #[test]
    fn head_and_text_are_the_json_of_a_snapshot() {
        let it = snapshot(7, 2);
        let packed = Packer::new().pack(&it.clone().into()).expect("it packs");
        let json = serde_json::to_string(&it).unwrap();
        assert_eq!(head(7).len() + packed.length as usize, json.len());
        assert!(json.starts_with(&head(7)), "{json}");
    }

    #[test]
    fn a_changed_byte_never_becomes_another_value() {
        let it = snapshot(1, 20);
        let packed = Packer::new().pack(&it.clone().into()).expect("it packs");
        for at in 0..packed.blocks.len() {
            let mut damaged = packed.clone();
            damaged.blocks[at] ^= 0x10;
            let read = damaged.unpack(1);
            assert!(read.is_err() || read == Ok(it.clone()), "byte {at}");
        }
    }
}

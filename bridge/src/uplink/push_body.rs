//! The encoded body of a push.

use crc32fast::Hasher;
use tagbridge_api::hmi::push::Push;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    client::WireBody,
    outbox::Entry,
    packed::{Packed, head},
};

/// A push as compressed bytes.
#[derive(Debug, Clone)]
pub(crate) struct PushBody {
    pub(super) wire: WireBody,
    /// Size of its snapshots, in bytes of JSON.
    pub(super) json: usize,
    /// The time in its `sent_at`.
    pub(super) sent_at: Instant,
}

impl PushBody {
    /// Creates a push of these entries from a frame without entries; a heartbeat if there are no
    /// entries.
    pub(super) fn of((frame, sent_at): &(Push, Instant), entries: &[Entry]) -> Self {
        let frame = json(frame);
        let (bytes, gzip) = match frame.split_once(NO_SNAPSHOTS) {
            Some((front, back)) if !entries.is_empty() => (gzip(front, entries, back).into(), true),
            _ => (frame.into(), false),
        };
        let json = entries.iter().map(Entry::bytes).sum();
        let wire = WireBody { bytes, gzip, key: Uuid::new_v4() };
        Self { wire, json, sent_at: *sent_at }
    }
}

/// The empty list of snapshots in a frame. No text value can contain it, because its quotes would
/// be escaped.
const NO_SNAPSHOTS: &str = r#""snapshots":[]"#;

fn json(frame: &Push) -> String {
    // Text, numbers and flags always have a JSON.
    serde_json::to_string(frame).unwrap_or_default()
}

fn gzip(front: &str, entries: &[Entry], back: &str) -> Vec<u8> {
    let mut body = Gzip::new();
    body.text(front);
    body.text(r#""snapshots":["#);
    for (index, it) in entries.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        body.text(&format!("{comma}{}", head(it.sequence)));
        body.packed(&it.packed);
    }
    body.text("]");
    body.text(back);
    body.finish()
}

/// A gzip member (RFC 1952) that is assembled from blocks (RFC 1951 §3.2.3).
struct Gzip {
    bytes: Vec<u8>,
    sum: Hasher,
    length: u32,
}

impl Gzip {
    fn new() -> Self {
        // Deflate, no flags, no time, compressed fast, by an unknown system.
        Self { bytes: vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 4, 255], sum: Hasher::new(), length: 0 }
    }

    /// Adds a text without compression.
    fn text(&mut self, text: &str) {
        for part in text.as_bytes().chunks(usize::from(u16::MAX)) {
            self.stored(false, part);
        }
        self.sum.update(text.as_bytes());
        #[expect(clippy::cast_possible_truncation, reason = "gzip counts bytes modulo 2^32")]
        let length = text.len() as u32;
        self.length = self.length.wrapping_add(length);
    }

    fn packed(&mut self, packed: &Packed) {
        self.bytes.extend_from_slice(&packed.blocks);
        self.sum.combine(&Hasher::new_with_initial_len(packed.crc, packed.length.into()));
        self.length = self.length.wrapping_add(packed.length);
    }

    fn finish(mut self) -> Vec<u8> {
        self.stored(true, &[]);
        self.bytes.extend_from_slice(&self.sum.finalize().to_le_bytes());
        self.bytes.extend_from_slice(&self.length.to_le_bytes());
        self.bytes
    }

    /// Adds an uncompressed block.
    fn stored(&mut self, is_last: bool, bytes: &[u8]) {
        let length = u16::try_from(bytes.len()).unwrap_or(u16::MAX);
        self.bytes.push(u8::from(is_last));
        self.bytes.extend_from_slice(&length.to_le_bytes());
        self.bytes.extend_from_slice(&(!length).to_le_bytes());
        self.bytes.extend_from_slice(&bytes[..usize::from(length)]);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;
    use tagbridge_api::{
        Timestamp,
        hmi::{
            Controller,
            push::{Newest, Snapshot},
        },
    };

    use super::*;
    use crate::packed::Packer;

    fn frame() -> Push {
        Push {
            device_id: r#"a "snapshots":[] device"#.into(),
            device_name: None,
            stream_id: Uuid::nil(),
            runs: vec![Uuid::from_u128(9)],
            snapshots: Vec::new(),
            ended: false,
            take_over: false,
            interval_ms: Some(1000),
            sent_at: Some(Timestamp::from_millis(7).unwrap()),
            skew_least_ms: Some(-1),
            newest: Some(Newest { sequence: 1, age_ms: 5 }),
        }
    }

    fn snapshot(sequence: u64, text: &str) -> Snapshot {
        let value = serde_json::json!({
            "value": text, "type": "STRING", "quality": "good",
            "timestamp": "2026-01-01T00:00:00.000Z"
        });
        Snapshot {
            part: None,
            parts: None,
            sequence,
            timestamp: Timestamp::from_millis(0).unwrap(),
            duration_ms: 0.5,
            controller: Controller::default(),
            complete: sequence.is_multiple_of(2),
            tags: [("A".to_owned(), serde_json::from_value(value).unwrap())].into_iter().collect(),
        }
    }

    fn entries(texts: &[&str]) -> Vec<Entry> {
        let mut packer = Packer::new();
        let texts = (1..).zip(texts);
        texts
            .map(|(sequence, it)| Entry {
                sequence,
                packed: packer.pack(&snapshot(sequence, it).into()).unwrap(),
            })
            .collect()
    }

    #[test]
    fn stored_pieces_are_one_gzip_member_and_one_json() {
        let long = "lorem ipsum ".repeat(20_000);
        for texts in [vec!["x"], vec!["x", "", "ä€😀\n\"", &long, "x"], vec![&*long; 30]] {
            let body = PushBody::of(&(frame(), Instant::now()), &entries(&texts));
            assert!(body.wire.gzip);
            let mut reader = GzDecoder::new(&*body.wire.bytes);
            let mut json = Vec::new();
            reader.read_to_end(&mut json).expect("checksum and length are right");
            assert!(reader.into_inner().is_empty(), "nothing stands behind it");
            let push: Push = serde_json::from_slice(&json).expect("it is a push");
            let snapshots = (1..).zip(texts).map(|(at, it)| snapshot(at, it)).collect();
            assert_eq!(push, Push { snapshots, ..frame() });
            assert_eq!(json, serde_json::to_vec(&push).unwrap(), "to the byte");
        }
    }
}

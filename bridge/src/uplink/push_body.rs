//! The encoded body of a push.

use crc32fast::Hasher;
use tagbridge_api::hmi::push::Push;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    client::WireBody,
    outbox::Entry,
    packed_snapshot::{END, PackedSnapshot, head},
};

/// A push as compressed bytes.
#[derive(Debug, Clone)]
pub(crate) struct PushBody {
    pub(super) wire: WireBody,
    pub(super) stream_id: Uuid,
    /// Number of its snapshots.
    pub(super) snapshots: usize,
    /// Their size, in bytes of JSON.
    pub(super) json: usize,
    /// The time in its `sent_at`.
    pub(super) sent_at: Instant,
}

impl PushBody {
    /// Creates a push of these entries from a frame without entries; a heartbeat if there are no
    /// entries.
    pub(super) fn of((frame, sent_at): &(Push, Instant), entries: &[Entry]) -> Self {
        // Text, numbers and flags always have a JSON.
        let json = serde_json::to_string(frame).unwrap_or_default();
        let (bytes, gzip) = match json.split_once(NO_SNAPSHOTS) {
            Some((front, back)) if !entries.is_empty() => (gzip(front, entries, back).into(), true),
            _ => (json.into(), false),
        };
        let wire = WireBody { bytes, gzip, key: Uuid::new_v4() };
        let json = entries.iter().map(Entry::bytes).sum();
        Self { wire, stream_id: frame.stream_id, snapshots: entries.len(), json, sent_at: *sent_at }
    }
}

/// The empty list of snapshots in a frame. No text value can contain it, because its quotes would
/// be escaped.
const NO_SNAPSHOTS: &str = r#""snapshots":[]"#;

/// Returns a gzip member (RFC 1952) that is assembled from blocks.
fn gzip(front: &str, entries: &[Entry], back: &str) -> Vec<u8> {
    // Deflate, no flags, no time, compressed fast, by an unknown system.
    let mut bytes = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 4, 255];
    let (mut sum, mut length) = (Hasher::new(), 0_u32);
    let mut add = |it: &PackedSnapshot| {
        bytes.extend_from_slice(&it.blocks);
        sum.combine(&Hasher::new_with_initial_len(it.crc, it.length.into()));
        length = length.wrapping_add(it.length);
    };
    add(&stored(front));
    let mut before = r#""snapshots":["#;
    for it in entries {
        add(&stored(&format!("{before}{}", head(it.sequence))));
        add(&it.packed);
        before = ",";
    }
    add(&stored(&format!("]{back}")));
    bytes.extend_from_slice(END);
    bytes.extend_from_slice(&sum.finalize().to_le_bytes());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes
}

/// Returns a text in blocks without compression (RFC 1951 §3.2.4).
fn stored(text: &str) -> PackedSnapshot {
    let mut blocks = Vec::with_capacity(text.len() + 5);
    for part in text.as_bytes().chunks(usize::from(u16::MAX)) {
        let length = u16::try_from(part.len()).unwrap_or(u16::MAX);
        blocks.push(0);
        blocks.extend_from_slice(&length.to_le_bytes());
        blocks.extend_from_slice(&(!length).to_le_bytes());
        blocks.extend_from_slice(part);
    }
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    PackedSnapshot { blocks, crc: crc32fast::hash(text.as_bytes()), length }
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
    use crate::packed_snapshot::Packer;

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

//! A push as it goes over the wire.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use tagbridge_api::hmi::push::Push;
use uuid::Uuid;

/// Bodies from this size on are compressed.
const COMPRESSED_FROM: usize = 1024;

/// A push as bytes, with the idempotency key that belongs to these bytes.
#[derive(Debug, Clone)]
pub struct Parcel {
    pub(super) body: Vec<u8>,
    pub(super) gzip: bool,
    pub(super) label: Label,
}

/// Which bytes an idempotency key stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    digest: [u8; 32],
    pub(super) key: String,
}

impl Parcel {
    /// Packs a push under a key of its own.
    pub fn new(push: &Push) -> Self {
        Self::labelled(push, None)
    }

    /// Packs a push; under the key of the one before, if that was the same to the byte. A
    /// heartbeat is always a new one.
    pub(super) fn labelled(push: &Push, before: Option<&Label>) -> Self {
        let json = serde_json::to_vec(push).unwrap_or_default();
        let digest: [u8; 32] = Sha256::digest(&json).into();
        let label = before
            .filter(|it| it.digest == digest && !push.snapshots.is_empty())
            .cloned()
            .unwrap_or_else(|| Label { digest, key: Uuid::new_v4().to_string() });
        let packed = (json.len() >= COMPRESSED_FROM).then(|| gzip(&json)).flatten();
        let gzip = packed.is_some();
        Self { body: packed.unwrap_or(json), gzip, label }
    }
}

fn gzip(json: &[u8]) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(json).ok()?;
    packed.finish().ok()
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{
        Timestamp,
        hmi::{Controller, push::Snapshot},
    };

    use super::*;

    fn push(snapshots: usize) -> Push {
        let snapshot = Snapshot {
            sequence: 1,
            timestamp: Timestamp::from_millis(0).unwrap(),
            duration_ms: 0.0,
            controller: Controller::default(),
            complete: true,
            tags: [].into_iter().collect(),
        };
        Push {
            device_id: "d".into(),
            stream_id: Uuid::nil(),
            snapshots: vec![snapshot; snapshots],
            ended: false,
            take_over: false,
            interval_ms: None,
        }
    }

    #[test]
    fn the_same_bytes_keep_their_key_and_heartbeats_never_do() {
        let first = Parcel::new(&push(1));
        assert_eq!(Parcel::labelled(&push(1), Some(&first.label)).label, first.label);
        assert_ne!(Parcel::labelled(&push(2), Some(&first.label)).label, first.label);
        let beat = Parcel::new(&push(0));
        assert_ne!(Parcel::labelled(&push(0), Some(&beat.label)).label, beat.label);
    }

    #[test]
    fn only_large_bodies_are_compressed() {
        assert!(!Parcel::new(&push(1)).gzip);
        let large = Parcel::new(&push(100));
        assert!(large.gzip && large.body.len() < 1000);
    }
}

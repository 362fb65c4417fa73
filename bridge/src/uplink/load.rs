//! Creates a push: its frame, and its snapshots.

use std::{slice, sync::Arc, time::Duration};

use tagbridge_api::{
    Timestamp,
    hmi::push::{Newest, Push},
    limits::PUSH_INTERVAL_MS_MAX,
};
use tokio::{task::spawn_blocking, time::Instant};
use uuid::Uuid;

use super::{
    PushBody, Uploader, batch::with_newest, delivery::Outgoing, journey::Journey, parts::split_by,
};
use crate::{
    device,
    outbox::{Entry, OutboxError},
    packed::Packer,
    snapshot::{Draft, Holds, LiveView},
};

/// The content of a push.
pub(super) struct Load {
    pub(super) stream_id: Uuid,
    /// The oldest snapshots, or one that is sent alone.
    pub(super) entries: Vec<Entry>,
    /// The newest snapshot, which is included if it needs at most half of a push, or if there are
    /// no others.
    pub(super) newest: Option<Arc<LiveView>>,
    /// Whether other snapshots wait.
    pub(super) more: bool,
}

impl Load {
    /// Size of its entries, in bytes of JSON.
    pub(super) fn bytes(&self) -> usize {
        self.entries.iter().map(Entry::bytes).sum()
    }
}

impl Uploader {
    /// Whether the newest snapshot could not be stored.
    pub(super) fn is_newest_unstored(&self) -> bool {
        self.values.borrow().as_ref().is_some_and(|it| it.place.is_none())
    }

    /// Creates a push without snapshots; `newest` is the newest snapshot.
    pub(super) fn frame(
        &self,
        stream_id: Uuid,
        newest: Option<&LiveView>,
        journey: &Journey,
    ) -> (Push, Instant) {
        let (now, wall) = (Instant::now(), Timestamp::now());
        let interval_ms = newest.and_then(|it| match it.holds {
            Holds::Then { every, .. } => Some(millis(every).clamp(1, PUSH_INTERVAL_MS_MAX)),
            Holds::UntilNext => None,
        });
        let young = newest.and_then(|it| {
            let age_ms = millis(it.age(now.into_std(), wall));
            Some(Newest { sequence: it.sequence_in(stream_id)?, age_ms })
        });
        let push = Push {
            device_id: self.status.device_id(),
            device_name: device::name(),
            stream_id,
            runs: journey.lineage.runs(stream_id),
            snapshots: Vec::new(),
            ended: false,
            take_over: journey.take_over,
            interval_ms,
            sent_at: Some(wall),
            skew_least_ms: journey.skew.least_ms(),
            newest: young,
        };
        (push, now)
    }

    /// Packs a push, on a separate thread: a full one takes long, and the other tasks must not wait for it. A
    /// snapshot that is too large for one push is packed in parts. `None` if there would be too many parts, or
    /// if the newest snapshot cannot be packed.
    pub(super) async fn pack(
        &self,
        load: Load,
        newest: Option<&LiveView>,
        journey: &mut Journey,
    ) -> Result<Outgoing, OutboxError> {
        let Load { stream_id, entries, newest: added, more } = load;
        let frame = self.frame(stream_id, newest, journey);
        let capacity = journey.delivery.capacity();
        let (most, alone_bytes) = (capacity.bytes(), capacity.alone_bytes());
        let packed = spawn_blocking(move || {
            let added = added.and_then(|it| entry_of(it, stream_id));
            let newest_bytes = added.as_ref().map(Entry::bytes);
            let (entries, extra) = with_newest(entries, added, most);
            let sequences: Vec<u64> = entries.iter().map(|it| it.sequence).collect();
            let bodies = match &entries[..] {
                [] if more => [].into(),
                [one] if one.bytes() > alone_bytes => {
                    let parts = split_by(one, alone_bytes);
                    let body = |it| PushBody::of(&frame, slice::from_ref(it));
                    parts.iter().map(body).collect()
                }
                all => [PushBody::of(&frame, all)].into(),
            };
            (Outgoing::new(stream_id, (sequences, extra), more, bodies), newest_bytes)
        });
        let (push, newest_bytes) = packed.await.map_err(|_| OutboxError::Closed)?;
        if let Some(bytes) = newest_bytes {
            journey.delivery.packed_newest(bytes);
        }
        Ok(push)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the newest snapshot, with all tags, as an entry of this stream; `None` if it cannot be
/// packed or belongs to another stream.
fn entry_of(newest: Arc<LiveView>, stream_id: Uuid) -> Option<Entry> {
    let sequence = newest.sequence_in(stream_id)?;
    let packed = Packer::new().pack(&Draft::complete(newest)).ok()?;
    Some(Entry { sequence, packed })
}

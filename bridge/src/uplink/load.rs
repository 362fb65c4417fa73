//! Putting a push together: its frame, and the snapshots in it.

use std::{sync::Arc, time::Duration};

use tagbridge_api::{
    Timestamp,
    hmi::push::{Newest, Push},
    limits::PUSH_INTERVAL_MS_MAX,
};
use tokio::{task::spawn_blocking, time::Instant};
use uuid::Uuid;

use super::{PushBody, Uploader, batch::with_newest, delivery::Outgoing, journey::Journey};
use crate::{
    device,
    outbox::{Entry, OutboxError},
    packed::Packer,
    snapshot::{Draft, Holds, LiveView},
};

impl Uploader {
    /// Whether what was read last could not be stored.
    pub(super) fn is_newest_unstored(&self) -> bool {
        self.values.borrow().as_ref().is_some_and(|it| it.place.is_none())
    }

    /// A push without snapshots that is sent now; `newest` is what was read last.
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
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The newest snapshot, complete, as an entry of this stream. `None`: it cannot be packed, or is of
/// another stream.
fn entry_of(newest: Arc<LiveView>, stream_id: Uuid) -> Option<Entry> {
    let sequence = newest.sequence_in(stream_id)?;
    let packed = Packer::new().pack(&Draft::complete(newest)).ok()?;
    Some(Entry { sequence, packed })
}

/// The newest snapshot as an entry that goes alone before older ones.
pub(super) async fn go_ahead(
    newest: &Arc<LiveView>,
    stream_id: Uuid,
    journey: &mut Journey,
) -> Result<Option<Entry>, OutboxError> {
    let newest = Arc::clone(newest);
    let entry = spawn_blocking(move || entry_of(newest, stream_id)).await;
    let entry = entry.map_err(|_| OutboxError::Closed)?;
    if let Some(entry) = &entry {
        journey.newest_bytes = entry.bytes();
        (journey.alone_at, journey.was_alone) = (Some(Instant::now()), true);
    }
    Ok(entry)
}

/// The push of these entries, and the bytes of JSON that the newest has. Putting a full batch together takes a
/// while, which the other tasks should not feel. The newest comes along if it needs no more than half of the
/// `most` bytes. `more`: others wait.
pub(super) async fn load(
    frame: (Push, Instant),
    (entries, more): (Vec<Entry>, bool),
    newest: Option<Arc<LiveView>>,
    most: usize,
) -> Result<(Outgoing, Option<usize>), OutboxError> {
    let load = spawn_blocking(move || {
        let stream_id = frame.0.stream_id;
        let newest = newest.and_then(|it| entry_of(it, stream_id));
        let newest_bytes = newest.as_ref().map(Entry::bytes);
        let (entries, extra) = with_newest(entries, newest, most);
        let sent = entries.iter().map(|it| it.sequence).collect();
        let bodies = [PushBody::of(&frame, &entries)].into();
        (Outgoing::new(stream_id, (sent, extra), more, bodies), newest_bytes)
    });
    load.await.map_err(|_| OutboxError::Closed)
}

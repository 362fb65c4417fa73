//! When the newest snapshot goes before what waits: a backlog must not keep the live view from being true.

use std::time::Instant;

use uuid::Uuid;

use super::Delivery;

/// Bytes of JSON that take no time to be delivered, the newest snapshot among them.
const SHORT: usize = 64 << 10;

/// What is known of the newest snapshot.
#[derive(Debug)]
pub(super) struct Ahead {
    /// Values were not delivered for a while: it goes before all that waits.
    pub(super) is_overdue: bool,
    /// When it was pushed alone last.
    alone_at: Option<Instant>,
    /// Whether that was the last push with snapshots: the next one is of what waits.
    pub(super) was_alone: bool,
    /// Bytes of JSON that it had when it was packed last.
    bytes: usize,
    /// The newest snapshot that the service has.
    delivered: Option<(Uuid, u64)>,
}

/// The push that is next unless the newest snapshot goes ahead.
#[derive(Debug, Clone, Copy)]
pub(in crate::uplink) struct Next {
    /// The newest snapshot may go before it if it is newer than this one.
    pub(in crate::uplink) sequence: Option<u64>,
    /// Bytes of JSON.
    pub(in crate::uplink) bytes: usize,
    /// Whether others wait behind it.
    pub(in crate::uplink) more: bool,
}

impl Ahead {
    /// Of a session that has delivered nothing yet.
    pub(super) fn new() -> Self {
        Self { is_overdue: true, alone_at: None, was_alone: false, bytes: 0, delivered: None }
    }

    fn is_new(&self, stream_id: Uuid, newest: Option<u64>) -> bool {
        newest > self.delivered.filter(|it| it.0 == stream_id).map(|it| it.1)
    }

    /// The service has these.
    pub(super) fn stored(&mut self, stream_id: Uuid, sequences: &[u64]) {
        let newest = sequences.iter().copied().max();
        if self.is_new(stream_id, newest) {
            self.delivered = newest.map(|it| (stream_id, it));
        }
    }
}

impl Delivery {
    /// Whether values were not delivered for a while.
    pub(in crate::uplink) fn is_overdue(&self) -> bool {
        self.ahead.is_overdue
    }

    /// The newest snapshot was packed, and has so many bytes of JSON.
    pub(in crate::uplink) fn packed_newest(&mut self, bytes: usize) {
        self.ahead.bytes = bytes;
    }

    /// What needs more than half of a push does not come along with others.
    fn is_newest_large(&self) -> bool {
        self.ahead.bytes > self.capacity.bytes() / 2
    }

    /// Whether the newest snapshot is pushed alone now, before this push.
    pub(in crate::uplink) fn goes_ahead(
        &mut self,
        stream_id: Uuid,
        newest: Option<u64>,
        next: Next,
        now: Instant,
    ) -> bool {
        let is_large = self.is_newest_large();
        let it = &mut self.ahead;
        let since = |at| now.saturating_duration_since(at);
        let is_due = !it.was_alone && it.alone_at.is_none_or(|at| since(at) >= self.interval);
        let is_wanted = it.is_overdue || (next.more && is_large && is_due);
        let waits = next.sequence < newest && (next.more || next.bytes > SHORT);
        it.is_overdue = false;
        it.was_alone = is_wanted && waits && it.is_new(stream_id, newest);
        if it.was_alone {
            it.alone_at = Some(now);
        }
        it.was_alone
    }

    /// Whether the newest snapshot is part of this push of older ones.
    pub(in crate::uplink) fn comes_along(
        &self,
        stream_id: Uuid,
        newest: Option<u64>,
        next: Next,
    ) -> bool {
        let may_come = self.without_newest == 0 && !self.is_newest_large();
        next.more && may_come && self.ahead.is_new(stream_id, newest)
    }
}

//! Decides when the newest snapshot is sent before older ones, so that the live view is current in
//! spite of a backlog.

use std::time::Instant;

use super::Delivery;

/// Pushes up to this size, in bytes of JSON, are delivered so fast that the newest snapshot need
/// not be sent first.
const SHORT: usize = 64 << 10;

/// The state of the newest snapshot.
#[derive(Debug, Default)]
pub(in crate::uplink) struct NewestDelivery {
    /// Whether values were delivered lately. Otherwise the newest snapshot is sent first.
    pub(in crate::uplink) is_current: bool,
    /// When it was last pushed alone.
    alone_at: Option<Instant>,
    /// Whether that was the last push with snapshots. Then the next push has waiting snapshots.
    pub(super) was_alone: bool,
    /// Its size when it was last packed, in bytes of JSON.
    pub(in crate::uplink) bytes: usize,
    /// The newest snapshot of the stream that the service has.
    pub(super) delivered: Option<u64>,
}

/// The next push, unless the newest snapshot is sent first.
#[derive(Debug, Clone, Copy)]
pub(in crate::uplink) struct NextPush {
    /// The newest snapshot may be sent first if it is newer than this one.
    pub(in crate::uplink) sequence: Option<u64>,
    /// Size, in bytes of JSON.
    pub(in crate::uplink) bytes: usize,
    /// Whether other snapshots wait after it.
    pub(in crate::uplink) more: bool,
}

impl Delivery {
    /// A snapshot that needs more than half of a push is not sent with others.
    fn is_newest_large(&self) -> bool {
        self.ahead.bytes > self.capacity.bytes / 2
    }

    /// Whether the newest snapshot is pushed alone now, before this push.
    pub(in crate::uplink) fn sends_newest_first(
        &mut self,
        newest: Option<u64>,
        next: NextPush,
        now: Instant,
    ) -> bool {
        let is_large = self.is_newest_large();
        let it = &mut self.ahead;
        let since = |at| now.saturating_duration_since(at);
        let is_due = !it.was_alone && it.alone_at.is_none_or(|at| since(at) >= self.interval);
        let is_wanted = !it.is_current || (next.more && is_large && is_due);
        let waits = next.sequence < newest && (next.more || next.bytes > SHORT);
        it.is_current = true;
        it.was_alone = is_wanted && waits && newest > it.delivered;
        if it.was_alone {
            it.alone_at = Some(now);
        }
        it.was_alone
    }

    /// Whether the newest snapshot is part of this push of older ones.
    pub(in crate::uplink) fn comes_along(&self, newest: Option<u64>, next: NextPush) -> bool {
        let may_come = self.without_newest == 0 && !self.is_newest_large();
        next.more && may_come && newest > self.ahead.delivered
    }
}

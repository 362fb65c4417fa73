//! A push under way, and the consequence of its response.

use std::collections::VecDeque;

use uuid::Uuid;

use crate::{client::UplinkError, outbox::Refusal, uplink::PushBody};

/// Maximum size of all bodies that are kept, in bytes. Larger pushes are created again.
const HELD_BYTES_MAX: usize = 2 << 20;

/// A push with snapshots: its sequences and its bytes.
#[derive(Debug, Clone)]
pub(in crate::uplink) struct Outgoing {
    pub(in crate::uplink) stream_id: Uuid,
    /// The sequences of its snapshots.
    pub(in crate::uplink) sequences: Vec<u64>,
    /// The newest of them, if older snapshots wait that are not in this push.
    pub(in crate::uplink) extra: Option<u64>,
    /// Whether more snapshots wait.
    pub(in crate::uplink) more: bool,
    /// One body, or the parts of one large snapshot. Each has its own key.
    pub(in crate::uplink) bodies: VecDeque<PushBody>,
    /// Number of responses that settled nothing, and of attempts without a response.
    pub(super) refusals: u32,
    pub(super) unanswered: u32,
}

impl Outgoing {
    pub(in crate::uplink) fn new(
        stream_id: Uuid,
        (sequences, extra): (Vec<u64>, Option<u64>),
        more: bool,
        bodies: VecDeque<PushBody>,
    ) -> Self {
        Self { stream_id, sequences, extra, more, bodies, refusals: 0, unanswered: 0 }
    }

    pub(super) fn json(&self) -> usize {
        self.bodies.iter().map(|it| it.json).sum()
    }

    pub(super) fn is_small_enough_to_hold(&self) -> bool {
        self.bodies.iter().map(|it| it.wire.bytes.len()).sum::<usize>() <= HELD_BYTES_MAX
    }
}

/// The consequence of the response to a push.
#[derive(Debug, Default)]
pub(in crate::uplink) struct Verdict {
    /// The service stored these.
    pub(in crate::uplink) stored: Vec<u64>,
    /// The service named these in its refusals.
    pub(in crate::uplink) refused: Vec<Refusal>,
    pub(in crate::uplink) then: Then,
}

/// The next step.
#[derive(Debug, Default)]
pub(in crate::uplink) enum Then {
    /// Continue.
    #[default]
    Continue,
    /// Send another form of it, or another push, at once.
    Again,
    /// Wait, for this reason.
    Fail(UplinkError),
}

impl Verdict {
    pub(super) fn again() -> Self {
        Self { then: Then::Again, ..Self::default() }
    }

    pub(super) fn fail(error: UplinkError) -> Self {
        Self { then: Then::Fail(error), ..Self::default() }
    }
}

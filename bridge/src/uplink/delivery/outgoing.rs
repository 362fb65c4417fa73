//! A push under way, and the consequence of its response.

use uuid::Uuid;

use crate::{client::UplinkError, outbox::Refusal, uplink::PushBody};

/// A push with snapshots: its sequences and its bytes.
#[derive(Debug, Clone, Default)]
pub(in crate::uplink) struct OutgoingPush {
    pub(in crate::uplink) stream_id: Uuid,
    /// The sequences of its snapshots.
    pub(in crate::uplink) sequences: Vec<u64>,
    /// The newest of them, if older snapshots wait that are not in this push.
    pub(in crate::uplink) extra: Option<u64>,
    /// Whether more snapshots wait.
    pub(in crate::uplink) more: bool,
    /// One body, or the parts of one large snapshot. Each has its own key.
    pub(in crate::uplink) bodies: Vec<PushBody>,
    /// Number of responses that settled nothing; an attempt without a response counts more.
    pub(in crate::uplink) effort: u32,
}

/// The outcome of a push.
#[derive(Debug)]
pub(in crate::uplink) enum PushOutcome {
    /// The service stored it.
    Stored {
        /// Whether more snapshots wait.
        more: bool,
    },
    /// Another push, or another form of this one, has to be sent at once.
    Again,
    /// No push was sent: new snapshots cannot be stored, and with a heartbeat the service would
    /// show older values as current ones.
    Silent,
}

/// The consequence of the response to a push.
#[derive(Debug)]
pub(in crate::uplink) struct PushVerdict {
    /// The service stored these.
    pub(in crate::uplink) stored: Vec<u64>,
    /// The service named these in its refusals.
    pub(in crate::uplink) refused: Vec<Refusal>,
    /// The outcome of the push, or why to wait.
    pub(in crate::uplink) then: Result<PushOutcome, UplinkError>,
}

impl PushVerdict {
    /// The consequence of a response that settles nothing.
    pub(super) fn of(then: Result<PushOutcome, UplinkError>) -> Self {
        Self { stored: Vec::new(), refused: Vec::new(), then }
    }
}

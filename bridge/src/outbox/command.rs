//! Commands to the thread that owns the file.

use std::collections::BTreeSet;

use tokio::sync::oneshot;
use uuid::Uuid;

use super::{Appended, LossCause, OutboxError, Refusal, rows::Row};
use crate::snapshot::SnapshotDraft;

/// The oldest rows of a stream, and whether further rows follow.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) stream_id: Uuid,
    /// Each row with the sequence of its first snapshot.
    pub(super) oldest: Vec<(u64, Row)>,
    /// The delivered sequences among them.
    pub(super) delivered: BTreeSet<u64>,
    pub(super) more: bool,
    pub(super) unsent_from: Option<u64>,
}

type Reply<T> = oneshot::Sender<Result<T, OutboxError>>;

#[derive(Debug)]
pub(super) enum Command {
    Append {
        draft: SnapshotDraft,
        reply: Reply<Appended>,
    },
    Oldest {
        entries: usize,
        bytes: usize,
        reply: Reply<Rows>,
    },
    Settle {
        stream_id: Uuid,
        sequences: Vec<u64>,
        reply: Reply<()>,
    },
    GiveUp {
        stream_id: Uuid,
        sequences: Vec<u64>,
        cause: LossCause,
        reply: Reply<()>,
    },
    Quarantine {
        stream_id: Uuid,
        refusals: Vec<Refusal>,
        reply: Reply<()>,
    },
    SetAside {
        stream_id: Uuid,
        damage: String,
        reply: Reply<()>,
    },
    BeginSending {
        stream_id: Uuid,
        reply: Reply<()>,
    },
    BeginStream {
        instead_of: Uuid,
        reply: Reply<()>,
    },
    Close {
        reply: Reply<()>,
    },
    #[cfg(test)]
    Execute {
        sql: String,
        reply: Reply<()>,
    },
}

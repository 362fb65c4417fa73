//! Copies of a data folder: two programs that push under one stream's id.
//!
//! A push names the runs of the program that wrote its stream. Who comes after the run that was
//! heard of last knows it; who does not stems from a copy, and what it calls by a sequence may be
//! another snapshot than the one that is stored. It is told to begin a stream of its own, and who
//! was there before is told that there is a copy.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tagbridge_api::{Elsewhere, ErrorCode, Timestamp, hmi::push::Push};
use tagbridge_store::{Stream, StreamNo};

use super::{
    Refusal, freshness,
    says::{Advice, ForUser, Wrong},
};

/// So many streams are told apart.
const TOLD_APART: usize = 1024;

/// When a copy of each stream was last refused.
#[derive(Debug, Default)]
pub(super) struct Copies(Mutex<HashMap<StreamNo, Timestamp>>);

impl Copies {
    /// When a copy of a stream was last refused.
    pub(super) fn of(&self, stream: StreamNo) -> Option<Timestamp> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&stream).copied()
    }

    fn add(&self, stream: StreamNo, now: Timestamp) {
        let mut copies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if copies.len() < TOLD_APART || copies.contains_key(&stream) {
            copies.insert(stream, now);
        }
    }
}

/// Whether a push comes from who went on with the stream; `device`: who was heard of last.
pub(super) fn check(
    copies: &Copies,
    stream: &Stream,
    device: &str,
    push: &Push,
    now: Timestamp,
) -> Result<(), Refusal> {
    let Some(run) = stream.run else { return Ok(()) };
    if push.runs.is_empty() || push.runs.contains(&run) {
        return Ok(());
    }
    copies.add(stream.no, now);
    let refusal = Refusal::new(ErrorCode::StreamConflict, &Wrong::StreamCopied)
        .for_user(&ForUser::FolderCopied)
        .suggesting(&Advice::BeginStream);
    let last_seen = stream.last_push_at;
    Err(if freshness::is_recent(stream, last_seen, now) {
        refusal.elsewhere(Elsewhere { device: device.to_owned(), last_seen })
    } else {
        refusal
    })
}

//! Copies of a data folder: two programs that push under one stream's id.
//!
//! A push names the runs of the program that wrote its stream. Who comes after the run that was
//! heard of last knows it; who does not stems from a copy, and what it calls by a sequence may be
//! another snapshot than the one that is stored. It is told to begin a stream of its own, and who
//! was there before is told that there is a copy.

use tagbridge_api::{Elsewhere, ErrorCode, Timestamp, hmi::push::Push};
use tagbridge_store::Stream;

use super::{
    Refusal, freshness,
    says::{Advice, ForUser, Wrong},
};

/// Whether a push comes from who went on with the stream; `device`: who was heard of last.
pub(super) fn check(
    stream: &Stream,
    device: &str,
    push: &Push,
    now: Timestamp,
) -> Result<(), Refusal> {
    let Some(run) = stream.run else { return Ok(()) };
    if push.runs.is_empty() || push.runs.contains(&run) {
        return Ok(());
    }
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

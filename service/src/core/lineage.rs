//! Copies of a data folder: two programs that push under one stream's id.
//!
//! A push names the runs of the program that wrote its stream. A later run of the same program
//! names the last acknowledged run. A push that omits it comes from a copy of the data folder, and
//! its sequence numbers may belong to other snapshots than the stored ones. The copy must start a
//! new stream, and the original is informed that there is a copy.

use tagbridge_api::{Elsewhere, ErrorCode, Timestamp, hmi::push::Push};
use tagbridge_store::Stream;

use super::{
    Refusal, freshness,
    messages::{Advice, TechnicalReason, UserMessage},
};

/// Whether a push continues the stream; `device`: the device of the last push.
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
    let refusal = Refusal::new(ErrorCode::StreamConflict, &TechnicalReason::StreamCopied)
        .for_user(&UserMessage::FolderCopied)
        .with_remedy(&Advice::BeginStream);
    let last_seen = stream.last_push_at;
    Err(if freshness::is_recent(stream, last_seen, now) {
        refusal.elsewhere(Elsewhere { device: device.to_owned(), last_seen })
    } else {
        refusal
    })
}

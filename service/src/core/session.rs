//! Sessions: which device streams a project, and which of its streams the live view shows.
//!
//! A project has at most one session. Another device's push is refused while the session is active,
//! unless the push takes the project over. A device may push several streams: after a fault its
//! outbox starts a new one, while older snapshots of the previous one may still arrive. The view
//! shows the newest stream, which is the one that was first seen last. An older stream is shown
//! again if the newest has ended, or if its first push was before the newest became silent: after
//! an outage of the service the first push may contain old snapshots, which are not live.

use std::fmt::Display;

use tagbridge_api::{Elsewhere, ErrorCode, Timestamp, hmi::push::Push};
use tagbridge_store::{Session, Stream};

use super::{
    Advice, Refusal, TechnicalReason, UserMessage,
    freshness::{is_heard_of, is_recent},
};

/// Whether a push may be stored; `known`: its stream, unless it is seen for the first time.
/// `Ok(true)`: its stream is the one to show from now on.
pub(super) fn admit(
    session: Option<&Session>,
    push: &Push,
    known: Option<&Stream>,
    now: Timestamp,
) -> Result<bool, Refusal> {
    let Some(session) = session else {
        return Ok(true);
    };
    if session.device_id != push.device_id {
        return if push.take_over || !is_heard_of(session, now) {
            Ok(true)
        } else {
            Err(conflict(session))
        };
    }
    Ok(session.ended
        || known.is_none_or(|stream| {
            stream.no >= session.stream.no
                || fell_silent_before(&session.stream, stream.last_push_at)
        }))
}

/// Whether a stream was silent for longer than allowed at that time.
fn fell_silent_before(stream: &Stream, then: Timestamp) -> bool {
    then > stream.last_push_at && !is_recent(stream, stream.last_push_at, then)
}

fn conflict(session: &Session) -> Refusal {
    let (device_id, last_seen) = (&session.device_id, session.stream.last_push_at);
    let device = session.device_name.as_ref().unwrap_or(device_id);
    let (id, name, at) = (device_id.as_str(), device.as_str(), &last_seen as &dyn Display);
    Refusal::new(ErrorCode::SessionConflict, &TechnicalReason::SessionConflict { device: id, at })
        .for_user(&UserMessage::SessionConflict { device: name, at })
        .elsewhere(Elsewhere { device: device.clone(), last_seen })
        .with_remedy(&Advice::EndOrTakeOver)
}

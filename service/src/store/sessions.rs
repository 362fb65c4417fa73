//! Sessions: which device streams a project, and which of its streams the live view shows.
//!
//! A project has at most one session. Another device's push is refused while it is live, unless it
//! takes over. A device may push several streams: after a fault its outbox begins a new one, and
//! the old one's backlog may still arrive. The view shows the newest, which is the one first seen
//! last. An older one shows again when the newest has ended, or when it was already heard of after
//! the newest fell silent: after an outage of the service the first push may be the old backlog's,
//! and says nothing about what is live.

use rusqlite::{Connection, OptionalExtension, params};
use tagbridge_api::{Timestamp, hmi::push::Push};

use super::{
    projects::ProjectNo,
    streams::{self, Stream, StreamNo},
};

/// Who streams a project, or did last.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) device_id: String,
    /// The stream that the live view shows.
    pub(super) stream: Stream,
    /// It ended on purpose.
    pub(super) ended: bool,
}

impl Session {
    /// Whether the project is being streamed.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        !self.ended && self.stream.is_live(now)
    }
}

/// Another device streams this project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) device_id: String,
    pub(crate) last_push_at: Timestamp,
}

/// The project's session, if it ever had one.
pub(super) fn load(db: &Connection, project: ProjectNo) -> rusqlite::Result<Option<Session>> {
    let found: Option<(String, StreamNo, bool)> = db
        .prepare_cached("SELECT device_id, stream, ended FROM sessions WHERE project = ?1")?
        .query_row([project], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((device_id, stream, ended)) = found else {
        return Ok(None);
    };
    Ok(Some(Session { device_id, stream: streams::load(db, stream)?, ended }))
}

/// Whether a push may be stored; `known`: its stream, unless it is seen for the first time.
/// `Ok(true)`: its stream is the one to show from now on.
pub(super) fn admit(
    session: Option<&Session>,
    push: &Push,
    known: Option<&Stream>,
    now: Timestamp,
) -> Result<bool, Conflict> {
    let Some(session) = session else {
        return Ok(true);
    };
    if session.device_id != push.device_id {
        return if push.take_over || !session.is_live(now) {
            Ok(true)
        } else {
            Err(Conflict {
                device_id: session.device_id.clone(),
                last_push_at: session.stream.last_push_at,
            })
        };
    }
    Ok(session.ended
        || known.is_none_or(|it| {
            it.no >= session.stream.no || session.stream.fell_silent_before(it.last_push_at)
        }))
}

/// The project is streamed by this device, and its view shows this stream.
pub(super) fn save(
    db: &Connection,
    project: ProjectNo,
    device_id: &str,
    stream: StreamNo,
    ended: bool,
) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO sessions (project, device_id, stream, ended) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET device_id = ?2, stream = ?3, ended = ?4",
    )?
    .execute(params![project, device_id, stream, ended])?;
    Ok(())
}

//! Storing a push: everything of it or nothing, and nothing twice.

use std::time::Duration;

use rusqlite::Connection;
use tagbridge_api::{
    Timestamp,
    hmi::push::{Push, Receipt, Snapshot},
};

use super::{
    Conflict, history, live,
    projects::{ProjectNo, ProjectRef},
    requests, sessions,
    streams::{self, Head, Stream},
    tags,
};
use crate::ranges::Ranges;

/// Why a push was not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PushError {
    /// Another device streams the project.
    #[error("storing a push: {} streams the project", .0.device_id)]
    Conflict(Conflict),
    /// The database failed.
    #[error("storing a push: {0}")]
    Database(#[from] rusqlite::Error),
}

/// Stores a push that was received `now` and whose content is valid.
pub(crate) fn push(
    db: &Connection,
    project: &ProjectRef,
    push: &Push,
    now: Timestamp,
    request_lifetime: Duration,
) -> Result<Receipt, PushError> {
    let session = sessions::load(db, project.no)?;
    let known = streams::find(db, project.no, push.stream_id)?;
    let is_shown = sessions::admit(session.as_ref(), push, known.as_ref(), now)
        .map_err(PushError::Conflict)?;
    let mut stream = if let Some(mut stream) = known {
        stream.pace.observe(stream.last_push_at, now);
        stream.last_push_at = now;
        stream
    } else {
        live::forget(db, project.no, now)?;
        streams::create(db, project.no, push.stream_id, now)?
    };
    stream.pace = stream.pace.meaning(push.interval_ms.map(|it| it.try_into().unwrap_or(i64::MAX)));
    let stored = store_snapshots(db, project.no, &mut stream, &push.snapshots, now)?;
    streams::save(db, &stream)?;
    if is_shown {
        sessions::save(db, project.no, &push.device_id, stream.no, push.ended)?;
    }
    Ok(Receipt {
        project_id: project.id.clone(),
        stream_id: push.stream_id,
        stored_through: stored.through(),
        newest: stored.newest().map_or(0, |(_, last)| last),
        // What does not fit is refused as a whole, before; what fits is never rejected.
        rejected: Vec::new(),
        requests_revision: requests::revision(db, project.no, now, request_lifetime)?,
    })
}

/// Stores those that are not stored yet, and says what is stored then.
fn store_snapshots(
    db: &Connection,
    project: ProjectNo,
    stream: &mut Stream,
    snapshots: &[Snapshot],
    now: Timestamp,
) -> rusqlite::Result<Ranges> {
    let before = streams::stored(db, stream.no)?;
    let mut stored = before.clone();
    let mut fresh: Vec<&Snapshot> =
        snapshots.iter().filter(|it| stored.insert(it.sequence)).collect();
    fresh.sort_by_key(|it| it.sequence);
    let (Some(oldest), Some(newest)) = (fresh.first(), fresh.last()) else {
        return Ok(stored);
    };
    streams::save_stored(db, stream.no, &before, &stored)?;
    if stored.newest().is_some_and(|(first, _)| oldest.sequence < first) {
        stream.backlog_at = Some(now);
    }
    if stream.head.as_ref().is_none_or(|head| head.sequence < newest.sequence) {
        stream.head = Some(Head {
            sequence: newest.sequence,
            timestamp: newest.timestamp,
            controller: newest.controller.clone(),
        });
    }
    let fresh = tags::number(db, project, &fresh)?;
    history::append(db, project, stream.no, &fresh, now)?;
    live::merge(db, stream, &fresh)?;
    Ok(stored)
}

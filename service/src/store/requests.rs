//! The names that consumers asked for.
//!
//! A name leaves the list when its lifetime is over. That is found out whenever the list is
//! looked at, so the revision changes exactly when the list does.

use std::time::Duration;

use rusqlite::{Connection, params};
use tagbridge_api::{
    Timestamp,
    hmi::{push::RequestedTags, request::TagsRequested},
    limits::REQUESTED_TAGS_MAX,
};

use super::{
    projects::{ProjectNo, ProjectRef},
    sessions,
};

/// Why names were not put on the list.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// The list would be longer than a session may be.
    #[error("asking for tags: the list would have {0} names")]
    TooMany(usize),
    /// The database failed.
    #[error("asking for tags: {0}")]
    Database(#[from] rusqlite::Error),
}

/// Asks for names, each once.
pub(crate) fn request_tags(
    db: &Connection,
    project: &ProjectRef,
    names: Vec<String>,
    now: Timestamp,
    lifetime: Duration,
) -> Result<TagsRequested, RequestError> {
    let mut renew =
        db.prepare_cached("UPDATE requests SET asked_at = ?3 WHERE project = ?1 AND name = ?2")?;
    let mut append = db.prepare_cached(
        "INSERT INTO requests (project, name, asked_at, position) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let mut position: i64 = db.query_row(
        "SELECT coalesce(max(position), 0) FROM requests WHERE project = ?1",
        [project.no],
        |row| row.get(0),
    )?;
    let before = position;
    // Renewed before anything expires: a name that is asked for again in time keeps its place.
    for name in &names {
        if renew.execute(params![project.no, name, now.as_millis()])? == 0 {
            position += 1;
            append.execute(params![project.no, name, now.as_millis(), position])?;
        }
    }
    let expired = delete_expired(db, project.no, now, lifetime)?;
    let listed: i64 = db
        .prepare_cached("SELECT count(*) FROM requests WHERE project = ?1")?
        .query_row([project.no], |row| row.get(0))?;
    let listed = usize::try_from(listed).unwrap_or(usize::MAX);
    if listed > REQUESTED_TAGS_MAX {
        return Err(RequestError::TooMany(listed));
    }
    if position > before || expired {
        revise(db, project.no)?;
    }
    Ok(TagsRequested {
        project_id: project.id.clone(),
        live: is_live(db, project.no, now)?,
        requested: names,
    })
}

/// The list as it stands; what has expired must have left it before.
pub(crate) fn requested_tags(
    db: &Connection,
    project: &ProjectRef,
    now: Timestamp,
) -> rusqlite::Result<RequestedTags> {
    let requested = db
        .prepare_cached("SELECT name FROM requests WHERE project = ?1 ORDER BY position")?
        .query_map([project.no], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok(RequestedTags {
        project_id: project.id.clone(),
        live: is_live(db, project.no, now)?,
        revision: load_revision(db, project.no)?,
        requested,
    })
}

/// Whether there are names whose lifetime is over.
pub(crate) fn has_expired_requests(
    db: &Connection,
    project: &ProjectRef,
    now: Timestamp,
    lifetime: Duration,
) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT 1 FROM requests WHERE project = ?1 AND asked_at <= ?2")?
        .exists(params![project.no, deadline(now, lifetime)])
}

/// Lets the names leave whose lifetime is over.
pub(crate) fn expire_requests(
    db: &Connection,
    project: &ProjectRef,
    now: Timestamp,
    lifetime: Duration,
) -> rusqlite::Result<()> {
    revision(db, project.no, now, lifetime).map(drop)
}

/// The revision of the list as it is now.
pub(super) fn revision(
    db: &Connection,
    project: ProjectNo,
    now: Timestamp,
    lifetime: Duration,
) -> rusqlite::Result<u64> {
    if delete_expired(db, project, now, lifetime)? {
        revise(db, project)?;
    }
    load_revision(db, project)
}

fn delete_expired(
    db: &Connection,
    project: ProjectNo,
    now: Timestamp,
    lifetime: Duration,
) -> rusqlite::Result<bool> {
    let expired = db
        .prepare_cached("DELETE FROM requests WHERE project = ?1 AND asked_at <= ?2")?
        .execute(params![project, deadline(now, lifetime)])?;
    Ok(expired > 0)
}

fn deadline(now: Timestamp, lifetime: Duration) -> i64 {
    now.as_millis().saturating_sub_unsigned(u64::try_from(lifetime.as_millis()).unwrap_or(u64::MAX))
}

fn revise(db: &Connection, project: ProjectNo) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE projects SET requests_revision = requests_revision + 1 WHERE no = ?1",
    )?
    .execute([project])
    .map(drop)
}

fn load_revision(db: &Connection, project: ProjectNo) -> rusqlite::Result<u64> {
    db.prepare_cached("SELECT requests_revision FROM projects WHERE no = ?1")?
        .query_row([project], |row| row.get::<_, i64>(0).map(i64::cast_unsigned))
}

fn is_live(db: &Connection, project: ProjectNo, now: Timestamp) -> rusqlite::Result<bool> {
    Ok(sessions::load(db, project)?.is_some_and(|it| it.is_live(now)))
}

//! Results of writes, kept so that a write that is sent again is answered again and done once.
//!
//! A result is kept in the transaction of its effect, so there is never one without the other.
//! Only success is kept: a refusal had no effect, and the same request may be granted later.

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use tagbridge_api::{Timestamp, limits};

/// Old results that go with each new one.
const PURGED_AT_ONCE: u32 = 16;

/// What makes two writes the same: who sent them, where to, and under which idempotency key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Scope {
    pub(crate) key_id: String,
    /// Method and path.
    pub(crate) endpoint: String,
    pub(crate) idempotency_key: String,
}

/// The hash of a decoded body.
pub(crate) type BodyHash = [u8; 32];

/// Hashes a decoded body.
pub(crate) fn hash_body(body: &[u8]) -> BodyHash {
    Sha256::digest(body).into()
}

/// The answer to a write that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) status: u16,
    /// JSON.
    pub(crate) response: String,
}

/// What is known of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stored {
    /// It was done, with this answer.
    Done(Done),
    /// Another one was done under its idempotency key.
    Different,
}

/// What is known of this write, if anything.
pub(crate) fn recall(
    db: &Connection,
    scope: &Scope,
    body: BodyHash,
    now: Timestamp,
) -> rusqlite::Result<Option<Stored>> {
    db.prepare_cached(
        "SELECT body_hash, response, status FROM idempotency
         WHERE key_id = ?1 AND endpoint = ?2 AND idempotency_key = ?3 AND created_at > ?4",
    )?
    .query_row(params![scope.key_id, scope.endpoint, scope.idempotency_key, expiry(now)], |row| {
        let same = row.get::<_, BodyHash>(0)? == body;
        if !same {
            return Ok(Stored::Different);
        }
        Ok(Stored::Done(Done { response: row.get(1)?, status: row.get(2)? }))
    })
    .optional()
}

/// Keeps the answer of a write that was done.
pub(crate) fn remember(
    db: &Connection,
    scope: &Scope,
    body: BodyHash,
    done: &Done,
    now: Timestamp,
) -> rusqlite::Result<()> {
    db.prepare_cached(
        "DELETE FROM idempotency WHERE rowid IN (
             SELECT rowid FROM idempotency WHERE created_at <= ?1 ORDER BY created_at LIMIT ?2)",
    )?
    .execute(params![expiry(now), PURGED_AT_ONCE])?;
    db.prepare_cached(
        "INSERT OR REPLACE INTO idempotency
             (key_id, endpoint, idempotency_key, body_hash, response, status, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        scope.key_id,
        scope.endpoint,
        scope.idempotency_key,
        body,
        done.response,
        done.status,
        now.as_millis()
    ])?;
    Ok(())
}

fn expiry(now: Timestamp) -> i64 {
    let retention = limits::IDEMPOTENCY_RETENTION.as_millis();
    now.as_millis().saturating_sub_unsigned(u64::try_from(retention).unwrap_or(u64::MAX))
}

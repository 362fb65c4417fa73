//! Writes that may be sent again.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{OptionalExtension, Transaction, column::maybe_timestamp};
use crate::{BodyHash, Done, Org, StoreError, WriteId, WriteState};

/// Number of expired results that are deleted with each new one.
const PURGED_AT_ONCE: u32 = 16;
/// The status of a write that created something; all others have 200.
const CREATED: u16 = 201;

impl Transaction<'_> {
    /// Returns the state of a write. Results that expired until `now`, and leases that have ended,
    /// do not count.
    pub fn recall(
        &self,
        write: &WriteId,
        body: &BodyHash,
        now: Timestamp,
    ) -> Result<Option<WriteState>, StoreError> {
        let found = self
            .0
            .prepare_cached(
                "SELECT body_hash, response, status, lease_until FROM idempotency
                 WHERE key_id = ?1 AND endpoint = ?2 AND idempotency_key = ?3
                   AND coalesce(lease_until, expires_at) > ?4",
            )?
            .query_row(
                params![write.caller, write.endpoint, write.idempotency_key, now.as_millis()],
                |row| {
                    if row.get::<BodyHash>(0)? != *body {
                        return Ok(WriteState::Different);
                    }
                    if let Some(until) = maybe_timestamp(row, 3)? {
                        return Ok(WriteState::Running { until });
                    }
                    let created = row.get::<u16>(2)? == CREATED;
                    Ok(WriteState::Done(Done { created, response: row.get(1)? }))
                },
            )
            .optional()?;
        Ok(found)
    }

    /// Reserves the write with this lease. Replaces the previous state of its id.
    pub fn reserve(
        &self,
        org: &Org,
        write: &WriteId,
        body: &BodyHash,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO idempotency
                     (key_id, endpoint, idempotency_key, body_hash, response, expires_at,
                      lease_until, org)
                 VALUES (?1, ?2, ?3, ?4, '', ?5, ?5, ?6)
                 ON CONFLICT (key_id, endpoint, idempotency_key) DO UPDATE
                     SET body_hash = ?4, response = '', expires_at = ?5, lease_until = ?5",
            )?
            .execute(params![
                write.caller,
                write.endpoint,
                write.idempotency_key,
                body,
                until.as_millis(),
                org.as_str()
            ])?;
        Ok(())
    }

    /// Extends the lease of a running write. Returns false if it is not running.
    pub fn extend(&self, write: &WriteId, until: Timestamp) -> Result<bool, StoreError> {
        let extended = self
            .0
            .prepare_cached(
                "UPDATE idempotency SET lease_until = ?4, expires_at = ?4
                 WHERE key_id = ?1 AND endpoint = ?2 AND idempotency_key = ?3
                   AND lease_until IS NOT NULL",
            )?
            .execute(params![
                write.caller,
                write.endpoint,
                write.idempotency_key,
                until.as_millis()
            ])?;
        Ok(extended == 1)
    }

    /// Completes a write, and stores its response until the given time. Also deletes some responses
    /// that have expired at `now`.
    pub fn complete(
        &self,
        org: &Org,
        write: &WriteId,
        body: &BodyHash,
        done: &Done,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "DELETE FROM idempotency WHERE rowid IN (
                     SELECT rowid FROM idempotency WHERE expires_at <= ?1
                     ORDER BY expires_at LIMIT ?2 /*! FOR UPDATE SKIP LOCKED */)",
            )?
            .run(params![now.as_millis(), PURGED_AT_ONCE])?;
        self.0
            .prepare_cached(
                "INSERT INTO idempotency
                     (key_id, endpoint, idempotency_key, body_hash, response, status, expires_at,
                      org)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT (key_id, endpoint, idempotency_key) DO UPDATE
                     SET body_hash = ?4, response = ?5, status = ?6, expires_at = ?7,
                         lease_until = NULL",
            )?
            .run(params![
                write.caller,
                write.endpoint,
                write.idempotency_key,
                body,
                done.response,
                if done.created { CREATED } else { 200 },
                until.as_millis(),
                org.as_str()
            ])?;
        Ok(())
    }

    /// Releases the reservation of a write that was not carried out. A completed write stays.
    pub fn release(&self, write: &WriteId) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "DELETE FROM idempotency
                 WHERE key_id = ?1 AND endpoint = ?2 AND idempotency_key = ?3
                   AND lease_until IS NOT NULL",
            )?
            .run(params![write.caller, write.endpoint, write.idempotency_key])?;
        Ok(())
    }
}

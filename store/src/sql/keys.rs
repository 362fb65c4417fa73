//! Keys.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{
    Db, OptionalExtension, Row, Transaction,
    column::{count, json, maybe_json, maybe_timestamp, timestamp, to_json},
};
use crate::{KeyHash, KeyInfo, Org, StoreError, sql};

const COLUMNS: &str = "id, org, name, permissions, projects, device, expires_at, last_used_at, \
                       created_at, revoked_at";

impl Transaction<'_> {
    /// Adds a key.
    pub fn add_key(&self, key: &KeyInfo, hash: &KeyHash) -> Result<(), StoreError> {
        self.1.keys.set(true);
        self.0.execute(
            "INSERT INTO keys (id, org, name, hash, permissions, projects, device, expires_at,
                 last_used_at, created_at, revoked_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                key.id,
                key.org.as_str(),
                key.name,
                hash,
                to_json(&key.permissions)?,
                key.projects.as_ref().map(to_json).transpose()?,
                key.device,
                key.expires_at.map(Timestamp::as_millis),
                key.last_used_at.map(Timestamp::as_millis),
                key.created_at.as_millis(),
                key.revoked_at.map(Timestamp::as_millis),
            ],
        )?;
        Ok(())
    }

    /// The key with this id, revoked or not, and its hash.
    pub fn key(&self, id: &str) -> Result<Option<(KeyInfo, KeyHash)>, StoreError> {
        let found = self
            .0
            .prepare_cached(&format!("SELECT {COLUMNS}, hash FROM keys WHERE id = ?1"))?
            .query_row([id], |row| Ok((key(row)?, row.get(10)?)))
            .optional()?;
        Ok(found)
    }

    /// All keys, including revoked ones, the oldest first.
    pub fn keys(&self, org: &Org) -> Result<Vec<KeyInfo>, StoreError> {
        Ok(all_with(self.0, "org", org.as_str())?)
    }

    /// Number of valid keys at this time, of all organizations.
    pub fn count_keys(&self, now: Timestamp) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM keys
                   WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?1)";
        Ok(self.0.query_row(sql, [now.as_millis()], count)?)
    }

    /// All keys that are bound to a device, of all organizations, including revoked ones, the
    /// oldest first.
    pub fn keys_of_device(&self, device: &str) -> Result<Vec<KeyInfo>, StoreError> {
        Ok(all_with(self.0, "device", device)?)
    }

    /// Lets a key expire at this time, or earlier if it already has an expiry. Returns false if
    /// there is no such key.
    pub fn expire_key(&self, org: &Org, id: &str, at: Timestamp) -> Result<bool, StoreError> {
        self.1.keys.set(true);
        let known = self.0.execute(
            "UPDATE keys SET expires_at = CASE WHEN expires_at < ?3 THEN expires_at ELSE ?3 END
             WHERE org = ?1 AND id = ?2",
            params![org.as_str(), id, at.as_millis()],
        )?;
        Ok(known == 1)
    }

    /// Records the use of a key; an earlier time is ignored.
    pub fn use_key(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "UPDATE keys SET last_used_at =
                     CASE WHEN last_used_at > ?2 THEN last_used_at ELSE ?2 END
                 WHERE id = ?1",
            )?
            .execute(params![id, at.as_millis()])?;
        Ok(())
    }

    /// Revokes a key; a key that was already revoked keeps its time. Returns false if it does not
    /// exist.
    pub fn revoke_key(&self, org: &Org, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        self.1.keys.set(true);
        let known = self.0.execute(
            "UPDATE keys SET revoked_at = coalesce(revoked_at, ?3) WHERE org = ?1 AND id = ?2",
            params![org.as_str(), id, now.as_millis()],
        )?;
        Ok(known == 1)
    }
}

/// The keys with this value in a column, the oldest first.
fn all_with(db: Db<'_>, column: &str, value: &str) -> sql::Result<Vec<KeyInfo>> {
    let mut statement = db.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM keys WHERE {column} = ?1 ORDER BY created_at, rowid"
    ))?;
    statement.query_map([value], key)?.collect()
}

fn key(row: &Row<'_>) -> sql::Result<KeyInfo> {
    Ok(KeyInfo {
        id: row.get(0)?,
        org: Org::of_id(row.get::<String>(1)?),
        name: row.get(2)?,
        permissions: json(row, 3)?,
        projects: maybe_json(row, 4)?,
        device: row.get(5)?,
        expires_at: maybe_timestamp(row, 6)?,
        last_used_at: maybe_timestamp(row, 7)?,
        created_at: timestamp(row, 8)?,
        revoked_at: maybe_timestamp(row, 9)?,
    })
}

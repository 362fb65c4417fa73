//! Codes with which devices get their own keys.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{
    OptionalExtension, Row, Transaction,
    column::{json, maybe_json, maybe_timestamp, timestamp, to_json},
};
use crate::{Enrolment, KeyHash, Org, StoreError, sql};

const COLUMNS: &str = "id, org, name, permissions, projects, uses, used, expires_at, created_at, \
                       revoked_at";

impl Transaction<'_> {
    /// Adds a code.
    pub fn add_enrolment(&self, code: &Enrolment, hash: &KeyHash) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT INTO enrolments (id, org, name, hash, permissions, projects, uses, used,
                 expires_at, created_at, revoked_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                code.id,
                code.org.as_str(),
                code.name,
                hash,
                to_json(&code.permissions)?,
                code.projects.as_ref().map(to_json).transpose()?,
                code.uses,
                code.used,
                code.expires_at.as_millis(),
                code.created_at.as_millis(),
                code.revoked_at.map(Timestamp::as_millis),
            ],
        )?;
        Ok(())
    }

    /// The code with this id, valid or not, and its hash.
    pub fn enrolment(&self, id: &str) -> Result<Option<(Enrolment, KeyHash)>, StoreError> {
        let found = self
            .0
            .prepare_cached(&format!("SELECT {COLUMNS}, hash FROM enrolments WHERE id = ?1"))?
            .query_row([id], |row| Ok((enrolment(row)?, row.get(10)?)))
            .optional()?;
        Ok(found)
    }

    /// All codes, the oldest first.
    pub fn enrolments(&self, org: &Org) -> Result<Vec<Enrolment>, StoreError> {
        let mut statement = self.0.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM enrolments WHERE org = ?1 ORDER BY created_at, id"
        ))?;
        let found = statement.query_map([org.as_str()], enrolment)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Counts one more created key. Returns false if the maximum is reached.
    pub fn use_enrolment(&self, id: &str) -> Result<bool, StoreError> {
        let used = self.0.execute(
            "UPDATE enrolments SET used = used + 1 WHERE id = ?1 AND used < uses",
            params![id],
        )?;
        Ok(used == 1)
    }

    /// Revokes a code; its keys stay valid. Returns false if it does not exist.
    pub fn revoke_enrolment(
        &self,
        org: &Org,
        id: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let known = self.0.execute(
            "UPDATE enrolments SET revoked_at = coalesce(revoked_at, ?3)
             WHERE org = ?1 AND id = ?2",
            params![org.as_str(), id, now.as_millis()],
        )?;
        Ok(known == 1)
    }
}

fn enrolment(row: &Row<'_>) -> sql::Result<Enrolment> {
    Ok(Enrolment {
        id: row.get(0)?,
        org: Org::of_id(row.get::<String>(1)?),
        name: row.get(2)?,
        permissions: json(row, 3)?,
        projects: maybe_json(row, 4)?,
        uses: row.get(5)?,
        used: row.get(6)?,
        expires_at: timestamp(row, 7)?,
        created_at: timestamp(row, 8)?,
        revoked_at: maybe_timestamp(row, 9)?,
    })
}

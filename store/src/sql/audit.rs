//! The audit log.

use rusqlite::params;

use super::{Transaction, column::timestamp};
use crate::{AuditEntry, Org, StoreError};

impl Transaction<'_> {
    /// Adds an entry. The oldest entries are deleted if there are more than `kept`.
    pub fn add_audit(&self, org: &Org, entry: &AuditEntry, kept: u32) -> Result<(), StoreError> {
        self.0
            .prepare_cached(
                "INSERT INTO audit (org, at, actor, action, subject, detail)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                org.as_str(),
                entry.at.as_millis(),
                entry.actor,
                entry.action,
                entry.subject,
                entry.detail
            ])?;
        self.0
            .prepare_cached(
                "DELETE FROM audit WHERE org = ?1 AND no <= (
                     SELECT no FROM audit WHERE org = ?1 ORDER BY no DESC LIMIT 1 OFFSET ?2)",
            )?
            .execute(params![org.as_str(), kept])?;
        Ok(())
    }

    /// The newest entries, most recent first.
    pub fn audit(&self, org: &Org, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT at, actor, action, subject, detail FROM audit
             WHERE org = ?1 ORDER BY no DESC LIMIT ?2",
        )?;
        let entries = statement.query_map(params![org.as_str(), limit], |row| {
            Ok(AuditEntry {
                at: timestamp(row, 0)?,
                actor: row.get(1)?,
                action: row.get(2)?,
                subject: row.get(3)?,
                detail: row.get(4)?,
            })
        })?;
        Ok(entries.collect::<Result<_, _>>()?)
    }
}

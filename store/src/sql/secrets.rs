//! Signing secrets.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{Transaction, column::timestamp};
use crate::{SigningSecret, StoreError};

impl Transaction<'_> {
    /// All stored secrets that are not revoked, the newest first.
    pub fn secrets(&self) -> Result<Vec<SigningSecret>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT id, secret, created_at FROM secrets WHERE revoked_at IS NULL
             ORDER BY created_at DESC, no DESC",
        )?;
        let secrets = statement.query_map([], |row| {
            Ok(SigningSecret {
                id: row.get(0)?,
                bytes: row.get(1)?,
                created_at: timestamp(row, 2)?,
            })
        })?;
        Ok(secrets.collect::<Result<_, _>>()?)
    }

    /// Adds a secret.
    pub fn add_secret(&self, secret: &SigningSecret) -> Result<(), StoreError> {
        self.0
            .prepare_cached("INSERT INTO secrets (id, secret, created_at) VALUES (?1, ?2, ?3)")?
            .execute(params![secret.id, secret.bytes, secret.created_at.as_millis()])?;
        Ok(())
    }

    /// Deletes the secrets that were created before this time.
    pub fn forget_secrets(&self, before: Timestamp) -> Result<(), StoreError> {
        self.0
            .prepare_cached("DELETE FROM secrets WHERE created_at < ?1")?
            .execute([before.as_millis()])?;
        Ok(())
    }
}

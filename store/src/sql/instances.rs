//! Instances.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::SqlTransaction;
use crate::{Instance, Instances, StoreError};

impl Instances for SqlTransaction<'_> {
    fn renew_instance(
        &self,
        instance: &Instance,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM instances WHERE lease_until <= ?1", [now.as_millis()])?;
        self.0.execute(
            "INSERT INTO instances (id, name, files, lease_until) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET name = ?2, files = ?3, lease_until = ?4",
            params![instance.id, instance.name, instance.files, until.as_millis()],
        )?;
        Ok(())
    }

    fn instances(&self, now: Timestamp) -> Result<Vec<Instance>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT id, name, files FROM instances WHERE lease_until > ?1 ORDER BY id",
        )?;
        let found = statement.query_map([now.as_millis()], |row| {
            Ok(Instance { id: row.get(0)?, name: row.get(1)?, files: row.get(2)? })
        })?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    fn end_instance(&self, id: &str) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM instances WHERE id = ?1", [id])?;
        Ok(())
    }
}

//! Instances.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::Transaction;
use crate::{Instance, StoreError};

impl Transaction<'_> {
    /// Reports that this instance runs, valid until then unless it is repeated; instances whose
    /// time was over by `now` have ended.
    pub fn renew_instance(
        &self,
        instance: &Instance,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM instances WHERE lease_until <= ?1", [now.as_millis()])?;
        self.0.execute(
            "INSERT INTO instances (id, name, files, serves, lease_until) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET name = ?2, files = ?3, serves = ?4, lease_until = ?5",
            params![
                instance.id,
                instance.name,
                instance.files,
                instance.serves,
                until.as_millis(),
            ],
        )?;
        Ok(())
    }

    /// All running instances, by their ids.
    pub fn instances(&self, now: Timestamp) -> Result<Vec<Instance>, StoreError> {
        let mut statement = self.0.prepare_cached(
            "SELECT id, name, files, serves FROM instances WHERE lease_until > ?1 ORDER BY id",
        )?;
        let found = statement.query_map([now.as_millis()], |row| {
            let (id, name, files) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Instance { id, name, files, serves: row.get(3)? })
        })?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Records the end of an instance.
    pub fn end_instance(&self, id: &str) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM instances WHERE id = ?1", [id])?;
        Ok(())
    }
}

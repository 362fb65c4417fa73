//! Large files that were uploaded through a separate link.

use rusqlite::params;
use tagbridge_api::Timestamp;

use super::{
    OptionalExtension, Transaction,
    column::{file_hash, timestamp},
};
use crate::{Org, StagedFile, StoreError};

impl Transaction<'_> {
    /// Records an uploaded file. Returns false if a file was already uploaded with this id, which
    /// stays.
    pub fn stage(&self, org: &Org, file: &StagedFile) -> Result<bool, StoreError> {
        let added = self
            .0
            .prepare_cached(
                "INSERT INTO staged (id, org, hash, created_at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO NOTHING",
            )?
            .execute(params![
                file.id,
                org.as_str(),
                file.hash.as_str(),
                file.created_at.as_millis()
            ])?;
        Ok(added == 1)
    }

    /// The file that was uploaded with this id.
    pub fn staged(&self, org: &Org, id: &str) -> Result<Option<StagedFile>, StoreError> {
        let found = self
            .0
            .prepare_cached("SELECT id, hash, created_at FROM staged WHERE id = ?1 AND org = ?2")?
            .query_row([id, org.as_str()], |row| {
                let (hash, created_at) = (file_hash(row, 1)?, timestamp(row, 2)?);
                Ok(StagedFile { id: row.get(0)?, hash, created_at })
            })
            .optional()?;
        Ok(found)
    }

    /// Deletes the records of files that were uploaded before this time; returns their number. The
    /// files themselves stay.
    pub fn forget_staged(&self, before: Timestamp) -> Result<usize, StoreError> {
        let forgotten = self
            .0
            .prepare_cached("DELETE FROM staged WHERE created_at < ?1")?
            .execute([before.as_millis()])?;
        Ok(forgotten)
    }
}

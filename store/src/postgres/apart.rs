//! The database for who copies all of it, without the rules of the duties.

use super::{Postgres, begin_alone};
use crate::{StoreError, Whose, sql::Db};

impl Postgres {
    /// Runs work once in one exclusive transaction: durable when this returns `Ok`.
    pub(crate) fn apart<T>(
        &self,
        work: impl FnOnce(Db<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // One that is dropped with an error ends, and its transaction with it.
        self.pool.take()?.with(|session| {
            session.begin(begin_alone(&Whose::Everybody));
            let done = work(Db::Postgres(session))?;
            session.commit()?;
            Ok(done)
        })
    }
}

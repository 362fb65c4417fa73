//! The database for copies of all data, without the rules of the operations.

use super::{Postgres, begin_alone};
use crate::{StoreError, TransactionScope, sql::Db};

impl Postgres {
    /// Runs work once in one exclusive transaction: durable when this returns `Ok`.
    pub(crate) fn apart<T>(
        &self,
        work: impl FnOnce(Db<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // After an error the connection is dropped, which ends its transaction.
        self.pool.take()?.with(|session| {
            session.begin(begin_alone(&TransactionScope::Everybody));
            let done = work(Db::Postgres(session))?;
            session.commit()?;
            Ok(done)
        })
    }
}

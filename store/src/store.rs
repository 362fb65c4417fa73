//! The interface of a store, independent of the database.

use std::{fmt, sync::Arc};

use tagbridge_api::Timestamp;

use crate::messages::{StoreOperation, UnexpectedState};
use crate::{Org, ProjectRef, Salvaged, StoreError, Transaction, TransactionScope};

/// The end of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransactionEnd {
    /// All of it is stored.
    Commit,
    /// No part of it is stored.
    RollBack,
}

/// The database's own state: services that share it use its clock and its tables' version.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatabaseState {
    /// The current time there; `None` if it uses this machine's clock.
    pub now: Option<Timestamp>,
    /// Whether a newer program has upgraded the tables since this program opened them.
    pub is_newer: bool,
}

/// The database: an embedded file, or a remote one.
///
/// Work is done for an organization. A database with policies hides the rows of others, even if a
/// statement lacks the condition.
///
/// Work may be repeated if the database requires it, so it may only change the transaction and its
/// result.
pub trait Backend: fmt::Debug + Send + Sync {
    /// Runs work on one consistent state of the data. Blocks.
    fn read(
        &self,
        of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>),
    ) -> Result<(), StoreError>;

    /// Runs work in one transaction: it is durable when this returns `Ok` after [`TransactionEnd::Commit`].
    /// Blocks until other writes are done, except those of other projects if both belong to a
    /// project.
    fn write(
        &self,
        of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>) -> TransactionEnd,
    ) -> Result<(), StoreError>;

    /// Searches all data for damage that no request has found. Blocks, but not other calls.
    fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// The database's own state. Blocks.
    fn pulse(&self) -> Result<DatabaseState, StoreError> {
        Ok(DatabaseState::default())
    }

    /// The damaged files that were set aside since the last call.
    fn set_aside(&self) -> Vec<Salvaged> {
        Vec::new()
    }
}

/// The service's data: all of it, or that of one organization. A clone is the same store.
#[derive(Debug, Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    of: TransactionScope,
}

impl Store {
    /// Creates a store with this database, for the service itself.
    pub fn on(backend: impl Backend + 'static) -> Self {
        Self { backend: Arc::new(backend), of: TransactionScope::Everybody }
    }

    /// The same store, limited to the data of this organization.
    #[must_use]
    pub fn of(&self, org: &Org) -> Self {
        Self { backend: self.backend.clone(), of: TransactionScope::Org(org.clone()) }
    }

    /// The same store, limited to this project.
    #[must_use]
    pub fn of_project(&self, project: &ProjectRef) -> Self {
        Self { backend: self.backend.clone(), of: TransactionScope::Project(project.clone()) }
    }

    /// Runs `work` on one consistent state of the data. Blocks.
    pub fn read<T, E: From<StoreError>>(
        &self,
        work: impl Fn(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut result = None;
        self.backend.read(&self.of, &mut |tx| result = Some(work(tx)))?;
        result.unwrap_or_else(|| Err(not_run().into()))
    }

    /// Runs `work` in one transaction: it is durable when this returns `Ok`, and has no effect
    /// otherwise. Blocks until other writes are done.
    pub fn write<T, E: From<StoreError>>(
        &self,
        work: impl Fn(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut result = None;
        self.backend.write(&self.of, &mut |tx| {
            let done = work(tx);
            let verdict =
                if done.is_ok() { TransactionEnd::Commit } else { TransactionEnd::RollBack };
            result = Some(done);
            verdict
        })?;
        result.unwrap_or_else(|| Err(not_run().into()))
    }

    /// Searches all data for damage that no request has found. Blocks, but not other calls.
    pub fn check(&self) -> Result<(), StoreError> {
        self.backend.check()
    }

    /// The database's own state. Blocks.
    pub fn pulse(&self) -> Result<DatabaseState, StoreError> {
        self.backend.pulse()
    }

    /// The damaged files that were set aside since the last call.
    pub fn set_aside(&self) -> Vec<Salvaged> {
        self.backend.set_aside()
    }
}

fn not_run() -> StoreError {
    StoreError::broken(&StoreOperation::Using, UnexpectedState::NotRun)
}

//! The interface of a store, independent of the database.

use std::{fmt, sync::Arc};

use tagbridge_api::Timestamp;

use crate::says::{Doing, Found};
use crate::{Org, ProjectRef, Salvaged, StoreError, Transaction, Whose};

/// What is to become of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// All of it is stored.
    Commit,
    /// No part of it is stored.
    RollBack,
}

/// What the database itself says: several that share it go by its clock, and by its tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pulse {
    /// What time it is there; `None`: it has no clock but this machine's.
    pub now: Option<Timestamp>,
    /// A newer program has brought the tables up to date since this one opened them.
    pub is_newer: bool,
}

/// What keeps the data: an embedded file, or a database elsewhere.
///
/// Work is done for an organization. A database with policies hides the rows of others, even if a
/// statement forgets to ask.
///
/// Work may be run again where the database asks for that; it has no other effect than on the
/// transaction and on what it returns.
pub trait Backend: fmt::Debug + Send + Sync {
    /// Runs work on one consistent state of the data. Blocks.
    fn read(&self, of: &Whose, work: &mut dyn FnMut(&Transaction<'_>)) -> Result<(), StoreError>;

    /// Runs work in one transaction: when this returns `Ok` after [`Finish::Commit`] it is
    /// durable. Blocks until other writes are done, but for those of other projects, where both are of one.
    fn write(
        &self,
        of: &Whose,
        work: &mut dyn FnMut(&Transaction<'_>) -> Finish,
    ) -> Result<(), StoreError>;

    /// Looks through all of the data for damage that no request has come upon. Blocks, not others.
    fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// What the database says of itself. Blocks.
    fn pulse(&self) -> Result<Pulse, StoreError> {
        Ok(Pulse::default())
    }

    /// What was damaged and set aside since this was asked last.
    fn set_aside(&self) -> Vec<Salvaged> {
        Vec::new()
    }
}

/// The service's data: all of it, or what one organization has. A clone is the same store.
#[derive(Debug, Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    of: Whose,
}

impl Store {
    /// A store on what keeps the data, for the service itself.
    pub fn on(backend: impl Backend + 'static) -> Self {
        Self { backend: Arc::new(backend), of: Whose::Everybody }
    }

    /// The same, for who may see this organization's data alone.
    #[must_use]
    pub fn of(&self, org: &Org) -> Self {
        Self { backend: self.backend.clone(), of: Whose::Org(org.clone()) }
    }

    /// The same, for what is done with this project alone.
    #[must_use]
    pub fn of_project(&self, project: &ProjectRef) -> Self {
        Self { backend: self.backend.clone(), of: Whose::Project(project.clone()) }
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

    /// Runs `work` in one transaction: durable when this returns `Ok`, without a trace when not.
    /// Blocks until other writes are done.
    pub fn write<T, E: From<StoreError>>(
        &self,
        work: impl Fn(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut result = None;
        self.backend.write(&self.of, &mut |tx| {
            let done = work(tx);
            let verdict = if done.is_ok() { Finish::Commit } else { Finish::RollBack };
            result = Some(done);
            verdict
        })?;
        result.unwrap_or_else(|| Err(not_run().into()))
    }

    /// Looks through all of the data for damage that no request has come upon. Blocks, not others.
    pub fn check(&self) -> Result<(), StoreError> {
        self.backend.check()
    }

    /// What the database says of itself. Blocks.
    pub fn pulse(&self) -> Result<Pulse, StoreError> {
        self.backend.pulse()
    }

    /// What was damaged and set aside since this was asked last.
    pub fn set_aside(&self) -> Vec<Salvaged> {
        self.backend.set_aside()
    }
}

fn not_run() -> StoreError {
    StoreError::broken(&Doing::Using, Found::NotRun)
}

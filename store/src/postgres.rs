//! The store in a PostgreSQL database, for data that needs more capacity or availability than a
//! file on one machine.
//!
//! Constraints: a response is sent after its effect is durable; one write at a time, over all
//! programs on the database, as in the embedded file, so that the rules of the service are
//! independent of the database; except for writes of different projects, which have no common data.
//! Readers never wait for a write. A transaction that fails because of another transaction or a
//! lost connection is repeated; an unreachable server is [`StoreError::Unavailable`], and is tried
//! again the next time.

mod names;
mod policies;
mod pool;
mod raw_access;
mod refused;
mod server;
mod steps;
#[cfg(test)]
mod tests;
mod tls;
mod write_queue;

use rusqlite::types::Value;

use self::{names::NameCache, pool::Pool, write_queue::WriteQueue};
use crate::{
    Backend, DatabaseState, Org, StoreError, Transaction, TransactionEnd, TransactionScope,
    copying,
    log_message::{LogMessage, event},
    messages::{StoreOperation, UnexpectedState},
    sql::{Changes, Db, TransactionFailure, TransactionStart},
};

pub use self::server::{Server, ServerAddressError};

/// Starts a read: it sees one state, independent of concurrent writes.
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Starts a write.
const WRITE: &str = "BEGIN";
/// The lock of all writes. The number belongs to this program; other services use their own
/// schemas.
const ALL: &str = "8376217203641 # hashtext(current_schema())";
/// Replaces an organization's id for the service itself, which sees all rows.
const EVERYBODY: &str = "*";
/// Sets the organization whose rows a transaction may see.
const ORG: &str = "SELECT set_config('tagbridge.org', ?1, true)";
/// Sets the project of a transaction: it is found through its organization, or stays empty.
const PROJECT: &str = "SELECT set_config('tagbridge.project',
                           (SELECT no::text FROM projects WHERE no = ?1), true)";
/// Maximum number of runs of a transaction after conflicts or lost connections.
const ATTEMPTS: u32 = 4;

/// The database.
#[derive(Debug)]
pub struct Postgres {
    pool: Pool,
    /// Writes of this program wait here, without a connection.
    writing: WriteQueue,
    names: NameCache,
}

impl Postgres {
    /// Connects, and brings the tables up to date. Blocks.
    pub fn open(server: &Server) -> Result<Self, StoreError> {
        let postgres = Self::open_begun(server)?;
        if postgres.apart(copying::is_begun)? {
            let doing = StoreOperation::OpeningServer { server: &server.name() };
            return Err(StoreError::broken(&doing, UnexpectedState::HalfCopied));
        }
        if postgres.sees_all()? {
            event!(warn, LogMessage::SeesAllRows { server: server.name() });
        }
        Ok(postgres)
    }

    /// Does the same, even if a copy into the database was not completed.
    pub(crate) fn open_begun(server: &Server) -> Result<Self, StoreError> {
        let postgres = Self::as_it_is(server)?;
        let opening = |error: StoreError| {
            error.while_doing(&StoreOperation::OpeningServer { server: &server.name() })
        };
        postgres.pool.take()?.with(steps::migrate).map_err(opening)?;
        Ok(postgres)
    }

    /// Opens the database with any tables.
    pub(crate) fn as_it_is(server: &Server) -> Result<Self, StoreError> {
        Ok(Self {
            pool: Pool::of(server)?,
            writing: WriteQueue::of(server.connections()),
            names: NameCache::default(),
        })
    }

    /// Whether the role of the connection bypasses the row policies, as a superuser does.
    fn sees_all(&self) -> Result<bool, StoreError> {
        let role = "SELECT rolsuper OR rolbypassrls FROM pg_catalog.pg_roles
                    WHERE rolname = current_user";
        self.apart(|db| Ok(db.query_row(role, [], |row| row.get(0))?))
    }

    /// The server was not reachable: it may have been replaced, or restored from an older copy.
    fn forget(&self) {
        self.pool.forget();
        self.names.forget();
    }

    /// Runs work in a transaction with this first statement; a writing one uses the cached names of
    /// its organization.
    fn run(
        &self,
        begin: &TransactionStart,
        writes: Option<&TransactionScope>,
        work: &mut dyn FnMut(&Transaction<'_>) -> TransactionEnd,
    ) -> Result<(), StoreError> {
        for attempt in 1.. {
            let lent = self.pool.take()?;
            let session = lent.session();
            let is_last = attempt == ATTEMPTS;
            session.begin(begin.clone());
            let mut changes = Changes::default();
            if let Some(of) = writes {
                changes.names = self.names.take(of).into();
            }
            let verdict = work(&Transaction(Db::Postgres(session), &changes));
            match (session.trouble(), verdict) {
                (None, TransactionEnd::Commit) => match session.commit() {
                    Ok(()) => {
                        lent.give_back();
                        if let Some(of) = writes {
                            self.names.put_back(of, changes.names.into_inner());
                        }
                        return Ok(());
                    }
                    Err(error) => match session.trouble() {
                        // It is rolled back on the server.
                        Some(TransactionFailure::Met) if !is_last => lent.give_back(),
                        // It may be stored.
                        Some(TransactionFailure::Gone) => {
                            self.forget();
                            return Err(StoreError::unavailable(
                                &StoreOperation::Committing,
                                UnexpectedState::Unanswered,
                            ));
                        }
                        _ => return Err(error.into()),
                    },
                },
                // Usually all connections are lost if the server was not reachable.
                (Some(TransactionFailure::Gone), _) if !is_last => self.forget(),
                (Some(TransactionFailure::Met), _) if !is_last => {}
                (trouble, verdict) => {
                    match trouble {
                        Some(TransactionFailure::Gone) => self.forget(),
                        // The connection is closed, which ends the transaction.
                        Some(_) => drop(lent),
                        None => {
                            session.roll_back();
                            lent.give_back();
                        }
                    }
                    return match (trouble, verdict) {
                        (Some(_), TransactionEnd::Commit) => Err(StoreError::conflict(
                            &StoreOperation::Committing,
                            UnexpectedState::NotRun,
                        )),
                        _ => Ok(()),
                    };
                }
            }
        }
        Ok(())
    }
}

impl Backend for Postgres {
    fn read(
        &self,
        of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>),
    ) -> Result<(), StoreError> {
        self.run(&begin(READ, of), None, &mut |tx| {
            work(tx);
            // The transaction has no changes to store.
            TransactionEnd::RollBack
        })
    }

    fn write(
        &self,
        of: &TransactionScope,
        work: &mut dyn FnMut(&Transaction<'_>) -> TransactionEnd,
    ) -> Result<(), StoreError> {
        let _turn = self.writing.take(of);
        self.run(&begin_alone(of), Some(of), work)
    }

    fn pulse(&self) -> Result<DatabaseState, StoreError> {
        let lent = self.pool.take()?;
        match steps::pulse(lent.session()) {
            Ok(pulse) => {
                lent.give_back();
                Ok(pulse)
            }
            Err(error) => {
                self.forget();
                Err(error)
            }
        }
    }
}

/// The statements that begin a transaction for an organization. The row-level policies use its
/// setting (`policies`).
fn begin(like: &'static str, of: &TransactionScope) -> TransactionStart {
    let org = of.org().map_or(EVERYBODY, Org::as_str).to_owned();
    let mut then = vec![(ORG.to_owned(), vec![Value::Text(org)])];
    if let TransactionScope::Project(project) = of {
        then.push((PROJECT.to_owned(), vec![Value::Integer(project.no)]));
    }
    TransactionStart { like, then }
}

/// Does the same for a write without concurrent ones, except those of other projects if it belongs
/// to a project.
fn begin_alone(of: &TransactionScope) -> TransactionStart {
    let mut begin = begin(WRITE, of);
    begin.then.push(match of {
        TransactionScope::Project(project) => {
            let sql = format!(
                "SELECT pg_advisory_xact_lock_shared({ALL}), pg_advisory_xact_lock(\
                     hashtext('tagbridge.' || current_schema()), ?1)"
            );
            (sql, vec![Value::Integer(project.no.rem_euclid(i64::from(i32::MAX)))])
        }
        _ => (format!("SELECT pg_advisory_xact_lock({ALL})"), Vec::new()),
    });
    begin
}

//! The store in a PostgreSQL database, for data that one machine's file is too small or too near for.
//!
//! Constraints: an answer is given after its effect is durable; one write at a time, over all programs on
//! the database, as the embedded file has it, so that no rule of the service need know which of both it is
//! on; readers never wait for a write. What goes wrong because another transaction was quicker, or because
//! a connection ended, is done again; a server that is away is [`StoreError::Unavailable`], and is asked
//! again the next time.

mod apart;
mod pool;
mod refused;
mod server;
mod steps;
mod tls;

use std::sync::{Mutex, PoisonError};

use self::pool::Pool;
use crate::{
    Backend, Finish, Pulse, StoreError, Transaction, copying,
    says::{Doing, Found},
    sql::{Changes, Db, SqlTransaction, Trouble},
};

pub use self::server::{NoServer, Server};

/// What begins a read: it sees one state, whatever is written meanwhile.
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// What begins a write, when no other one runs. The number is this program's own, beside other services in
/// schemas of their own.
const WRITE: &str =
    "BEGIN; SELECT pg_advisory_xact_lock(8376217203641 # hashtext(current_schema()))";
/// So often a transaction is run that met another, or lost its connection.
const ATTEMPTS: u32 = 4;

/// The database.
#[derive(Debug)]
pub struct Postgres {
    pool: Pool,
    /// Writes of this program wait here, and take no connections meanwhile.
    writing: Mutex<()>,
}

impl Postgres {
    /// Connects, and brings the tables up to date. Blocks.
    pub fn open(server: &Server) -> Result<Self, StoreError> {
        let postgres = Self::open_begun(server)?;
        if postgres.apart(copying::is_begun)? {
            let doing = Doing::OpeningServer { server: &server.name() };
            return Err(StoreError::broken(&doing, Found::HalfCopied));
        }
        Ok(postgres)
    }

    /// The same, also where a copy into it has not ended.
    pub(crate) fn open_begun(server: &Server) -> Result<Self, StoreError> {
        let postgres = Self { pool: Pool::of(server)?, writing: Mutex::default() };
        let opening =
            |error: StoreError| error.while_doing(&Doing::OpeningServer { server: &server.name() });
        postgres.pool.take()?.with(steps::migrate).map_err(opening)?;
        Ok(postgres)
    }

    /// Runs work in a transaction that begins like this.
    fn run(
        &self,
        begin: &'static str,
        work: &mut dyn FnMut(&dyn Transaction) -> Finish,
    ) -> Result<(), StoreError> {
        for attempt in 1.. {
            let lent = self.pool.take()?;
            let session = lent.session();
            let is_last = attempt == ATTEMPTS;
            session.begin(begin);
            let verdict = work(&SqlTransaction(Db::Postgres(session), &Changes::default()));
            match (session.trouble(), verdict) {
                (None, Finish::Commit) => match session.commit() {
                    Ok(()) => {
                        lent.give_back();
                        return Ok(());
                    }
                    Err(error) => match session.trouble() {
                        // It is rolled back there.
                        Some(Trouble::Met) if !is_last => lent.give_back(),
                        // It may be stored.
                        Some(Trouble::Gone) => {
                            return Err(StoreError::unavailable(
                                &Doing::Committing,
                                Found::Unanswered,
                            ));
                        }
                        _ => return Err(error.into()),
                    },
                },
                // As a rule all of them are, once the server was away.
                (Some(Trouble::Gone), _) if !is_last => self.pool.forget(),
                (Some(Trouble::Met), _) if !is_last => {}
                (trouble, verdict) => {
                    if trouble != Some(Trouble::Gone) {
                        session.roll_back();
                        lent.give_back();
                    }
                    return match (trouble, verdict) {
                        (Some(_), Finish::Commit) => {
                            Err(StoreError::conflict(&Doing::Committing, Found::NotRun))
                        }
                        _ => Ok(()),
                    };
                }
            }
        }
        Ok(())
    }
}

impl Backend for Postgres {
    fn read(&self, work: &mut dyn FnMut(&dyn Transaction)) -> Result<(), StoreError> {
        self.run(READ, &mut |tx| {
            work(tx);
            // There is nothing to store.
            Finish::RollBack
        })
    }

    fn write(&self, work: &mut dyn FnMut(&dyn Transaction) -> Finish) -> Result<(), StoreError> {
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.run(WRITE, work)
    }

    fn pulse(&self) -> Result<Pulse, StoreError> {
        let lent = self.pool.take()?;
        match steps::pulse(lent.session()) {
            Ok(pulse) => {
                lent.give_back();
                Ok(pulse)
            }
            Err(error) => {
                self.pool.forget();
                Err(error)
            }
        }
    }
}

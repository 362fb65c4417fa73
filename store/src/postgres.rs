//! The store in a PostgreSQL database, for data that one machine's file is too small or too near for.
//!
//! Constraints: an answer is given after its effect is durable; one write at a time, over all programs on
//! the database, as the embedded file has it, so that no rule of the service need know which of both it is
//! on, but for writes of different projects, which meet in nothing; readers never wait for a write. What goes
//! wrong because another transaction was quicker, or because a connection ended, is done again; a server
//! that is away is [`StoreError::Unavailable`], and is asked again the next time.

mod apart;
mod names;
mod policies;
mod pool;
mod refused;
mod server;
mod steps;
#[cfg(test)]
mod tests;
mod tls;
mod turn;

use rusqlite::types::Value;

use self::{names::KnownNames, pool::Pool, turn::Turn};
use crate::{
    Backend, Finish, Org, Pulse, StoreError, Transaction, Whose, copying,
    logged::{Logged, event},
    says::{Doing, Found},
    sql::{Begin, Changes, Db, Trouble},
};

pub use self::server::{NoServer, Server};

/// Begins a read: it sees one state, independent of concurrent writes.
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Begins a write.
const WRITE: &str = "BEGIN";
/// The lock of all writes. The number belongs to this program; other services use their own
/// schemas.
const ALL: &str = "8376217203641 # hashtext(current_schema())";
/// Replaces an organization's id for the service itself, which sees all rows.
const EVERYBODY: &str = "*";
/// Says whose rows a transaction may see.
const ORG: &str = "SELECT set_config('tagbridge.org', ?1, true)";
/// Says of which project it is: found by its organization, or it stays empty.
const PROJECT: &str = "SELECT set_config('tagbridge.project',
                           (SELECT no::text FROM projects WHERE no = ?1), true)";
/// So often a transaction is run that met another, or lost its connection.
const ATTEMPTS: u32 = 4;

/// The database.
#[derive(Debug)]
pub struct Postgres {
    pool: Pool,
    /// Writes of this program wait here, without a connection.
    writing: Turn,
    names: KnownNames,
}

impl Postgres {
    /// Connects, and brings the tables up to date. Blocks.
    pub fn open(server: &Server) -> Result<Self, StoreError> {
        let postgres = Self::open_begun(server)?;
        if postgres.apart(copying::is_begun)? {
            let doing = Doing::OpeningServer { server: &server.name() };
            return Err(StoreError::broken(&doing, Found::HalfCopied));
        }
        if postgres.sees_all()? {
            event!(warn, Logged::SeesAllRows { server: server.name() });
        }
        Ok(postgres)
    }

    /// The same, also where a copy into it has not ended.
    pub(crate) fn open_begun(server: &Server) -> Result<Self, StoreError> {
        let postgres = Self::as_it_is(server)?;
        let opening =
            |error: StoreError| error.while_doing(&Doing::OpeningServer { server: &server.name() });
        postgres.pool.take()?.with(steps::migrate).map_err(opening)?;
        Ok(postgres)
    }

    /// Opens the database with any tables.
    pub(crate) fn as_it_is(server: &Server) -> Result<Self, StoreError> {
        Ok(Self {
            pool: Pool::of(server)?,
            writing: Turn::of(server.connections()),
            names: KnownNames::default(),
        })
    }

    /// Whether the role that connects passes by the policies of rows, as a superuser does.
    fn sees_all(&self) -> Result<bool, StoreError> {
        let role = "SELECT rolsuper OR rolbypassrls FROM pg_catalog.pg_roles
                    WHERE rolname = current_user";
        self.apart(|db| Ok(db.query_row(role, [], |row| row.get(0))?))
    }

    /// The server went away: what comes back may be another one, or an older copy.
    fn forget(&self) {
        self.pool.forget();
        self.names.forget();
    }

    /// Runs work in a transaction that begins with this statement; a writing one has the names of
    /// its organization.
    fn run(
        &self,
        begin: &Begin,
        writes: Option<&Whose>,
        work: &mut dyn FnMut(&Transaction<'_>) -> Finish,
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
                (None, Finish::Commit) => match session.commit() {
                    Ok(()) => {
                        lent.give_back();
                        if let Some(of) = writes {
                            self.names.put_back(of, changes.names.into_inner());
                        }
                        return Ok(());
                    }
                    Err(error) => match session.trouble() {
                        // It is rolled back there.
                        Some(Trouble::Met) if !is_last => lent.give_back(),
                        // It may be stored.
                        Some(Trouble::Gone) => {
                            self.forget();
                            return Err(StoreError::unavailable(
                                &Doing::Committing,
                                Found::Unanswered,
                            ));
                        }
                        _ => return Err(error.into()),
                    },
                },
                // As a rule all of them are, once the server was away.
                (Some(Trouble::Gone), _) if !is_last => self.forget(),
                (Some(Trouble::Met), _) if !is_last => {}
                (trouble, verdict) => {
                    match trouble {
                        Some(Trouble::Gone) => self.forget(),
                        // The connection ends, and with it all that is under way.
                        Some(_) => drop(lent),
                        None => {
                            session.roll_back();
                            lent.give_back();
                        }
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
    fn read(&self, of: &Whose, work: &mut dyn FnMut(&Transaction<'_>)) -> Result<(), StoreError> {
        self.run(&begin(READ, of), None, &mut |tx| {
            work(tx);
            // There is nothing to store.
            Finish::RollBack
        })
    }

    fn write(
        &self,
        of: &Whose,
        work: &mut dyn FnMut(&Transaction<'_>) -> Finish,
    ) -> Result<(), StoreError> {
        let _turn = self.writing.take(of);
        self.run(&begin_alone(of), Some(of), work)
    }

    fn pulse(&self) -> Result<Pulse, StoreError> {
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
fn begin(like: &'static str, of: &Whose) -> Begin {
    let org = of.org().map_or(EVERYBODY, Org::as_str).to_owned();
    let mut then = vec![(ORG.to_owned(), vec![Value::Text(org)])];
    if let Whose::Project(project) = of {
        then.push((PROJECT.to_owned(), vec![Value::Integer(project.no)]));
    }
    Begin { like, then }
}

/// The same for a write without concurrent ones, except those of other projects if it belongs to
/// one.
fn begin_alone(of: &Whose) -> Begin {
    let mut begin = begin(WRITE, of);
    begin.then.push(match of {
        Whose::Project(project) => {
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

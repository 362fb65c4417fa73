//! Writes of several threads share a transaction, and so one wait for the disk.
//!
//! Each write has its own savepoint, so that a failed one does not undo others. The last waiting
//! write commits for all, and no write returns before that. A single write does not wait. If writes
//! often overlap, one waits a moment for others, because a page that several of them change is then
//! written once.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rusqlite::Connection;

use super::{error, lock};
use crate::messages::StoreOperation;
use crate::{
    StoreError, Transaction, TransactionEnd,
    log_message::{LogMessage, event},
    sql::{Changes, Db},
};

/// Maximum number of writes per transaction: it limits how long the first one waits.
const MEMBERS: usize = 64;
/// How long a write waits for others …
const GATHER: Duration = Duration::from_millis(10);
/// … if writes overlapped within this time.
const BUSY: Duration = Duration::from_millis(100);
/// Moves all committed data from the log into the file, if no reader uses it.
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// The connection for writing.
#[derive(Debug)]
pub(super) struct Writer {
    state: Mutex<State>,
    ended: Condvar,
    /// Number of waiting threads.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct State {
    db: Connection,
    group: Option<Arc<Group>>,
    members: usize,
    /// Whether a thread waits for others, and then commits.
    is_gathering: bool,
    /// When two writes last overlapped.
    met_at: Option<Instant>,
    keys_changed: bool,
    changes: Changes,
    /// The database's counter of writes by other connections.
    others: i64,
    /// Number of committed transactions.
    #[cfg(test)]
    commits: usize,
}

/// The writes that share a transaction.
#[derive(Debug, Default)]
struct Group {
    /// The result of the commit.
    outcome: OnceLock<Result<(), NotCommitted>>,
}

/// Why a group was not committed.
#[derive(Debug)]
struct NotCommitted {
    why: String,
    lacks_room: bool,
}

impl From<&StoreError> for NotCommitted {
    fn from(error: &StoreError) -> Self {
        Self { why: error.to_string(), lacks_room: error.lacks_room() }
    }
}

impl Writer {
    pub(super) fn on(db: Connection) -> Self {
        let state = State {
            db,
            group: None,
            members: 0,
            is_gathering: false,
            met_at: None,
            keys_changed: false,
            changes: Changes::default(),
            others: 0,
            #[cfg(test)]
            commits: 0,
        };
        Self { state: Mutex::new(state), ended: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    /// Runs work; returns whether it was committed.
    pub(super) fn write(
        &self,
        work: &mut dyn FnMut(&Transaction<'_>) -> TransactionEnd,
    ) -> Result<bool, StoreError> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let held = self.state.try_lock().ok();
        let meets = held.is_none();
        let mut state = held.unwrap_or_else(|| lock(&self.state));
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        if meets || state.group.is_some() {
            state.met_at = Some(Instant::now());
        }
        let group = state.join()?;
        error::lacked_room();
        let done = catch_unwind(AssertUnwindSafe(|| state.run(work)));
        state.members += 1;
        if state.db.is_autocommit() {
            // After this error all changes were rolled back.
            state.changes = Changes::default();
            let why = "another write at the same time failed".to_owned();
            state.end(&group, Err(NotCommitted { why, lacks_room: error::lacked_room() }));
            self.ended.notify_all();
        } else if state.members >= MEMBERS
            || self.waiting.load(Ordering::SeqCst) == 0 && !state.is_gathering
        {
            state = self.gather(state, &group);
            if group.outcome.get().is_some() {
                drop(state);
                return outcome(done, &group);
            }
            let committed = state.commit();
            let told = committed.as_ref().map(drop).map_err(NotCommitted::from);
            state.end(&group, told);
            self.ended.notify_all();
            if let (Err(error), Ok(Ok(TransactionEnd::Commit))) = (committed, &done) {
                return Err(error);
            }
        }
        if matches!(done, Ok(Ok(TransactionEnd::Commit))) {
            while group.outcome.get().is_none() {
                state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        drop(state);
        outcome(done, &group)
    }

    /// Waits a moment for other writes, if writes overlapped recently; one of those may commit for
    /// all.
    fn gather<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        group: &Group,
    ) -> MutexGuard<'a, State> {
        let begun = Instant::now();
        if state.met_at.is_none_or(|met| begun.duration_since(met) > BUSY) {
            return state;
        }
        state.is_gathering = true;
        while group.outcome.get().is_none() && state.members < MEMBERS {
            let left = GATHER.saturating_sub(begun.elapsed());
            if left.is_zero() {
                break;
            }
            state = match self.ended.wait_timeout(state, left) {
                Ok((state, _)) => state,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
        state
    }

    /// The connection, while no write is running.
    #[cfg(test)]
    pub(super) fn with<T>(&self, work: impl FnOnce(&Connection) -> T) -> T {
        work(&lock(&self.state).db)
    }
}

/// The result, after it is known whether the transaction was committed.
fn outcome(
    done: thread::Result<Result<TransactionEnd, StoreError>>,
    group: &Group,
) -> Result<bool, StoreError> {
    match done.unwrap_or_else(|panic| resume_unwind(panic))? {
        TransactionEnd::RollBack => Ok(false),
        TransactionEnd::Commit => match group.outcome.get() {
            Some(Err(NotCommitted { why, lacks_room: false })) => {
                Err(StoreError::unavailable(&StoreOperation::Committing, why.as_str()))
            }
            Some(Err(NotCommitted { why, lacks_room: true })) => {
                let full = io::Error::new(io::ErrorKind::StorageFull, why.as_str());
                Err(StoreError::unavailable(&StoreOperation::Committing, full))
            }
            _ => Ok(true),
        },
    }
}

impl State {
    /// The group with the open transaction, or a new one.
    fn join(&mut self) -> Result<Arc<Group>, StoreError> {
        if let Some(group) = &self.group {
            return Ok(group.clone());
        }
        self.db.execute_batch("BEGIN IMMEDIATE")?;
        let others = self.db.pragma_query_value(None, "data_version", |row| row.get(0));
        if others.as_ref().ok() != Some(&self.others) {
            // Another process may have changed the names.
            self.changes = Changes::default();
            self.others = others.unwrap_or_default();
        }
        let group = Arc::<Group>::default();
        self.group = Some(group.clone());
        Ok(group)
    }

    fn run(
        &mut self,
        work: &mut dyn FnMut(&Transaction<'_>) -> TransactionEnd,
    ) -> Result<TransactionEnd, StoreError> {
        self.changes.keys.set(false);
        // Left over from a panic.
        self.changes.names.get_mut().roll_back();
        // If it is dropped, it is rolled back.
        let savepoint = self.db.savepoint()?;
        let verdict = work(&Transaction(Db::Sqlite(&savepoint), &self.changes));
        if verdict == TransactionEnd::Commit {
            savepoint.commit()?;
            self.changes.names.get_mut().keep();
            self.keys_changed |= self.changes.keys.get();
        }
        Ok(verdict)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        if let Err(error) = self.db.execute_batch("COMMIT") {
            drop(self.db.execute_batch("ROLLBACK"));
            self.changes = Changes::default();
            return Err(error.into());
        }
        #[cfg(test)]
        {
            self.commits += 1;
        }
        // A log that is damaged later cannot undo a revocation.
        if self.keys_changed
            && let Err(error) = self.db.query_row(CHECKPOINT, [], |_| Ok(()))
        {
            event!(warn, LogMessage::KeyInLogAlone, %error);
        }
        Ok(())
    }

    fn end(&mut self, group: &Group, outcome: Result<(), NotCommitted>) {
        drop(group.outcome.set(outcome));
        (self.group, self.members, self.keys_changed) = (None, 0, false);
        self.is_gathering = false;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use tagbridge_api::Timestamp;

    use super::*;
    use crate::{Org, Sqlite, Store, WriteId};

    fn id(no: usize) -> WriteId {
        WriteId { caller: "key".into(), endpoint: "x".repeat(200), idempotency_key: no.to_string() }
    }

    fn rows(data: &Sqlite) -> i64 {
        let count = "SELECT count(*) FROM idempotency";
        data.writer(|db| db.query_row(count, [], |row| row.get(0))).unwrap()
    }

    #[test]
    fn writes_at_the_same_time_share_a_commit_and_one_that_fails_takes_nothing_back_of_others() {
        const THREADS: usize = 24;
        const EACH: usize = 20;
        let folder = tempfile::tempdir().unwrap();
        let data = Arc::new(Sqlite::open(folder.path()).unwrap());
        let store = Store::on(crate::sqlite::Shared(data.clone()));
        let commits = || {
            let open = data.opened().unwrap();
            let state = lock(&open.as_ref().unwrap().writer.state);
            state.commits
        };
        let (before, now) = (commits(), Timestamp::now());
        let begin = Barrier::new(THREADS);
        thread::scope(|scope| {
            for thread in 0..THREADS {
                let (store, begin) = (&store, &begin);
                scope.spawn(move || {
                    begin.wait();
                    for no in 0..EACH {
                        let no = thread * EACH + no;
                        let done: Result<(), StoreError> = store.write(|tx| {
                            tx.reserve(&Org::local(), &id(no), &[0; 32], now)?;
                            if no.is_multiple_of(5) {
                                return Err(StoreError::broken(
                                    tagbridge_texts::Message::verbatim("testing"),
                                    "on purpose",
                                ));
                            }
                            Ok(())
                        });
                        assert_eq!(done.is_err(), no.is_multiple_of(5), "{no}");
                        if no.is_multiple_of(7) {
                            let panicked = catch_unwind(AssertUnwindSafe(|| {
                                store.write(|tx| {
                                    tx.reserve(&Org::local(), &id(no + 10_000), &[0; 32], now)?;
                                    if no.is_multiple_of(7) {
                                        std::panic::panic_any(7);
                                    }
                                    Ok::<_, StoreError>(())
                                })
                            }));
                            assert!(panicked.is_err());
                        }
                    }
                });
            }
        });
        let writes = THREADS * EACH;
        assert_eq!(rows(&data), i64::try_from(writes - writes.div_ceil(5)).unwrap());
        let shared = commits() - before;
        assert!(shared < writes, "{shared} commits for {writes} writes");
        drop((store, data));
        let again = Sqlite::open(folder.path()).unwrap();
        assert_eq!(rows(&again), i64::try_from(writes - writes.div_ceil(5)).unwrap());
    }

    #[test]
    fn a_disk_that_is_full_for_one_is_told_to_all_whose_write_is_not_stored() {
        let folder = tempfile::tempdir().unwrap();
        let data = Arc::new(Sqlite::open(folder.path()).unwrap());
        let store = Store::on(crate::sqlite::Shared(data.clone()));
        let pages: i64 =
            data.writer(|db| db.pragma_query_value(None, "page_count", |row| row.get(0))).unwrap();
        data.writer(|db| {
            db.pragma_update_and_check(None, "max_page_count", pages + 40, |_| Ok(())).unwrap();
        });
        let now = Timestamp::now();
        let stored = AtomicUsize::new(0);
        thread::scope(|scope| {
            for thread in 0..16 {
                let (store, stored) = (&store, &stored);
                scope.spawn(move || {
                    for no in 0..40 {
                        let done = store.write(|tx| {
                            (0..4).try_for_each(|part| {
                                let id = id((thread * 40 + no) * 4 + part);
                                tx.reserve(&Org::local(), &id, &[0; 32], now)
                            })
                        });
                        let lacks_room = done.as_ref().err().is_none_or(StoreError::lacks_room);
                        assert!(lacks_room, "{done:?}");
                        stored.fetch_add(usize::from(done.is_ok()), Ordering::Relaxed);
                    }
                });
            }
        });
        let stored = stored.into_inner();
        assert!(stored > 0 && stored < 640, "{stored}");
        assert_eq!(rows(&data), i64::try_from(stored * 4).unwrap());
    }
}

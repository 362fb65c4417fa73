//! A pool of connections, so that not every transaction opens one.

use std::{
    fmt,
    sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    time::Duration,
};

use tokio::runtime::{Builder, Runtime};

use super::Server;
use crate::{
    StoreError,
    messages::{StoreOperation, UnexpectedState},
    sql::{PostgresError, Session},
};

/// Maximum wait for a connection that is in use.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time-out of a connect.
const CONNECT: Duration = Duration::from_secs(10);
/// The settings of each connection: the maximum wait for another write, and the time-out of an idle
/// transaction.
const SETTINGS: &str = "SET lock_timeout = '30s'; SET statement_timeout = '50s'; \
                        SET idle_in_transaction_session_timeout = '60s'";

pub(super) struct Pool {
    server: Server,
    /// Signals to all connections that there are bytes to read; absent at the end.
    runtime: Option<Runtime>,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<Session>,
    /// Number of open connections, including those in use.
    open: usize,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("server", &self.server).finish_non_exhaustive()
    }
}

impl Pool {
    pub(super) fn of(server: &Server) -> Result<Self, StoreError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|error| StoreError::unavailable(&StoreOperation::Using, error))?;
        let (server, runtime) = (server.clone(), Some(runtime));
        Ok(Self { server, runtime, state: Mutex::default(), freed: Condvar::new() })
    }

    /// Returns a connection for exclusive use. Blocks.
    pub(super) fn take(&self) -> Result<PooledSession<'_>, StoreError> {
        let mut state = self.state();
        loop {
            while let Some(session) = state.idle.pop() {
                if session.is_open() {
                    return Ok(PooledSession { pool: self, session: Some(session) });
                }
                state.open -= 1;
            }
            if state.open < self.server.connections() {
                state.open += 1;
                drop(state);
                return self.connect().inspect_err(|_| self.end_one());
            }
            let (waited, timeout) =
                self.freed.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner);
            if timeout.timed_out() {
                return Err(StoreError::unavailable(
                    &StoreOperation::Using,
                    UnexpectedState::TooManyConnections,
                ));
            }
            state = waited;
        }
    }

    /// Closes idle connections.
    pub(super) fn forget(&self) {
        let mut state = self.state();
        state.open -= state.idle.len();
        state.idle.clear();
    }

    fn connect(&self) -> Result<PooledSession<'_>, StoreError> {
        let runtime = self.runtime.as_ref().map(Runtime::handle);
        let Some(runtime) = runtime else {
            return Err(StoreError::unavailable(&StoreOperation::Using, UnexpectedState::NotRun));
        };
        let connecting = self.server.connect();
        let (tell, answer) = mpsc::sync_channel(1);
        let task = runtime.spawn(async move { drop(tell.send(connecting.await)) });
        let connected = answer.recv_timeout(CONNECT).unwrap_or_else(|_| {
            task.abort();
            Err(PostgresError::TooLate.into())
        });
        let (client, transport) = connected.map_err(|error| {
            error.while_doing(&StoreOperation::Connecting { server: &self.server.name() })
        })?;
        let session = Session::on(client, transport);
        session.batch(SETTINGS)?;
        Ok(PooledSession { pool: self, session: Some(session) })
    }

    fn end_one(&self) {
        self.state().open -= 1;
        self.freed.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.state().idle.clear();
        // Also works on a runtime's own thread, which may not block.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A connection for one transaction. If it is dropped before it is given back, it is closed, and
/// its transaction is rolled back.
pub(super) struct PooledSession<'a> {
    pool: &'a Pool,
    session: Option<Session>,
}

impl PooledSession<'_> {
    pub(super) fn session(&self) -> &Session {
        self.session.as_ref().unwrap_or_else(|| unreachable!("it is given back once"))
    }

    pub(super) fn with<T>(
        self,
        work: impl FnOnce(&Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let done = work(self.session())?;
        self.give_back();
        Ok(done)
    }

    /// Returns it to the pool.
    pub(super) fn give_back(mut self) {
        if let Some(session) = self.session.take() {
            self.pool.state().idle.push(session);
            self.pool.freed.notify_one();
        }
    }
}

impl Drop for PooledSession<'_> {
    fn drop(&mut self) {
        if self.session.take().is_some() {
            self.pool.end_one();
        }
    }
}

//! A virtual controller that serves clients: inspect and control it.

use std::{io, net::SocketAddr, time::Duration};

use tagbridge_driver::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use super::{
    server::{self, Shared},
    set_up::{Controller, ControllerKind, Memory},
};

/// A virtual controller that listens. Dropping it stops it.
pub struct ListeningController<K: ControllerKind> {
    addr: SocketAddr,
    pub(crate) shared: Shared<Controller<K>>,
    tasks: TaskTracker,
    stop: CancellationToken,
    _stopped: DropGuard,
}

impl<K: ControllerKind> ListeningController<K> {
    /// Creates a controller at this address; the caller starts the service and the program.
    pub(crate) fn new(addr: SocketAddr, controller: Controller<K>) -> Self {
        let stop = CancellationToken::new();
        Self {
            addr,
            shared: Shared::new(controller),
            tasks: TaskTracker::new(),
            stop: stop.clone(),
            _stopped: stop.drop_guard(),
        }
    }

    /// Runs a task until the controller is stopped.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(self.stop.clone().run_until_cancelled_owned(task));
    }

    /// Serves each client in its own task, and executes the program periodically.
    pub(crate) fn serve<S>(
        &self,
        tcp: TcpListener,
        serve: impl FnMut(TcpStream) -> S + Send + 'static,
    ) where
        S: Future<Output = io::Result<()>> + Send + 'static,
    {
        self.spawn(server::accept(tcp, self.stop.clone(), self.tasks.clone(), serve));
        let shared = self.shared.clone();
        self.spawn(server::run_program(move |elapsed| {
            shared.lock().run(elapsed);
        }));
    }

    /// The address on which it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Returns the counters of requests.
    pub fn counters(&self) -> K::Counters {
        self.shared.lock().counters.clone()
    }

    /// Returns the value of a tag, or of a part of it, in memory.
    pub fn value_of(&self, name: &str) -> Result<Value, <K::Memory as Memory>::Error> {
        self.shared.lock().memory.value(name)
    }

    /// Changes the value in memory, like the program.
    pub fn set(&self, name: &str, value: &Value) -> Result<(), <K::Memory as Memory>::Error> {
        self.shared.lock().memory.set(name, value)
    }

    /// Executes the program once in any mode, as if this time had passed.
    pub fn step(&self, elapsed: Duration) {
        self.shared.lock().execute(elapsed);
    }

    /// Stops or starts the program: while it is stopped, the tags do not change.
    pub fn set_mode(&self, mode: K::Mode) {
        self.shared.lock().mode = mode;
    }

    /// Replaces the faults.
    pub fn set_faults(&self, faults: Vec<K::Fault>) {
        self.shared.lock().faults = faults;
    }

    /// Closes all sockets and waits until they are closed.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

//! The common parts of all servers: accept clients, and execute the program periodically.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tagbridge_texts::Message;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{MissedTickBehavior, interval, sleep},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::log_message::{LogMessage, event};

/// How often the program is executed.
pub(crate) const SCAN_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum number of TCP connections at a time; other clients wait.
const MAX_SOCKETS: usize = 128;

/// A controller that the tasks of its server share.
pub(crate) struct Shared<C>(Arc<Mutex<C>>);

impl<C> Shared<C> {
    pub(crate) fn new(controller: C) -> Self {
        Self(Arc::new(Mutex::new(controller)))
    }

    /// Locks the controller. The guard must not be held across an await.
    pub(crate) fn lock(&self) -> MutexGuard<'_, C> {
        // Each request leaves the controller consistent, even if it panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C> Clone for Shared<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Serves each client in its own task, which ends when `stop` is cancelled.
pub(crate) async fn accept<S>(
    tcp: TcpListener,
    stop: CancellationToken,
    tasks: TaskTracker,
    mut serve: impl FnMut(TcpStream) -> S,
) where
    S: Future<Output = io::Result<()>> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(MAX_SOCKETS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match tcp.accept().await {
            Ok((stream, peer)) => {
                let serving = serve(stream);
                tasks.spawn(stop.clone().run_until_cancelled_owned(async move {
                    let end = serving.await;
                    tracing::debug!(%peer, ?end, "client left");
                    drop(place);
                }));
            }
            Err(error) => {
                // Probably out of file descriptors: other connections will be closed.
                event!(warn, LogMessage::ClientNotAccepted, error = ?Message::system(&error));
                sleep(SCAN_INTERVAL).await;
            }
        }
    }
}

/// Executes the program periodically with the elapsed time.
pub(crate) async fn run_program(mut run: impl FnMut(Duration)) {
    let mut ticks = interval(SCAN_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = Instant::now();
    loop {
        ticks.tick().await;
        let now = Instant::now();
        run(now - last);
        last = now;
    }
}

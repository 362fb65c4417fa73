//! The turns that run in this process, and the clients that follow their events.

use std::{
    collections::HashMap,
    num::NonZero,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use tokio::{
    sync::{Semaphore, watch},
    time::{self, Instant},
};

use crate::core::Core;

/// After this time without a client, a turn counts as abandoned.
const LEFT_AFTER: Duration = Duration::from_secs(15);
/// How often clients are searched.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The turns that run in this process, with the number of the last stored event of each.
#[derive(Debug, Default, Clone)]
pub(crate) struct Running(Arc<Mutex<HashMap<String, watch::Sender<u32>>>>);

/// The limit for computations of turns: at most the number of processors, so that many questions
/// delay neither a push nor the first event of another one.
#[derive(Debug)]
pub(crate) struct ComputeLimit(Semaphore);

impl Default for ComputeLimit {
    fn default() -> Self {
        Self(Semaphore::new(thread::available_parallelism().map_or(1, NonZero::get)))
    }
}

impl Core {
    /// Computes when a processor is free.
    pub(super) async fn thinking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> T {
        // It is never closed.
        let _turn = self.0.thinking.0.acquire().await.ok();
        self.blocking(work).await
    }
}

impl Running {
    /// Registers a turn, which runs until the returned value is dropped.
    pub(super) fn begin(&self, turn: &str) -> Run {
        let (events, _) = watch::channel(0);
        self.with(|all| all.insert(turn.to_owned(), events));
        Run { turn: turn.to_owned(), running: self.clone() }
    }

    /// Returns the events of a turn if it runs here.
    pub(super) fn follow(&self, turn: &str) -> Option<watch::Receiver<u32>> {
        self.with(|all| all.get(turn).map(watch::Sender::subscribe))
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, watch::Sender<u32>>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A running turn.
#[derive(Debug)]
pub(super) struct Run {
    turn: String,
    running: Running,
}

impl Run {
    /// Announces that events up to this one are stored.
    pub(super) fn stored(&self, number: u32) {
        self.running.with(|all| {
            if let Some(events) = all.get(&self.turn) {
                events.send_replace(number);
            }
        });
    }
}

impl Run {
    /// Returns when no client has followed for a while, here or in another service.
    pub(super) async fn left(&self, core: &Core) {
        let mut followed_at = Instant::now();
        loop {
            time::sleep(LOOK_EVERY).await;
            let followers = self
                .running
                .with(|all| all.get(&self.turn).map_or(0, watch::Sender::receiver_count));
            if followers > 0 {
                followed_at = Instant::now();
            } else if followed_at.elapsed() >= LEFT_AFTER {
                if !self.is_followed_elsewhere(core).await {
                    return;
                }
                followed_at = Instant::now();
            }
        }
    }
}

impl Run {
    async fn is_followed_elsewhere(&self, core: &Core) -> bool {
        let turn = self.turn.clone();
        let found = move |core: &Core| core.store().read(|tx| tx.followed_at(&turn));
        // If this is unknown, the turn continues.
        let Ok(at) = core.blocking(found).await else { return true };
        let until = core.now().saturating_sub(LEFT_AFTER);
        at.is_some_and(|at| at > until)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.running.with(|all| all.remove(&self.turn));
    }
}

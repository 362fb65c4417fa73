//! Who hears of a turn's events while it runs here.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{self, Instant},
};

/// A turn that nobody has followed for so long is followed by nobody any more.
const LEFT_AFTER: Duration = Duration::from_secs(15);
/// How often it is looked who follows.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The turns that run in this process, with the number of each one's last stored event.
#[derive(Debug, Default, Clone)]
pub(crate) struct Running(Arc<Mutex<HashMap<String, watch::Sender<u32>>>>);

impl Running {
    /// A turn runs until what this returns is dropped.
    pub(super) fn begin(&self, turn: &str) -> Run {
        let (events, _) = watch::channel(0);
        self.with(|all| all.insert(turn.to_owned(), events));
        Run { turn: turn.to_owned(), running: self.clone() }
    }

    /// Tells of a turn's events while it runs here.
    pub(super) fn follow(&self, turn: &str) -> Option<watch::Receiver<u32>> {
        self.with(|all| all.get(turn).map(watch::Sender::subscribe))
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, watch::Sender<u32>>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A turn that runs.
#[derive(Debug)]
pub(super) struct Run {
    turn: String,
    running: Running,
}

impl Run {
    /// Events up to this one are stored.
    pub(super) fn stored(&self, number: u32) {
        self.running.with(|all| {
            if let Some(events) = all.get(&self.turn) {
                events.send_replace(number);
            }
        });
    }
}

impl Run {
    /// Returns when nobody has followed for a while.
    pub(super) async fn left(&self) {
        let mut followed_at = Instant::now();
        loop {
            time::sleep(LOOK_EVERY).await;
            let followers = self
                .running
                .with(|all| all.get(&self.turn).map_or(0, watch::Sender::receiver_count));
            if followers > 0 {
                followed_at = Instant::now();
            } else if followed_at.elapsed() >= LEFT_AFTER {
                return;
            }
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.running.with(|all| all.remove(&self.turn));
    }
}

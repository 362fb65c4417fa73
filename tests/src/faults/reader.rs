//! A reader of live values that keeps account of what it was shown, and how old that was.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use serde_json::Value;

use super::controller::{CLOCK, LedgerClock};
use crate::Consumer;

/// From one look to the next; far inside the tier of requests.
const EVERY: Duration = Duration::from_millis(200);

/// How long a fresh start may take before the fault of a case begins.
const PATIENCE: Duration = Duration::from_mins(1);

/// What was shown until now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Looks that the service answered.
    pub(super) looks: u64,
    /// Those that were `live`.
    pub(super) live: u64,
    /// The oldest value shown as `live` or `good`, in milliseconds.
    pub(super) oldest_ms: i64,
    /// The newest value that was shown, on the ledger's clock.
    pub(super) newest_ms: i64,
}

/// See the module. Ends when it is dropped.
pub(super) struct Reader {
    shown: Arc<Mutex<Shown>>,
    end: Arc<AtomicBool>,
    clock: LedgerClock,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    /// Begins to look.
    pub(super) fn start(consumer: Consumer, clock: LedgerClock) -> Self {
        let shown = Arc::new(Mutex::new(Shown::default()));
        let end = Arc::new(AtomicBool::new(false));
        let (board, stop) = (Arc::clone(&shown), Arc::clone(&end));
        let thread = thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                // What was served before the answer began is all that the answer can know of.
                let asked = clock.now_ms();
                if let Some(values) = consumer.values() {
                    board.lock().expect("no thread panicked").add(&values, asked);
                }
                thread::sleep(EVERY);
            }
        });
        Self { shown, end, clock, thread: Some(thread) }
    }

    /// What was shown since the last call of this.
    pub(super) fn take(&self) -> Shown {
        std::mem::take(&mut *self.shown.lock().expect("no thread panicked"))
    }

    /// What was shown since [`take`](Self::take).
    pub(super) fn shown(&self) -> Shown {
        *self.shown.lock().expect("no thread panicked")
    }

    /// The ledger's time.
    pub(super) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Whether a live value was shown that the controller served since then.
    pub(super) fn has_shown(&self, since_ms: i64) -> bool {
        self.shown().newest_ms >= since_ms
    }

    /// Waits until values stream.
    pub(super) fn settle(&self) {
        assert!(self.streams_again(PATIENCE).is_some(), "nothing streams within {PATIENCE:?}");
    }

    /// Waits for a live value that the controller served after this call; how long that took.
    /// `None`: not within `limit`.
    pub(super) fn streams_again(&self, limit: Duration) -> Option<Duration> {
        let (since, began) = (self.now_ms(), Instant::now());
        while began.elapsed() < limit {
            if self.has_shown(since) {
                return Some(began.elapsed());
            }
            thread::sleep(Duration::from_millis(20));
        }
        None
    }
}

impl Shown {
    fn add(&mut self, values: &Value, asked_ms: i64) {
        self.looks += 1;
        let tag = &values["tags"][CLOCK];
        let is_live = values["live"] == true;
        self.live += u64::from(is_live);
        let Some(served_ms) = tag["value"].as_i64() else { return };
        if tag["quality"] == "good" || is_live {
            self.oldest_ms = self.oldest_ms.max(asked_ms - served_ms);
        }
        if tag["quality"] == "good" && is_live {
            self.newest_ms = self.newest_ms.max(served_ms);
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It says by itself what went wrong in it.
            let _panicked = thread.join();
        }
    }
}

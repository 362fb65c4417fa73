//! A reader of live values that records the values and their ages.

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

/// The interval of requests, far below the rate limit.
const EVERY: Duration = Duration::from_millis(200);

/// Time limit of a start, before the fault of a case begins.
const PATIENCE: Duration = Duration::from_mins(1);

/// The record so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ReaderRecord {
    /// Number of answered requests.
    pub(super) looks: u64,
    /// Number of responses that were `live`.
    pub(super) live: u64,
    /// The oldest value shown as `live` or `good`, in milliseconds.
    pub(super) oldest_ms: i64,
    /// The newest value, as a time of the harness's clock.
    pub(super) newest_ms: i64,
}

/// A reader of live values. It ends when it is dropped.
pub(super) struct Reader {
    shown: Arc<Mutex<ReaderRecord>>,
    end: Arc<AtomicBool>,
    clock: LedgerClock,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    /// Starts to request values.
    pub(super) fn start(consumer: Consumer, clock: LedgerClock) -> Self {
        let shown = Arc::new(Mutex::new(ReaderRecord::default()));
        let end = Arc::new(AtomicBool::new(false));
        let (board, stop) = (Arc::clone(&shown), Arc::clone(&end));
        let thread = thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                // A response can only contain values that were read before it began.
                let asked = clock.now_ms();
                if let Some(values) = consumer.values() {
                    board.lock().expect("no thread panicked").add(&values, asked);
                }
                thread::sleep(EVERY);
            }
        });
        Self { shown, end, clock, thread: Some(thread) }
    }

    /// Returns the record since the last call, and starts a new one.
    pub(super) fn take(&self) -> ReaderRecord {
        std::mem::take(&mut *self.shown.lock().expect("no thread panicked"))
    }

    /// The record since [`take`](Self::take).
    pub(super) fn shown(&self) -> ReaderRecord {
        *self.shown.lock().expect("no thread panicked")
    }

    /// The time of the harness's clock.
    pub(super) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Whether a value was shown as live that was read from the controller since then.
    pub(super) fn has_shown(&self, since_ms: i64) -> bool {
        self.shown().newest_ms >= since_ms
    }

    /// Waits until values stream.
    pub(super) fn settle(&self) {
        assert!(self.streams_again(PATIENCE).is_some(), "nothing streams within {PATIENCE:?}");
    }

    /// Waits for a live value that was read from the controller after this call, and returns the
    /// duration.
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

impl ReaderRecord {
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
            // Its own message describes the error.
            let _panicked = thread.join();
        }
    }
}

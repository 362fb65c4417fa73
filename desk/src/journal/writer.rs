//! The thread that writes the event log: a hanging disk, such as a network share, does not block
//! other threads.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};
use tagbridge_texts::Message;

use crate::{
    log_message::{LogMessage, event},
    view::LogEvent,
};

/// Maximum number of events that wait for the disk.
const WAITING: usize = 1000;

/// Sends events to the thread, which ends after this is dropped and all events are written.
pub(super) struct Writer {
    orders: Sender<WriterCommand>,
    /// Number of events that the thread has not written yet.
    waiting: Arc<AtomicUsize>,
    /// Number of events that were dropped since the last queued one.
    missed: u32,
}

enum WriterCommand {
    /// Write an event, after this number of dropped ones.
    Write(LogEvent, u32),
    /// Report when all earlier events are written.
    Answer(Sender<()>),
}

impl Writer {
    /// Starts with earlier events. `write` receives each event, and the number of missing ones
    /// before it; the first of its errors in a row is reported.
    pub(super) fn start(
        earlier: Vec<LogEvent>,
        mut write: impl FnMut(&LogEvent, u32) -> io::Result<()> + Send + 'static,
    ) -> io::Result<Self> {
        let (orders, taken) = channel();
        let waiting = Arc::<AtomicUsize>::default();
        let left = Arc::clone(&waiting);
        let mut is_well = true;
        let mut write = move |event: &LogEvent, missed: u32| {
            let written = write(event, missed);
            if let (true, Err(error)) = (is_well, &written) {
                event!(warn, LogMessage::LogNotKept, error = ?Message::system(error));
            }
            is_well = written.is_ok();
        };
        thread::Builder::new().name("event log".to_owned()).spawn(move || {
            for event in earlier {
                write(&event, 0);
            }
            execute_orders(&taken, &left, write);
        })?;
        Ok(Self { orders, waiting, missed: 0 })
    }

    /// Returns immediately, also if the queue is full.
    pub(super) fn write(&mut self, event: LogEvent) {
        if self.waiting.load(Ordering::Relaxed) >= WAITING {
            self.missed = self.missed.saturating_add(1);
            return;
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // The thread only ends after this is dropped.
        let _taken = self.orders.send(WriterCommand::Write(event, self.missed));
        self.missed = 0;
    }

    /// Waits until all events so far are written, up to a time-out. The returned function can be
    /// called without the writer.
    pub(super) fn waiter(&self) -> impl FnOnce(Duration) + Send + use<> {
        let (written, answer) = channel();
        let asked = self.orders.send(WriterCommand::Answer(written));
        move |at_most| {
            if asked.is_ok() {
                let _late = answer.recv_timeout(at_most);
            }
        }
    }
}

fn execute_orders(
    orders: &Receiver<WriterCommand>,
    waiting: &AtomicUsize,
    mut write: impl FnMut(&LogEvent, u32),
) {
    for order in orders {
        match order {
            WriterCommand::Write(event, missed) => {
                write(&event, missed);
                waiting.fetch_sub(1, Ordering::Relaxed);
            }
            WriterCommand::Answer(written) => {
                // The caller may have stopped waiting.
                let _gone = written.send(());
            }
        }
    }
}

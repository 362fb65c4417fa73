//! Reports that there is something new.

use tokio::sync::watch;

/// Changes when anything does that a screen shows. A clone is the same.
#[derive(Clone)]
pub(crate) struct News(watch::Sender<u64>);

impl News {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    /// Tells all screens that there is something new.
    pub(crate) fn tell(&self) {
        self.0.send_modify(|it| *it += 1);
    }

    /// Whether there is a screen.
    pub(crate) fn is_heard(&self) -> bool {
        self.0.receiver_count() > 0
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}

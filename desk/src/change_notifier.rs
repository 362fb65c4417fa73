//! Notifications of changes.

use tokio::sync::watch;

/// Changes with any data that a screen shows. A clone is the same.
#[derive(Clone)]
pub(crate) struct ChangeNotifier(watch::Sender<u64>);

impl ChangeNotifier {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    /// Notifies all screens of a change.
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

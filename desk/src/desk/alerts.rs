//! Checks the sessions of a desk for alerts.

use std::{sync::Arc, time::Duration};

use tokio::{sync::watch, time::interval};

use super::Desk;
use crate::{time::now, view::Alert};

/// The interval of the checks.
const EVERY: Duration = Duration::from_secs(1);

impl Desk {
    /// A receiver for the latest alerts, the newest first.
    pub fn alerts(&self) -> watch::Receiver<Vec<Alert>> {
        self.0.alerts.subscribe()
    }

    pub(crate) fn seen_alerts(&self, through: u32) {
        self.0.alerts.seen(through);
        self.tell();
    }

    /// Runs as long as the desk exists.
    pub(super) fn watch_sessions(&self) {
        let weak = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut ticks = interval(EVERY);
            loop {
                ticks.tick().await;
                let Some(desk) = weak.upgrade().map(Self) else { return };
                if desk.0.alerts.look(&desk.sessions(), &desk.settings().alerts, now()) {
                    desk.tell();
                }
            }
        });
    }
}

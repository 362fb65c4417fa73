//! The last messages to a screen, and the earliest time of the next one for each topic.

use tokio::{sync::watch, time::Instant};

use crate::{
    desk::Desk,
    view::{Alert, ServiceConnection, Session},
};

/// The latest pushes, and the earliest time of the next push of each topic.
pub(super) struct PushSchedule {
    pub(super) news: watch::Receiver<u64>,
    pub(super) log: watch::Receiver<u32>,
    pub(super) logged: u32,
    pub(super) log_at: Instant,
    pub(super) alerts: watch::Receiver<Vec<Alert>>,
    pub(super) status: Option<Vec<Session>>,
    pub(super) status_at: Instant,
    pub(super) service: Option<ServiceConnection>,
    pub(super) frame_at: Instant,
    pub(super) trend_at: Instant,
}

impl PushSchedule {
    pub(super) fn new(desk: &Desk) -> Self {
        let now = Instant::now();
        let log = desk.0.journal.last();
        let logged = *log.borrow();
        Self {
            news: desk.0.news.subscribe(),
            logged,
            log,
            log_at: now,
            alerts: told(desk),
            status: None,
            status_at: now,
            service: None,
            frame_at: now,
            trend_at: now,
        }
    }
}

/// A receiver that includes the current alerts.
fn told(desk: &Desk) -> watch::Receiver<Vec<Alert>> {
    let mut alerts = desk.alerts();
    alerts.mark_changed();
    alerts
}

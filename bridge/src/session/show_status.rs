//! Updates the status of a session.

use tagbridge_api::Timestamp;
use tagbridge_driver::RunMode;
use tokio::time::Instant;

use super::{Session, SessionFailure};
use crate::{
    log_message::{LogMessage, event},
    status::SessionStatus,
};

impl Session {
    pub(super) fn show_scan(&self, round_trips: u32, last_ms: f64) {
        let (p50_ms, p99_ms) = (self.times.percentile(50), self.times.percentile(99));
        let interval_ms = self.sequencer.interval().as_secs_f64() * 1000.0;
        let achieved_ms = self.kept_pace.achieved().map(|it| it.as_secs_f64() * 1000.0);
        let missed = self.sequencer.missed();
        self.status.update(|it| {
            it.scan.count += 1;
            it.scan.last_ms = Some(last_ms);
            it.scan.p50_ms = p50_ms;
            it.scan.p99_ms = p99_ms;
            it.scan.round_trips = round_trips;
            it.scan.interval_ms = interval_ms;
            it.scan.achieved_ms = achieved_ms;
            it.scan.missed = missed;
        });
    }

    pub(super) fn show_mode(&self, mode: RunMode) {
        self.status.update(|it| {
            if let Some(controller) = &mut it.controller {
                controller.mode = mode.to_string();
            }
        });
    }

    pub(super) fn show_waiting(&self, until: Instant) {
        if self.sequencer.is_refusing() {
            return self.show_halt();
        }
        let status = match self.live_since {
            // Until the first scan the shown tags have no values, so the session is not shown as live.
            Some(_) if !self.has_values && !self.tags.is_empty() => return,
            Some(since) => SessionStatus::Live { since },
            None => self.waiting(until),
        };
        self.status.update(|it| it.status = status);
    }

    pub(super) fn waiting(&self, until: Instant) -> SessionStatus {
        let SessionFailure { cause, remedy, wants_login } = self.trouble.clone();
        let attempt = self.sequencer.attempt();
        SessionStatus::Waiting { until: system_time_of(until), attempt, cause, remedy, wants_login }
    }

    /// The status for a stored snapshot. Both must be shown together: otherwise the session would
    /// be shown as live without values, or the reverse. `None`: the shown status is still correct.
    pub(super) fn status_now(&self) -> Option<SessionStatus> {
        match self.live_since {
            Some(since) => Some(SessionStatus::Live { since }),
            None if self.sequencer.is_refusing() => None,
            None if self.sequencer.is_halted() => Some(SessionStatus::Idle),
            None => Some(self.waiting(Instant::from_std(self.sequencer.not_before()))),
        }
    }

    pub(super) fn show_halt(&self) {
        let refused = self.sequencer.is_refusing().then(|| self.why_refused()).flatten();
        let status = refused.map_or(SessionStatus::Idle, |cause| SessionStatus::Stopped { cause });
        self.status.update(|it| {
            // The controller is checked periodically, but the event is logged once.
            if let SessionStatus::Stopped { cause } = &status
                && it.status != status
            {
                event!(warn, LogMessage::ControllerUnread, ?cause);
            }
            it.status = status;
        });
    }
}

fn system_time_of(moment: Instant) -> Timestamp {
    let left = moment.saturating_duration_since(Instant::now());
    jiff::Timestamp::now().checked_add(left).unwrap_or(jiff::Timestamp::MAX).into()
}

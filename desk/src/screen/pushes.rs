//! The pushed messages of a screen: the newest of each topic, not more often than it can be drawn.
//!
//! There is no queue: a message is created when it is taken, so that a slow screen receives fewer
//! messages, but always the latest.

use std::{sync::Arc, time::Duration};

use tokio::time::{Instant, sleep_until};

use super::{Screen, State, past::DisplayedMoment, push_schedule::PushSchedule};
use crate::{
    lock::lock,
    time::now,
    view::{Frame, Push, Status, TrendFrame},
};

/// Minimum time between two pushes of a topic.
const STATUS_EVERY: Duration = Duration::from_millis(500);
/// Less than a tenth of a second, which is the shortest interval for users: a scan that is a little
/// early is drawn as well.
const FRAME_EVERY: Duration = Duration::from_millis(80);
const LOG_EVERY: Duration = Duration::from_millis(100);

impl Screen {
    /// Waits for the next message. May be dropped and called again; no message is lost.
    pub async fn next(&self) -> Push {
        let mut pace = self.pace.lock().await;
        loop {
            let changed = self.changed.notified();
            pace.news.mark_unchanged();
            pace.log.mark_unchanged();
            let now = Instant::now();
            let later = match self.due(&mut pace, now) {
                Ok(push) => return push,
                Err(later) => later,
            };
            let pace = &mut *pace;
            let timer = async {
                match later {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = changed => {}
                _ = pace.news.changed() => {}
                _ = pace.log.changed() => {}
                () = timer => {}
            }
        }
    }

    /// The next message, or otherwise the earliest time of it.
    fn due(&self, pace: &mut PushSchedule, at: Instant) -> Result<Push, Option<Instant>> {
        if let Some(progress) = lock(&self.state).progress.pop_front() {
            return Ok(Push::Preflight(progress));
        }
        if let Some(heard) = lock(&self.state).heard.pop_front() {
            return Ok(Push::Ask(heard));
        }
        if let Some((_, progress)) = lock(&self.state).worked.pop_first() {
            return Ok(Push::Work(progress));
        }
        let service = self.desk.0.service.state.borrow().clone();
        if pace.service.as_ref() != Some(&service) {
            pace.service = Some(service.clone());
            return Ok(Push::Service(service));
        }
        if pace.alerts.has_changed().unwrap_or_default() {
            return Ok(Push::Alerts(pace.alerts.borrow_and_update().clone()));
        }
        let mut later = Vec::new();
        if at >= pace.frame_at {
            if let Some(frame) = self.frame() {
                pace.frame_at = at + FRAME_EVERY;
                return Ok(Push::Values(frame));
            }
            // The age of values also changes without new data.
            later.push(at + STATUS_EVERY);
        } else {
            later.push(pace.frame_at);
        }
        if at >= pace.trend_at {
            if let Some(frame) = self.trend_frame() {
                pace.trend_at = at + FRAME_EVERY;
                return Ok(Push::Trend(frame));
            }
        } else {
            later.push(pace.trend_at);
        }
        if at >= pace.status_at {
            let sessions = self.desk.sessions();
            if pace.status.as_ref() != Some(&sessions) {
                pace.status_at = at + STATUS_EVERY;
                pace.status = Some(sessions.clone());
                return Ok(Push::Status(Status { now: now(), sessions }));
            }
        } else {
            later.push(pace.status_at);
        }
        if at >= pace.log_at {
            let events = self.desk.0.journal.after(pace.logged);
            if let Some(last) = events.last() {
                pace.logged = last.id;
                pace.log_at = at + LOG_EVERY;
                return Ok(Push::Log(events));
            }
        } else {
            later.push(pace.log_at);
        }
        Err(later.into_iter().min())
    }

    fn frame(&self) -> Option<Frame> {
        let State { table, trend, past, .. } = &mut *lock(&self.state);
        let table = table.as_mut().filter(|it| !it.unacknowledged)?;
        let traced: Vec<String> = trend
            .iter()
            .filter(|it| it.session == table.window.session)
            .flat_map(|it| it.tags.iter().map(|(tag, _)| tag.clone()))
            .collect();
        let mut rooms = self.desk.rooms();
        let room = rooms.get_mut(&table.window.session)?;
        let (view, unread) = DisplayedMoment::shown(past.as_ref(), &table.window.session, room);
        let was = lock(&room.feed.recorder).was();
        table.window.set_availability(unread, was);
        let requested = room.feed.requested();
        let is_new = !Arc::ptr_eq(&requested, &table.requested) && requested != table.requested;
        let is_noted = !Arc::ptr_eq(&room.feed.notes(), &table.metadata.notes);
        if is_new || is_noted || traced != table.metadata.traced {
            let language = table.metadata.language;
            table.metadata = room.metadata(&self.desk.0.keeper, &traced, language);
            table.requested = requested;
            table.window.renew(view.as_ref(), &table.metadata);
        }
        let frame = table.window.frame(table.frame + 1, view.as_ref(), &table.metadata)?;
        table.frame += 1;
        table.unacknowledged = true;
        Some(frame)
    }

    fn trend_frame(&self) -> Option<TrendFrame> {
        let mut state = lock(&self.state);
        let trend = state.trend.as_mut().filter(|it| !it.tags.is_empty() && !it.is_over)?;
        let (recorder, known) = {
            let rooms = self.desk.rooms();
            let feed = &rooms.get(&trend.session)?.feed;
            (Arc::clone(&feed.recorder), feed.known())
        };
        let recorder = lock(&recorder);
        let (session, number) = (trend.session.clone(), trend.number);
        // A restarted session has other lanes with the same names.
        if known != trend.known || !trend.tags.iter().all(|(tag, mark)| recorder.knows(tag, mark)) {
            trend.is_over = true;
            let (lanes, until) = (Vec::new(), trend.until);
            return Some(TrendFrame { session, number, renew: true, lanes, until });
        }
        if recorder.until() <= trend.until {
            return None;
        }
        trend.until = recorder.until();
        let lanes = trend.tags.iter_mut().map(|(tag, mark)| recorder.after(tag, mark)).collect();
        Some(TrendFrame { session, number, renew: false, lanes, until: trend.until })
    }
}

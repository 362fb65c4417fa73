//! Starting, resting and ending sessions.

use std::time::Duration;

use tagbridge_bridge::{Bridge, config::SessionConfig};
use tagbridge_driver::Endpoint;

use crate::{
    desk::{Desk, lock},
    failures::{invalid, not_found},
    platform::platform,
    room::Room,
    time::now,
    view::{Failure, KnownController, SessionName, StartSession},
};

/// The intervals that a session may have, in milliseconds.
const INTERVALS: std::ops::RangeInclusive<f64> = 10.0..=3_600_000.0;

/// Tags that consumers may ask for beside a long list.
const ROOM: usize = 5000;

impl Desk {
    pub(crate) async fn start_session(&self, start: StartSession) -> Result<SessionName, Failure> {
        let endpoint: Endpoint = start.endpoint.parse()?;
        if !INTERVALS.contains(&start.interval_ms) {
            return Err(invalid("the interval is out of range", "use 10 ms to 1 h"));
        }
        let tags = match start.tags.clone() {
            Some(tags) => tags,
            None => self.readable_tags(&start.project, &start.endpoint).await?,
        };
        let (project, project_name) = self.service_project(&start.project).await?;
        let start = StartSession { project: project.clone(), ..start };
        let name = session_name(&project_name, &project);
        {
            let rooms = self.rooms();
            if let Some(room) = rooms.values().find(|it| {
                it.is_running() && (it.start.project == start.project || it.last.name == name)
            }) {
                let message =
                    format!("{} is streamed already, from {}", project_name, room.start.endpoint);
                return Err(Failure::new("refused", message, "stop that session first"));
            }
        }
        let mut session = SessionConfig::new(&name, &project, endpoint);
        session.pki.clone_from(&self.0.options.pki);
        session.supplement = (&self.kept_supplement(&project)).into();
        session.interval = Duration::from_secs_f64(start.interval_ms / 1000.0);
        session.max_tags = (tags.len() + ROOM).clamp(SessionConfig::TAGS, SessionConfig::MAX_TAGS);
        session.tags = tags;
        session.take_over = start.take_over;
        session.max_requests_per_second =
            self.0.keeper.read(|it| it.settings.max_requests_per_second);
        let room = {
            let mut bridge = self.0.bridge.lock().await;
            let bridge = bridge.as_mut().ok_or_else(no_bridge)?;
            bridge.add(session.clone())?;
            let mut room = Room::new(self, start.clone(), &project_name, bridge, &session);
            room.is_configured = false;
            room
        };
        self.rooms().shift_remove(&name);
        self.rooms().insert(name.clone(), room);
        self.remember(&start)?;
        self.tell();
        Ok(SessionName { session: name })
    }

    pub(crate) async fn pause(&self, it: SessionName) -> Result<(), Failure> {
        self.running(&it)?;
        self.with_bridge(async |bridge| bridge.pause(&it.session).await).await?;
        self.room(&it.session, |room| room.paused_since = Some(now()))?;
        self.tell();
        Ok(())
    }

    pub(crate) async fn resume(&self, it: SessionName) -> Result<(), Failure> {
        self.running(&it)?;
        self.with_bridge(async |bridge| bridge.resume(&it.session).await).await?;
        self.room(&it.session, |room| room.paused_since = None)?;
        self.tell();
        Ok(())
    }

    pub(crate) async fn try_now(&self, it: SessionName) -> Result<(), Failure> {
        self.running(&it)?;
        self.with_bridge(async |bridge| bridge.try_now(&it.session).await).await
    }

    pub(crate) async fn accept_controller(&self, it: SessionName) -> Result<(), Failure> {
        self.running(&it)?;
        self.with_bridge(async |bridge| bridge.accept_controller(&it.session).await).await
    }

    pub(crate) async fn stop_session(&self, it: SessionName) -> Result<(), Failure> {
        self.not_configured(&it)?;
        self.running(&it)?;
        self.end(&it.session).await?;
        let project = self.room(&it.session, |room| {
            room.stopped_at = Some(now());
            room.paused_since = None;
            room.start.project.clone()
        })?;
        self.0.keeper.change(|kept| kept.sessions.retain(|it| it.project != project))?;
        self.tell();
        Ok(())
    }

    pub(crate) async fn start_again(&self, it: SessionName) -> Result<(), Failure> {
        let start = self.room(&it.session, |room| room.start.clone())?;
        if self.room(&it.session, |room| room.is_running())? {
            self.not_configured(&it)?;
            self.end(&it.session).await?;
            self.room(&it.session, |room| room.stopped_at = Some(now()))?;
        }
        self.start_session(start).await.map(drop)
    }

    pub(crate) async fn take_over(&self, it: SessionName) -> Result<(), Failure> {
        self.not_configured(&it)?;
        self.room(&it.session, |room| room.start.take_over = true)?;
        self.start_again(it).await
    }

    pub(crate) fn forget_session(&self, it: &SessionName) -> Result<(), Failure> {
        if self.room(&it.session, |room| room.is_running())? {
            return Err(Failure::new("refused", "the session is running", "stop it first"));
        }
        self.rooms().shift_remove(&it.session);
        self.tell();
        Ok(())
    }

    /// Looks into a session.
    pub(crate) fn room<T>(
        &self,
        session: &str,
        look: impl FnOnce(&mut Room) -> T,
    ) -> Result<T, Failure> {
        self.rooms()
            .get_mut(session)
            .map(look)
            .ok_or_else(|| not_found("session", session, "choose one that the status shows"))
    }

    async fn end(&self, session: &str) -> Result<(), Failure> {
        let ending = {
            let mut bridge = self.0.bridge.lock().await;
            bridge.as_mut().and_then(|it| it.remove(session))
        };
        // Without the lock: others go on meanwhile.
        ending.ok_or_else(no_bridge)?.await;
        Ok(())
    }

    async fn with_bridge(&self, act: impl AsyncFnOnce(&Bridge) -> bool) -> Result<(), Failure> {
        let bridge = self.0.bridge.lock().await;
        let done = match bridge.as_ref() {
            Some(bridge) => act(bridge).await,
            None => false,
        };
        if done { Ok(()) } else { Err(no_bridge()) }
    }

    fn running(&self, it: &SessionName) -> Result<(), Failure> {
        if self.room(&it.session, |room| room.is_running())? {
            return Ok(());
        }
        Err(Failure::new("refused", "the session is stopped", "start it again"))
    }

    fn not_configured(&self, it: &SessionName) -> Result<(), Failure> {
        if self.room(&it.session, |room| room.is_configured)? {
            let message = "the session belongs to a configuration file";
            let remedy = "change the file and start the program again; it can be paused here";
            return Err(Failure::new("refused", message, remedy));
        }
        Ok(())
    }

    /// Remembers a session and its controller for the next run.
    fn remember(&self, start: &StartSession) -> Result<(), Failure> {
        let scheme = start.endpoint.split("://").next().unwrap_or_default();
        let seen = lock(&self.0.readable);
        let seen = seen.iter().find(|it| it.endpoint == start.endpoint).map(|it| &it.controller);
        let controller = KnownController {
            endpoint: start.endpoint.clone(),
            platform: platform(scheme),
            project: start.project.clone(),
            product: seen.map_or_else(String::new, |it| it.product.clone()),
            name: seen.and_then(|it| it.name.clone()),
            serial: seen.map_or_else(String::new, |it| it.serial.clone()),
            used_at: now(),
        };
        self.0.keeper.change(|kept| {
            kept.used(controller);
            kept.sessions.retain(|it| it.project != start.project);
            // Taking over is for once.
            kept.sessions.push(StartSession { take_over: false, ..start.clone() });
        })
    }
}

fn no_bridge() -> Failure {
    let remedy = "choose a service first, and start the session again";
    Failure::new("no_service", "the session is not running", remedy)
}

/// A name for people and for files, the same for a project each time.
fn session_name(project_name: &str, project: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '-' };
    let words: String = project_name.chars().map(plain).collect();
    let words: Vec<&str> = words.split('-').filter(|it| !it.is_empty()).take(6).collect();
    let id: String = project.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    [words, vec![id.as_str()]].concat().join("-")
}

#[cfg(test)]
mod tests {
    use super::session_name;

    #[test]
    fn a_session_is_named_after_its_project() {
        let id = "0d7f3a52-1111-2222-3333-444444444444";
        assert_eq!(session_name("Bottling line 3", id), "bottling-line-3-0d7f3a52");
        assert_eq!(session_name("../../Füllung / 2", id), "f-llung-2-0d7f3a52");
        assert_eq!(session_name("", id), "0d7f3a52");
    }
}

//! Starts, pauses and ends sessions.

use std::time::Duration;

use tagbridge_bridge::{
    Bridge,
    config::{PasswordSource, SessionConfig},
    status::SessionView,
};
use tagbridge_driver::Endpoint;
use tagbridge_drivers::Protocol;

use crate::{
    desk::Desk,
    desk_session::DeskSession,
    failures::{invalid, not_found},
    last_run::LastRun,
    lock::lock,
    platform::{platform, protocol},
    problem::{MissingThing, Problem, Remedy},
    rates::{INTERVALS, at_the_usual_rate, check_groups, with_usual},
    time::now,
    triggers::triggers,
    view::{Failure, KnownController, SessionName, StartSession},
};

/// Reserve of tags for consumers' requests, in addition to a long list.
const ROOM: usize = 5000;

/// A session that can be started.
pub(crate) struct PreparedSession {
    start: StartSession,
    endpoint: Endpoint,
    tags: Vec<String>,
    /// Its id and its name.
    project: (String, String),
}

impl Desk {
    pub(crate) async fn start_session(
        &self,
        mut start: StartSession,
    ) -> Result<SessionName, Failure> {
        start.endpoint = self.whole_endpoint(&start.endpoint, &start.project).await?;
        self.supplement_from_last(&mut start);
        let endpoint = checked(&start)?;
        let tags = match start.tags.clone() {
            Some(tags) => tags,
            None => self.checked_tags(&start.project, &start.endpoint).await?,
        };
        let project = self.service_project(&start.project).await?;
        self.begin(PreparedSession { start, endpoint, tags, project }).await
    }

    /// Adds the rates, causes and triggers of the project's last session, if the request does not
    /// have them. A request with an empty list has them.
    fn supplement_from_last(&self, start: &mut StartSession) {
        let Some(last) = self.last_of(&start.project) else { return };
        start.groups.get_or_insert(last.groups);
        start.triggers.get_or_insert(last.triggers);
        start.cause_set = start.cause_set.take().or(last.cause_set);
    }

    /// Restarts a session that ran before. The stored data is sufficient: a controller or a service
    /// that cannot be reached now does not prevent the start, and its state shows it.
    pub(crate) async fn prepared(&self, start: StartSession) -> Result<PreparedSession, Failure> {
        let endpoint = checked(&start)?;
        let last = self.last_of(&start.project);
        // A preflight logs in, and controllers count wrong passwords: it only runs if the tags are
        // not known.
        let known = start.tags.clone();
        let known = known.or_else(|| self.remembered(&start.project, &start.endpoint));
        let tags = match known.or_else(|| last.as_ref().map(|it| it.tags.clone())) {
            Some(tags) => tags,
            None => self.checked_tags(&start.project, &start.endpoint).await?,
        };
        let project = match (self.service_project(&start.project).await, last) {
            (Ok(project), _) => project,
            (Err(failure), Some(last)) if failure.error != "not_found" => {
                (start.project.clone(), last.project_name)
            }
            (Err(failure), _) => return Err(failure),
        };
        Ok(PreparedSession { start, endpoint, tags, project })
    }

    pub(crate) async fn begin(&self, prepared: PreparedSession) -> Result<SessionName, Failure> {
        let PreparedSession { start, endpoint, tags, project: (project, project_name) } = prepared;
        let start = StartSession { project: project.clone(), ..start };
        let name = session_name(&project_name, &project);
        {
            let rooms = self.rooms();
            if let Some(room) = rooms.values().find(|it| {
                it.is_running() && (it.start.project == start.project || it.last.name == name)
            }) {
                let (project, endpoint) = (project_name, room.start.endpoint.clone());
                let problem = &Problem::StreamedAlready { project, endpoint };
                return Err(Failure::new("refused", problem, &Remedy::StopThatSession));
            }
        }
        let max_tags = (tags.len() + ROOM).clamp(SessionConfig::TAGS, SessionConfig::MAX_TAGS);
        let session = self.configuration(&name, endpoint, &start);
        let last = LastRun::of(project_name.clone(), tags.clone(), &start);
        let tags = at_the_usual_rate(tags, start.groups());
        let mut session = SessionConfig { tags, max_tags, ..session };
        session.read_triggers();
        let room = {
            let mut bridge = self.0.sessions.bridge.lock().await;
            let bridge = bridge.as_mut().ok_or_else(no_bridge)?;
            bridge.add(session.clone())?;
            let mut room =
                DeskSession::new(self.news(), start.clone(), &project_name, bridge, &session);
            room.is_configured = false;
            room
        };
        {
            // Immediately, so that concurrent requests find it.
            let mut rooms = self.rooms();
            rooms.shift_remove(&name);
            rooms.insert(name.clone(), room);
        }
        self.remember(&start)?;
        self.keep_last(&project, &last);
        self.tell();
        Ok(SessionName { session: name })
    }

    /// The configuration of a session for the bridge, without tags if none were given.
    pub(crate) fn configuration(
        &self,
        name: &str,
        endpoint: Endpoint,
        start: &StartSession,
    ) -> SessionConfig {
        let mut session = SessionConfig::new(name, &start.project, endpoint);
        session.pki.clone_from(&self.0.options.pki);
        session.supplement = (&self.kept_supplement(&start.project)).into();
        session.interval = Duration::from_secs_f64(start.interval_ms / 1000.0);
        session.tags = start.tags.clone().unwrap_or_default();
        session.groups = with_usual(start.groups());
        session.cause_set = start.cause_set.clone().map(Into::into).unwrap_or_default();
        // They were checked when they were chosen.
        session.triggers = triggers(start.triggers()).unwrap_or_default();
        session.take_over = start.take_over;
        session.link.tag_list = start.tag_list.map(Into::into);
        session.max_requests_per_second =
            self.0.keeper.read(|it| it.settings.max_requests_per_second);
        session.password = match self.password(&session.endpoint) {
            Ok(password) => password.map(PasswordSource::Given),
            // It starts nevertheless, and reports the error; another account's password must not be
            // used.
            Err(failure) => Some(PasswordSource::Missing(failure.message)),
        };
        session
    }

    pub(crate) async fn pause(&self, name: SessionName) -> Result<(), Failure> {
        self.running(&name)?;
        self.with_bridge(async |bridge| bridge.pause(&name.session).await).await?;
        self.room(&name.session, |room| room.paused_since = Some(now()))?;
        self.tell();
        Ok(())
    }

    pub(crate) async fn resume(&self, name: SessionName) -> Result<(), Failure> {
        self.running(&name)?;
        if self.room(&name.session, |room| room.begins_anew)? {
            return self.start_again(name).await;
        }
        self.with_bridge(async |bridge| bridge.resume(&name.session).await).await?;
        self.room(&name.session, |room| room.paused_since = None)?;
        self.tell();
        Ok(())
    }

    pub(crate) async fn try_now(&self, name: SessionName) -> Result<(), Failure> {
        self.running(&name)?;
        if self.room(&name.session, |room| room.lacks_password)? {
            // The keychain may be unlocked by now.
            return self.start_again(name).await;
        }
        self.with_bridge(async |bridge| bridge.try_now(&name.session).await).await
    }

    pub(crate) async fn accept_controller(&self, name: SessionName) -> Result<(), Failure> {
        self.running(&name)?;
        self.with_bridge(async |bridge| bridge.accept_controller(&name.session).await).await
    }

    pub(crate) async fn stop_session(&self, name: SessionName) -> Result<(), Failure> {
        self.not_configured(&name)?;
        self.running(&name)?;
        // It counts as stopped, even while snapshots are still delivered.
        self.room(&name.session, |room| room.stopped_at = Some(now()))?;
        let last = self.end(&name.session).await?;
        let project = self.room(&name.session, |room| {
            room.ended(last);
            room.paused_since = None;
            room.start.project.clone()
        })?;
        self.0.keeper.change(|kept| kept.sessions.retain(|it| it.project != project))?;
        self.tell();
        Ok(())
    }

    pub(crate) async fn start_again(&self, name: SessionName) -> Result<(), Failure> {
        let start = self.room(&name.session, |room| room.start.clone())?;
        self.begin_anew(&name, start).await
    }

    /// Restarts a session with these parameters. A running one continues until the preparations are
    /// complete.
    pub(crate) async fn begin_anew(
        &self,
        name: &SessionName,
        start: StartSession,
    ) -> Result<(), Failure> {
        let runs = self.room(&name.session, |room| room.is_running())?;
        if runs {
            self.not_configured(name)?;
        }
        let prepared = self.prepared(start).await?;
        if runs {
            // Unless it was stopped in the meantime.
            self.running(name)?;
            let last = self.end(&name.session).await?;
            self.room(&name.session, |room| room.ended(last))?;
        }
        self.begin(prepared).await.map(drop)
    }

    /// Restarts a session with another configuration; a paused one when it is resumed.
    pub(crate) async fn begin_with(
        &self,
        name: &SessionName,
        change: impl FnOnce(&mut StartSession),
    ) -> Result<(), Failure> {
        let (mut start, is_paused, runs) = self.room(&name.session, |it| {
            (it.start.clone(), it.paused_since.is_some(), it.is_running())
        })?;
        start.take_over = false;
        change(&mut start);
        checked(&start)?;
        if runs && !is_paused {
            return self.begin_anew(name, start).await;
        }
        if let Some(LastRun { project_name, tags, .. }) = self.last_of(&start.project) {
            self.keep_last(&start.project, &LastRun::of(project_name, tags, &start));
        }
        if is_paused {
            return self.begin_later(name, start);
        }
        self.room(&name.session, |room| room.start = start)
    }

    /// Starts a paused session with this configuration when it is resumed.
    pub(crate) fn begin_later(
        &self,
        name: &SessionName,
        start: StartSession,
    ) -> Result<(), Failure> {
        self.remember(&start)?;
        self.room(&name.session, |room| (room.start, room.begins_anew) = (start, true))
    }

    pub(crate) async fn take_over(&self, name: SessionName) -> Result<(), Failure> {
        self.not_configured(&name)?;
        self.room(&name.session, |room| room.start.take_over = true)?;
        self.start_again(name).await
    }

    pub(crate) fn forget_session(&self, name: &SessionName) -> Result<(), Failure> {
        if self.room(&name.session, |room| room.is_running())? {
            return Err(Failure::new("refused", &Problem::SessionRuns, &Remedy::StopIt));
        }
        self.rooms().shift_remove(&name.session);
        self.tell();
        Ok(())
    }

    /// Accesses a session's data.
    pub(crate) fn room<T>(
        &self,
        session: &str,
        look: impl FnOnce(&mut DeskSession) -> T,
    ) -> Result<T, Failure> {
        self.rooms()
            .get_mut(session)
            .map(look)
            .ok_or_else(|| not_found(MissingThing::Session, session, &Remedy::ChooseSession))
    }

    /// Ends a session; returns its last status.
    async fn end(&self, session: &str) -> Result<Option<SessionView>, Failure> {
        let ending = {
            let mut bridge = self.0.sessions.bridge.lock().await;
            bridge.as_mut().and_then(|it| it.remove(session))
        };
        // Without the lock, so that others can continue.
        Ok(ending.ok_or_else(no_bridge)?.await)
    }

    async fn with_bridge(&self, act: impl AsyncFnOnce(&Bridge) -> bool) -> Result<(), Failure> {
        let bridge = self.0.sessions.bridge.lock().await;
        let done = match bridge.as_ref() {
            Some(bridge) => act(bridge).await,
            None => false,
        };
        if done { Ok(()) } else { Err(no_bridge()) }
    }

    fn running(&self, name: &SessionName) -> Result<(), Failure> {
        if self.room(&name.session, |room| room.is_running())? {
            return Ok(());
        }
        Err(Failure::new("refused", &Problem::SessionStopped, &Remedy::StartAgain))
    }

    pub(crate) fn not_configured(&self, name: &SessionName) -> Result<(), Failure> {
        if self.room(&name.session, |room| room.is_configured)? {
            let remedy = &Remedy::ChangeConfiguration;
            return Err(Failure::new("refused", &Problem::SessionConfigured, remedy));
        }
        Ok(())
    }

    /// Stores a session and its controller for the next run.
    fn remember(&self, start: &StartSession) -> Result<(), Failure> {
        let seen = lock(&self.0.sessions.checked);
        let seen = seen.iter().find(|it| it.endpoint == start.endpoint).map(|it| &it.controller);
        let mut known = self.known(Some(&start.project)).into_iter();
        let known = known.find(|it| it.endpoint == start.endpoint);
        let (product, name, serial) = match (seen, known) {
            (Some(it), _) => (it.product.clone(), it.name.clone(), it.serial.clone()),
            (None, Some(it)) => (it.product, it.name, it.serial),
            (None, None) => Default::default(),
        };
        let controller = KnownController {
            endpoint: start.endpoint.clone(),
            platform: platform(protocol(&start.endpoint)),
            project: start.project.clone(),
            product,
            name,
            serial,
            used_at: now(),
        };
        self.0.keeper.change(|kept| {
            kept.used(controller);
            kept.sessions.retain(|it| it.project != start.project);
            // The take-over is only for this start.
            kept.sessions.push(StartSession { take_over: false, ..start.clone() });
        })
    }
}

/// Errors that can be found without a request.
pub(crate) fn checked(start: &StartSession) -> Result<Endpoint, Failure> {
    let endpoint: Endpoint = start.endpoint.parse()?;
    if !INTERVALS.contains(&start.interval_ms) {
        return Err(invalid(&Problem::Interval, &Remedy::Interval));
    }
    check_groups(start.groups())?;
    triggers(start.triggers())?;
    let has_choice = |it: &Protocol| it.has_optional_tag_list;
    if start.tag_list.is_some() && !tagbridge_drivers::of(&endpoint).is_some_and(has_choice) {
        let what = &Problem::NoChoiceOfTagList { scheme: endpoint.scheme().to_owned() };
        let schemes = tagbridge_drivers::schemes_that(has_choice);
        return Err(invalid(what, &Remedy::LeaveChoiceOut { schemes }));
    }
    Ok(endpoint)
}

fn no_bridge() -> Failure {
    Failure::new("no_service", &Problem::SessionNotRunning, &Remedy::ChooseService)
}

/// A readable name that is also valid as a file name, always the same for a project.
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

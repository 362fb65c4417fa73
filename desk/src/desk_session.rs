//! The desk's data of a session, in addition to the bridge's.

mod convert;

use std::{collections::HashSet, sync::Arc, time::Instant};

use tagbridge_api::Timestamp;
use tagbridge_bridge::{
    Bridge, LiveView,
    config::{PasswordSource, SessionConfig},
    status::{SessionStatus, SessionView},
};
use tagbridge_texts::Language;

use crate::{
    change_notifier::ChangeNotifier,
    feed::TagFeed,
    platform::platform,
    stored_state::StateFile,
    table::TagMetadata,
    time::now,
    view::{Session, StartSession, Vendor},
};

/// A session, running or stopped.
pub(crate) struct DeskSession {
    pub(crate) start: StartSession,
    pub(crate) project_name: String,
    pub(crate) platform: Vendor,
    /// The tags that it always reads.
    pub(crate) configured: HashSet<String>,
    /// Whether it belongs to a configuration file.
    pub(crate) is_configured: bool,
    pub(crate) began: f64,
    pub(crate) paused_since: Option<f64>,
    /// Whether it was changed while it was paused: it restarts when it is resumed.
    pub(crate) begins_anew: bool,
    /// Its password is stored where it cannot be read.
    pub(crate) lacks_password: bool,
    pub(crate) stopped_at: Option<f64>,
    /// The last status from the bridge.
    pub(crate) last: SessionView,
    pub(crate) feed: TagFeed,
}

impl DeskSession {
    /// Creates the data of a session that the bridge has just started.
    pub(crate) fn new(
        news: Option<ChangeNotifier>,
        start: StartSession,
        project_name: &str,
        bridge: &Bridge,
        session: &SessionConfig,
    ) -> Self {
        let status = bridge.status();
        let groups = session.groups.iter().flat_map(|it| &it.tags);
        let last = status.borrow().sessions.iter().find(|it| it.name == session.name).cloned();
        Self {
            start,
            project_name: project_name.to_owned(),
            platform: platform(tagbridge_drivers::of(&session.endpoint)),
            configured: groups.chain(&session.tags).cloned().collect(),
            is_configured: true,
            began: now(),
            paused_since: None,
            begins_anew: false,
            lacks_password: matches!(session.password, Some(PasswordSource::Missing(_))),
            stopped_at: None,
            last: last.unwrap_or_default(),
            feed: TagFeed::new(bridge, &session.name, news),
        }
    }

    /// Records the end of the session, with its last status.
    pub(crate) fn ended(&mut self, last: Option<SessionView>) {
        self.stopped_at.get_or_insert_with(now);
        self.last = last.unwrap_or_else(|| std::mem::take(&mut self.last));
    }

    /// The session for screens.
    pub(crate) fn view(&self) -> Session {
        convert::session(self)
    }

    /// Why its tags are not read now, as a stable code; `None` if they are read.
    pub(crate) fn unread(&self) -> Option<&'static str> {
        if self.stopped_at.is_some() {
            return Some("stopped");
        }
        match &self.last.status {
            SessionStatus::Idle if self.paused_since.is_some() => Some("paused"),
            SessionStatus::Stopped { .. } => Some("stopped"),
            SessionStatus::Live { .. } => {
                let young = |it: &LiveView| it.is_young(Instant::now(), Timestamp::now());
                self.feed.newest().is_some_and(|it| !young(&it)).then_some("stale")
            }
            _ => Some("not_connected"),
        }
    }

    /// The tags for the screens, and why they are not read now, if so: then each has its last
    /// value.
    pub(crate) fn shown(&mut self) -> (Option<Arc<LiveView>>, Option<&'static str>) {
        let unread = self.unread();
        let shown = if unread.is_none() { self.feed.newest() } else { self.feed.read_last() };
        (shown, unread)
    }

    /// The current data of its tags, or the reason why it is not available.
    pub(crate) fn now(&self) -> Result<Arc<LiveView>, &'static str> {
        match self.unread() {
            Some(unread) => Err(unread),
            None => self.feed.newest().ok_or("not_connected"),
        }
    }

    /// The data of its tags, in addition to their values.
    pub(crate) fn metadata(
        &self,
        keeper: &StateFile,
        traced: &[String],
        language: Language,
    ) -> TagMetadata {
        let pinned = keeper.read(|it| it.pins.get(&self.start.project).cloned());
        self.feed.metadata(pinned.unwrap_or_default(), traced, language)
    }

    /// Whether the session still exists: running or paused.
    pub(crate) fn is_running(&self) -> bool {
        self.stopped_at.is_none()
    }
}

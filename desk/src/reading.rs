//! The tags that a session always reads: displayed, and changed while it runs.

use tagbridge_bridge::config::SessionConfig;

use crate::{
    desk::Desk,
    time::small,
    view::{ChangeReading, Failure, SessionName, SessionReading, StartSession},
};

impl Desk {
    pub(crate) fn reading(&self, session: &str) -> Result<SessionReading, Failure> {
        // Updates the status from the bridge.
        drop(self.rooms_now());
        let (start, scan_ms) = self.room(session, |it| (it.start.clone(), it.last.scan.last_ms))?;
        Ok(SessionReading {
            interval_ms: start.interval_ms,
            tags: self.tags_of(&start).unwrap_or_default(),
            groups: start.groups.unwrap_or_default(),
            scan_ms,
            max_tags: small(SessionConfig::MAX_TAGS),
        })
    }

    /// The tags that a session always reads: the chosen ones, or those of its last start.
    pub(crate) fn tags_of(&self, start: &StartSession) -> Option<Vec<String>> {
        start.tags.clone().or_else(|| self.last_of(&start.project).map(|it| it.tags))
    }

    pub(crate) async fn change_reading(&self, change: ChangeReading) -> Result<(), Failure> {
        let name = SessionName { session: change.session };
        self.not_configured(&name)?;
        self.begin_with(&name, |start| {
            start.interval_ms = change.interval_ms;
            start.tags = Some(change.tags);
            start.groups = Some(change.groups);
        })
        .await
    }
}

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
        let known = start.tags.or_else(|| self.last_of(&start.project).map(|it| it.tags));
        Ok(SessionReading {
            interval_ms: start.interval_ms,
            tags: known.unwrap_or_default(),
            groups: start.groups,
            scan_ms,
            max_tags: small(SessionConfig::MAX_TAGS),
        })
    }

    pub(crate) async fn change_reading(&self, change: ChangeReading) -> Result<(), Failure> {
        let name = SessionName { session: change.session };
        self.not_configured(&name)?;
        let (start, is_paused) =
            self.room(&name.session, |it| (it.start.clone(), it.paused_since.is_some()))?;
        let start = StartSession {
            interval_ms: change.interval_ms,
            tags: Some(change.tags),
            groups: change.groups,
            take_over: false,
            ..start
        };
        if is_paused {
            crate::sessions::checked(&start)?;
            return self.begin_later(&name, start);
        }
        self.begin_anew(&name, start).await
    }
}

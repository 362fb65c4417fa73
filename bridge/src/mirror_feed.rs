//! Sends a session's snapshots to the MQTT broker, in addition to the service.

use std::sync::{Arc, OnceLock};

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, GroupedTags},
};
use tagbridge_mirror::{Mirror, SnapshotQueue, StreamPlace, Update, View};
use uuid::Uuid;

use crate::snapshot::LiveView;

/// A session's feed to the mirror.
pub(crate) struct MirrorFeed {
    feed: SnapshotQueue,
    session: Arc<str>,
    project: Arc<str>,
    run: Arc<OnceLock<Uuid>>,
}

impl MirrorFeed {
    /// Returns `None` if no broker is configured. `run` is set as soon as the service knows the run.
    pub(crate) fn of(
        mirror: Option<&Mirror>,
        session: &str,
        project: &str,
        run: Arc<OnceLock<Uuid>>,
    ) -> Option<Self> {
        let feed = mirror?.feed();
        Some(Self { feed, session: session.into(), project: project.into(), run })
    }

    /// Offers a snapshot to the mirror: the places of the changed tags, or all tags. Never waits.
    pub(crate) fn offer(&self, view: Arc<LiveView>, changed: Option<Vec<usize>>, is_absent: bool) {
        let (session, project) = (self.session.clone(), self.project.clone());
        let run = self.run.get().copied();
        self.feed.offer(Update { session, project, run, view, changed, is_absent });
    }
}

/// Reports the end of the session.
impl Drop for MirrorFeed {
    fn drop(&mut self) {
        self.feed.forget(&self.session);
    }
}

impl View for LiveView {
    fn place(&self) -> Option<StreamPlace> {
        self.place.map(|it| StreamPlace { stream_id: it.stream_id, sequence: it.sequence })
    }

    fn timestamp(&self) -> Timestamp {
        self.timestamp
    }

    fn duration_ms(&self) -> f64 {
        self.duration_ms
    }

    fn controller(&self) -> &Controller {
        &self.controller
    }

    fn tags(&self) -> &GroupedTags {
        &self.tags
    }
}

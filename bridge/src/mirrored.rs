//! How a session's snapshots get to the broker that is told beside the service.

use std::sync::{Arc, OnceLock};

use tagbridge_api::{
    Timestamp,
    hmi::{Controller, GroupedTags},
};
use tagbridge_mirror::{Feed, Mirror, StreamPlace, Update, View};
use uuid::Uuid;

use crate::snapshot::LiveView;

/// A session's way there.
pub(crate) struct Mirrored {
    feed: Feed,
    session: Arc<str>,
    project: Arc<str>,
    run: Arc<OnceLock<Uuid>>,
}

impl Mirrored {
    /// `None`: no broker is told. `run`: once the service knows it.
    pub(crate) fn of(
        mirror: Option<&Mirror>,
        session: &str,
        project: &str,
        run: Arc<OnceLock<Uuid>>,
    ) -> Option<Self> {
        let feed = mirror?.feed();
        Some(Self { feed, session: session.into(), project: project.into(), run })
    }

    /// Offers a snapshot: the places of those that changed, or all. Never waits.
    pub(crate) fn offer(&self, view: Arc<LiveView>, changed: Option<Vec<usize>>, is_absent: bool) {
        let (session, project) = (self.session.clone(), self.project.clone());
        let run = self.run.get().copied();
        self.feed.offer(Update { session, project, run, view, changed, is_absent });
    }
}

/// The session has ended.
impl Drop for Mirrored {
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

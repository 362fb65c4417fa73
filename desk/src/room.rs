//! What the desk knows of a session beside what the bridge does.

mod convert;

use std::sync::{Arc, Mutex};

use tagbridge_bridge::{
    Bridge, LiveView,
    config::{PasswordSource, SessionConfig},
    status::SessionView,
};
use tagbridge_driver::Traffic;
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    desk::{Desk, lock},
    notes::{Notes, annotate},
    platform::platform,
    table::TagMetadata,
    time::now,
    trend::Recorder,
    view::{Session, StartSession, Vendor},
};

/// The newest values of a session.
pub(crate) type Values = watch::Receiver<Option<Arc<LiveView>>>;

/// A session, running or stopped.
pub(crate) struct Room {
    pub(crate) start: StartSession,
    pub(crate) project_name: String,
    pub(crate) platform: Vendor,
    /// It belongs to a configuration file.
    pub(crate) is_configured: bool,
    pub(crate) began: f64,
    pub(crate) values: Values,
    requested: watch::Receiver<Arc<[String]>>,
    pub(crate) recorder: Arc<Mutex<Recorder>>,
    pub(crate) paused_since: Option<f64>,
    /// Who logs in has changed while it was paused: it begins again when it goes on.
    pub(crate) begins_anew: bool,
    /// Its password is kept where it cannot be read.
    pub(crate) lacks_password: bool,
    pub(crate) stopped_at: Option<f64>,
    /// What the bridge said last.
    pub(crate) last: SessionView,
    /// What the project says of its tags.
    notes: watch::Receiver<Notes>,
    /// What crosses the wire to its controller.
    pub(crate) traffic: Option<Arc<Traffic>>,
    recording: JoinHandle<()>,
    annotating: Option<JoinHandle<()>>,
}

impl Room {
    /// For a session that the bridge has just started.
    pub(crate) fn new(
        desk: &Desk,
        start: StartSession,
        project_name: &str,
        bridge: &Bridge,
        session: &SessionConfig,
    ) -> Self {
        let nothing = || watch::channel(None).1;
        let values = bridge.values(&session.name).unwrap_or_else(nothing);
        let requested = bridge.requested(&session.name);
        let requested = requested.unwrap_or_else(|| watch::channel(Arc::default()).1);
        let recorder = Arc::new(Mutex::new(Recorder::default()));
        let (tell, notes) = watch::channel(Notes::default());
        let naming = bridge.naming(&session.name);
        let annotating = naming.map(|naming| tokio::spawn(annotate(naming, values.clone(), tell)));
        let status = bridge.status();
        let last = status.borrow().sessions.iter().find(|it| it.name == session.name).cloned();
        Self {
            start,
            project_name: project_name.to_owned(),
            platform: platform(tagbridge_drivers::of(&session.endpoint)),
            is_configured: true,
            began: now(),
            recording: tokio::spawn(record(desk.clone(), values.clone(), Arc::clone(&recorder))),
            values,
            requested,
            recorder,
            paused_since: None,
            begins_anew: false,
            lacks_password: matches!(session.password, Some(PasswordSource::Missing(_))),
            stopped_at: None,
            last: last.unwrap_or_default(),
            notes,
            annotating,
            traffic: bridge.traffic(&session.name),
        }
    }

    /// As screens show it.
    pub(crate) fn view(&self) -> Session {
        convert::session(self)
    }

    /// The newest values, if there are any.
    pub(crate) fn newest(&self) -> Option<Arc<LiveView>> {
        self.values.borrow().clone()
    }

    /// What is known of its tags beside their values.
    pub(crate) fn metadata(&self, desk: &Desk, traced: &[String]) -> TagMetadata {
        TagMetadata {
            requested: self.requested.borrow().iter().cloned().collect(),
            pinned: desk
                .0
                .keeper
                .read(|it| it.pins.get(&self.start.project).cloned())
                .unwrap_or_default(),
            notes: self.notes(),
            traced: traced.to_vec(),
        }
    }

    /// What the project says of its tags, as far as it is known.
    pub(crate) fn notes(&self) -> Notes {
        Arc::clone(&self.notes.borrow())
    }

    /// The names that consumers ask for.
    pub(crate) fn requested(&self) -> Arc<[String]> {
        self.requested.borrow().clone()
    }

    /// Whether it is there to be read and delivered.
    pub(crate) fn is_running(&self) -> bool {
        self.stopped_at.is_none()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.recording.abort();
        if let Some(annotating) = &self.annotating {
            annotating.abort();
        }
    }
}

/// Keeps the past of what is looked at, and tells the screens of each scan.
async fn record(desk: Desk, mut values: Values, recorder: Arc<Mutex<Recorder>>) {
    let desk = {
        let weak = Arc::downgrade(&desk.0);
        drop(desk);
        weak
    };
    while values.changed().await.is_ok() {
        let Some(view) = values.borrow_and_update().clone() else { continue };
        lock(&recorder).add(&view);
        let Some(desk) = desk.upgrade().map(Desk) else { return };
        desk.tell();
    }
}

//! What the desk knows of a session beside what the bridge does.

mod convert;

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use tagbridge_api::{Timestamp, hmi::Reason};
use tagbridge_bridge::{
    Bridge, LiveView,
    config::{PasswordSource, SessionConfig},
    status::{SessionStatus, SessionView},
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
    /// What says that nothing is known, and the same with what was read last.
    remembered: Option<(Arc<LiveView>, Arc<LiveView>)>,
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
            remembered: None,
            annotating,
            traffic: bridge.traffic(&session.name),
        }
    }

    /// It has ended, and this is what it said last.
    pub(crate) fn ended(&mut self, last: Option<SessionView>) {
        self.stopped_at.get_or_insert_with(now);
        self.last = last.unwrap_or_else(|| std::mem::take(&mut self.last));
    }

    /// As screens show it.
    pub(crate) fn view(&self) -> Session {
        convert::session(self)
    }

    /// The newest values, if there are any.
    pub(crate) fn newest(&self) -> Option<Arc<LiveView>> {
        self.values.borrow().clone()
    }

    /// Why its tags are not read now, as a stable code; `None`: they are.
    pub(crate) fn unread(&self) -> Option<&'static str> {
        if self.stopped_at.is_some() {
            return Some("stopped");
        }
        match &self.last.status {
            SessionStatus::Idle if self.paused_since.is_some() => Some("paused"),
            SessionStatus::Stopped { .. } => Some("stopped"),
            SessionStatus::Live { .. } => {
                let view = self.values.borrow();
                let young = |it: &Arc<LiveView>| it.is_young(Instant::now(), Timestamp::now());
                view.as_ref().is_some_and(|it| !young(it)).then_some("stale")
            }
            _ => Some("not_connected"),
        }
    }

    /// What screens show of its tags, and why they are not read now, if so: then each stands there as
    /// it was read last.
    pub(crate) fn shown(&mut self) -> (Option<Arc<LiveView>>, Option<&'static str>) {
        let (newest, unread) = (self.newest(), self.unread());
        let read = lock(&self.recorder).last_read();
        let (Some(newest), Some(read), Some(_)) = (&newest, read, unread) else {
            return (newest, unread);
        };
        if Arc::ptr_eq(newest, &read) {
            return (Some(read), unread);
        }
        let known = self.remembered.take().filter(|(of, _)| Arc::ptr_eq(of, newest));
        let (_, shown) = self.remembered.insert(
            known.unwrap_or_else(|| (Arc::clone(newest), Arc::new(remembering(newest, &read)))),
        );
        (Some(Arc::clone(shown)), unread)
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

/// A view in which what has no value for want of a connection is as it was read last.
fn remembering(newest: &LiveView, read: &LiveView) -> LiveView {
    let mut view = newest.clone();
    (view.timestamp, view.duration_ms) = (read.timestamp, read.duration_ms);
    for (name, value) in &mut view.tags {
        if value.reason == Some(Reason::NotConnected)
            && let Some(was) = read.tags.get(name)
        {
            value.clone_from(was);
        }
    }
    view
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

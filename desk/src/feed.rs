//! The data of a session's tags: values, the project's comments and types, and the requests of
//! consumers.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
};

use tagbridge_api::hmi::{Reason, TagValue};
use tagbridge_bridge::{Bridge, LiveView, Names, Naming};
use tagbridge_driver::Traffic;
use tagbridge_texts::Language;
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    change_notifier::ChangeNotifier,
    lock::lock,
    scans::Scans,
    table::TagMetadata,
    tag_notes::{TagNotes, update_tag_notes},
    trend::Recorder,
};

/// The newest values of a session.
type Values = watch::Receiver<Option<Arc<LiveView>>>;

/// The data of a session's tags.
pub(crate) struct TagFeed {
    values: Values,
    requested: watch::Receiver<Arc<[String]>>,
    pub(crate) recorder: Arc<Mutex<Recorder>>,
    /// The scan of each tag.
    pub(crate) scans: Arc<Mutex<Scans>>,
    /// The project's data of its tags.
    notes: watch::Receiver<TagNotes>,
    naming: Option<watch::Receiver<Naming>>,
    /// The frames from and to its controller.
    pub(crate) traffic: Option<Arc<Traffic>>,
    /// A scan in which all values are unknown, and the same with the last values.
    remembered: Option<(Arc<LiveView>, Arc<LiveView>)>,
    keeping: Vec<JoinHandle<()>>,
}

impl TagFeed {
    /// Creates the feed of a session that the bridge has just started. Without screens no data is
    /// stored.
    pub(crate) fn new(bridge: &Bridge, session: &str, news: Option<ChangeNotifier>) -> Self {
        let values = bridge.values(session).unwrap_or_else(|| watch::channel(None).1);
        let requested = bridge.requested(session);
        let requested = requested.unwrap_or_else(|| watch::channel(Arc::default()).1);
        let recorder = Arc::new(Mutex::new(Recorder::default()));
        let scans = Arc::new(Mutex::new(Scans::default()));
        let (tell, notes) = watch::channel(TagNotes::default());
        let naming = bridge.naming(session);
        let mut keeping = Vec::new();
        if let Some(news) = news {
            let recording = record(news, values.clone(), Arc::clone(&recorder), Arc::clone(&scans));
            keeping.push(tokio::spawn(recording));
            let annotating =
                naming.clone().map(|naming| update_tag_notes(naming, values.clone(), tell));
            keeping.extend(annotating.map(tokio::spawn));
        }
        Self {
            values,
            requested,
            recorder,
            scans,
            notes,
            naming,
            traffic: bridge.traffic(session),
            remembered: None,
            keeping,
        }
    }

    /// The newest values, if there are any.
    pub(crate) fn newest(&self) -> Option<Arc<LiveView>> {
        self.values.borrow().clone()
    }

    /// The tags for the screens while they are not read: each with its last value.
    pub(crate) fn read_last(&mut self) -> Option<Arc<LiveView>> {
        let newest = self.newest();
        let read = lock(&self.recorder).last_read();
        let (Some(newest), Some(read)) = (&newest, read) else { return newest };
        if Arc::ptr_eq(newest, &read) {
            return Some(read);
        }
        let known = self.remembered.take().filter(|(of, _)| Arc::ptr_eq(of, newest));
        let (_, shown) = self.remembered.insert(known.unwrap_or_else(|| {
            (Arc::clone(newest), Arc::new(with_last_good_values(newest, &read)))
        }));
        Some(Arc::clone(shown))
    }

    /// The data of the tags, in addition to their values.
    pub(crate) fn metadata(
        &self,
        pinned: Vec<String>,
        traced: &[String],
        language: Language,
    ) -> TagMetadata {
        TagMetadata {
            requested: self.requested.borrow().iter().cloned().collect::<HashSet<_>>(),
            pinned,
            notes: self.notes(),
            traced: traced.to_vec(),
            language,
            names: self.names(),
        }
    }

    /// Whether the tags' values, the project's names and its notes are known: the other data of a
    /// tag depends on these.
    pub(crate) fn known(&self) -> [bool; 3] {
        let is_read = lock(&self.recorder).last_read().is_some();
        [is_read, self.names().is_some(), !self.notes.borrow().is_empty()]
    }

    /// The project's own names, if they are known.
    pub(crate) fn names(&self) -> Option<Arc<Names>> {
        self.naming.as_ref()?.borrow().names().cloned()
    }

    /// The project's data of the tags, as far as it is known.
    pub(crate) fn notes(&self) -> TagNotes {
        Arc::clone(&self.notes.borrow())
    }

    /// The names that consumers request.
    pub(crate) fn requested(&self) -> Arc<[String]> {
        self.requested.borrow().clone()
    }
}

impl Drop for TagFeed {
    fn drop(&mut self) {
        self.keeping.iter().for_each(JoinHandle::abort);
    }
}

/// A view in which values that are missing because of the connection are replaced by the last read
/// ones.
fn with_last_good_values(newest: &LiveView, read: &LiveView) -> LiveView {
    let mut view = newest.clone();
    (view.timestamp, view.duration_ms) = (read.timestamp, read.duration_ms);
    let shown = |(name, value): (&String, &TagValue)| {
        let was = read.tags.get(name).filter(|_| value.reason == Some(Reason::NotConnected));
        (name.clone(), was.unwrap_or(value).clone())
    };
    view.tags = newest.tags.iter().map(shown).collect();
    view
}

/// Stores the history of displayed tags, and sends each scan to the screens.
async fn record(
    news: ChangeNotifier,
    mut values: Values,
    recorder: Arc<Mutex<Recorder>>,
    scans: Arc<Mutex<Scans>>,
) {
    while values.changed().await.is_ok() {
        let Some(view) = values.borrow_and_update().clone() else { continue };
        lock(&scans).add(&view);
        lock(&recorder).add(&view);
        news.tell();
    }
}

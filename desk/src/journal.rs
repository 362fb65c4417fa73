//! The event log: what the libraries say through `tracing`, in plain words, the latest kept; in a
//! data folder as well, where there is one.

mod files;

use std::{
    collections::VecDeque,
    fmt, io,
    path::Path,
    sync::{Arc, Mutex},
};

use tagbridge_api::Timestamp;
use tokio::sync::watch;
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id},
};
use tracing_subscriber::{Layer, layer::Context, registry::LookupSpan};

pub(crate) use self::files::FOLDER;
use self::files::Files;
use crate::{
    desk::lock,
    time::millis,
    view::{EventLevel, LogEvent},
};

/// Events that are kept.
const KEPT: usize = 5000;
/// A field that says more than this is cut.
const FIELD: usize = 2000;

/// The event log. A clone is the same log.
#[derive(Clone)]
pub struct Journal {
    events: Arc<Mutex<VecDeque<LogEvent>>>,
    last: watch::Sender<u32>,
    /// Locked before the events are, so that lines are in their order.
    files: Arc<Mutex<Option<Files>>>,
}

impl Default for Journal {
    fn default() -> Self {
        Self { events: Arc::default(), last: watch::Sender::new(0), files: Arc::default() }
    }
}

impl Journal {
    /// What listens to `tracing`; a face adds it to its subscriber.
    pub fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        Listener(self.clone())
    }

    /// Keeps it in a data folder as well, from the events on that are kept by now. Whatever cannot be
    /// written there stops nobody; the error tells of the last of them.
    pub(crate) fn keep_in(&self, data: &Path) -> io::Result<()> {
        let mut place = lock(&self.files);
        let files = place.insert(Files::below(data));
        let mut last = Ok(());
        for event in &*lock(&self.events) {
            last = files.write(event);
        }
        last
    }

    /// Later events than this one, oldest first.
    pub(crate) fn after(&self, id: u32) -> Vec<LogEvent> {
        let events = lock(&self.events);
        let from = events.partition_point(|it| it.id <= id);
        events.range(from..).cloned().collect()
    }

    /// The id of the latest event, always the newest.
    pub(crate) fn last(&self) -> watch::Receiver<u32> {
        self.last.subscribe()
    }

    /// Adds an event of the desk's own.
    fn add(&self, event: LogEvent) {
        let mut files = lock(&self.files);
        let mut events = lock(&self.events);
        let id = *self.last.borrow() + 1;
        let event = LogEvent { id, ..event };
        events.push_back(event.clone());
        if events.len() > KEPT {
            events.pop_front();
        }
        self.last.send_replace(id);
        // A disk may be slow, and screens read the events meanwhile.
        drop(events);
        if let Some(files) = files.as_mut() {
            // The next line that can be written tells how many could not.
            let _missed = files.write(&event);
        }
    }
}

struct Listener(Journal);

/// The name of the session that a span is about.
struct SessionName(String);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Listener {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().name() != "session" {
            return;
        }
        let mut words = Words::default();
        attributes.record(&mut words);
        let name = words.fields.into_iter().find(|(name, _)| name == "name");
        if let (Some(span), Some((_, name))) = (context.span(id), name) {
            span.extensions_mut().insert(SessionName(name));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let metadata = event.metadata();
        if *metadata.level() > Level::INFO || !metadata.target().starts_with("tagbridge") {
            return;
        }
        let mut words = Words::default();
        event.record(&mut words);
        let session = context.event_scope(event).and_then(|mut spans| {
            spans.find_map(|it| Some(it.extensions().get::<SessionName>()?.0.clone()))
        });
        self.0.add(LogEvent {
            id: 0,
            at: millis(Timestamp::now()),
            level: match *metadata.level() {
                Level::ERROR => EventLevel::Fault,
                Level::WARN => EventLevel::Warning,
                _ => EventLevel::Info,
            },
            text: sentence(&words.message),
            session,
            fields: words.fields,
            target: metadata.target().to_owned(),
        });
    }
}

/// What an event says.
#[derive(Default)]
struct Words {
    message: String,
    fields: Vec<(String, String)>,
}

impl Words {
    fn take(&mut self, field: &Field, mut text: String) {
        if let Some((cut, _)) = text.char_indices().nth(FIELD) {
            text.truncate(cut);
            text.push('…');
        }
        if field.name() == "message" {
            self.message = text;
        } else {
            self.fields.push((field.name().to_owned(), text));
        }
    }
}

impl Visit for Words {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.take(field, value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.take(field, format!("{value:?}"));
    }
}

/// The fixed sentence as one in a text: a capital, and a full stop.
fn sentence(fragment: &str) -> String {
    let mut letters = fragment.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if fragment.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn what_is_traced_is_told_in_plain_words() {
        let journal = Journal::default();
        let subscriber = tracing_subscriber::registry().with(journal.layer());
        tracing::subscriber::with_default(subscriber, || {
            let span = tracing::info_span!("session", name = "line-3", project = "p");
            span.in_scope(|| {
                tracing::warn!(cause = "no route", attempt = 2, "the controller cannot be read");
            });
            tracing::debug!("nobody wants to know");
            tracing::info!(target: "hyper", "somebody else");
            tracing::info!("the bridge has stopped");
        });
        let events = journal.after(0);
        let told: Vec<_> =
            events.iter().map(|it| (it.id, it.text.as_str(), it.session.as_deref())).collect();
        assert_eq!(
            told,
            [
                (1, "The controller cannot be read.", Some("line-3")),
                (2, "The bridge has stopped.", None)
            ]
        );
        let fields = [("cause", "no route"), ("attempt", "2")];
        let fields: Vec<_> =
            fields.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!((&events[0].fields, events[0].level), (&fields, EventLevel::Warning));
        assert_eq!(journal.after(1).len(), 1);
        assert_eq!(*journal.last().borrow(), 2);
    }

    #[test]
    fn what_was_said_before_there_was_a_folder_is_kept_in_it_too() {
        let data = tempfile::tempdir().unwrap();
        let journal = Journal::default();
        let subscriber = tracing_subscriber::registry().with(journal.layer());
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!("early");
            journal.keep_in(data.path()).expect("it is written");
            tracing::info!("late");
        });
        let text = std::fs::read_to_string(data.path().join("logs/tagbridge.log")).unwrap();
        let places = ["Early.", "Late."].map(|it| text.find(it));
        assert!(places[0].is_some() && places[0] < places[1], "{text}");
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn the_oldest_make_room() {
        let journal = Journal::default();
        let subscriber = tracing_subscriber::registry().with(journal.layer());
        tracing::subscriber::with_default(subscriber, || {
            for _ in 0..KEPT + 10 {
                tracing::info!("again");
            }
        });
        let events = journal.after(0);
        assert_eq!((events.len(), events[0].id), (KEPT, 11));
    }
}

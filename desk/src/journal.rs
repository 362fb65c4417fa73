//! The event log: the `tracing` events of the libraries as plain sentences. The latest ones are
//! kept in memory, and in the data folder if there is one.

mod files;
mod writer;

use std::{
    collections::VecDeque,
    fmt, io,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use tagbridge_api::Timestamp;
use tagbridge_texts::{Argument, Message};
use tokio::sync::watch;
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id},
};
use tracing_subscriber::{Layer, layer::Context, registry::LookupSpan};

pub(crate) use self::files::{FOLDER, line_of};
use self::{files::Files, writer::Writer};
use crate::{
    lock::lock,
    time::millis,
    view::{EventLevel, LogEvent},
};

/// Maximum number of stored events.
const KEPT: usize = 5000;
/// Maximum length of a field.
const FIELD: usize = 2000;

/// The event log. A clone is the same log.
#[derive(Clone)]
pub struct Journal {
    events: Arc<Mutex<VecDeque<LogEvent>>>,
    last: watch::Sender<u32>,
    /// Locked before the events, so that lines have the same order.
    writer: Arc<Mutex<Option<Writer>>>,
}

impl Default for Journal {
    fn default() -> Self {
        Self { events: Arc::default(), last: watch::Sender::new(0), writer: Arc::default() }
    }
}

impl Journal {
    /// The `tracing` layer; a user interface adds it to its subscriber.
    pub fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        Listener(self.clone())
    }

    /// Also stores it in a data folder, beginning with the current events. Write errors are
    /// reported, and do not stop the program. Returns an error if the thread cannot be created.
    pub(crate) fn keep_in(&self, data: &Path) -> io::Result<()> {
        let mut files = Files::below(data);
        self.write_by(move |event, missed| {
            files.miss(missed);
            files.write(event)
        })
    }

    fn write_by(
        &self,
        write: impl FnMut(&LogEvent, u32) -> io::Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let mut place = lock(&self.writer);
        let earlier = lock(&self.events).iter().cloned().collect();
        *place = Some(Writer::start(earlier, write)?);
        Ok(())
    }

    /// Waits until all events are in the data folder, up to a time-out for a hanging disk. Blocks.
    pub(crate) fn settle(&self, at_most: Duration) {
        let waiter = lock(&self.writer).as_ref().map(Writer::waiter);
        if let Some(waiter) = waiter {
            waiter(at_most);
        }
    }

    /// Later events than this one, oldest first.
    pub(crate) fn after(&self, id: u32) -> Vec<LogEvent> {
        let events = lock(&self.events);
        let from = events.partition_point(|it| it.id <= id);
        events.range(from..).cloned().collect()
    }

    /// A receiver for the id of the latest event.
    pub(crate) fn last(&self) -> watch::Receiver<u32> {
        self.last.subscribe()
    }

    /// Adds an event.
    fn add(&self, event: LogEvent) {
        let mut writer = lock(&self.writer);
        let mut events = lock(&self.events);
        let id = *self.last.borrow() + 1;
        let event = LogEvent { id, ..event };
        events.push_back(event.clone());
        if events.len() > KEPT {
            events.pop_front();
        }
        self.last.send_replace(id);
        if let Some(writer) = writer.as_mut() {
            writer.write(event);
        }
    }
}

struct Listener(Journal);

/// The name of a span's session.
struct SessionName(String);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Listener {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().name() != "session" {
            return;
        }
        let mut words = EventMessage::default();
        attributes.record(&mut words);
        let name = words.fields.into_iter().find(|(name, _)| name == "name");
        if let (Some(span), Some((_, Argument::Text(name)))) = (context.span(id), name) {
            span.extensions_mut().insert(SessionName(name));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let metadata = event.metadata();
        let target = metadata.target();
        // Frequent events of the service would displace all others.
        let is_noise = !target.starts_with("tagbridge") || target == tagbridge_service::REQUESTS;
        if *metadata.level() > Level::INFO || is_noise {
            return;
        }
        let mut words = EventMessage::default();
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
            message: words.message,
            session,
            fields: words.fields,
            target: target.to_owned(),
        });
    }
}

/// The message of an event.
#[derive(Default)]
struct EventMessage {
    message: Message,
    fields: Vec<(String, Argument)>,
}

impl EventMessage {
    fn take(&mut self, field: &Field, mut text: String) {
        let is_message = field.name() == "message";
        if let Some(message) = Message::of_json(&text) {
            if is_message {
                self.message = message;
            } else {
                self.fields.push((field.name().to_owned(), Argument::Message(message)));
            }
            return;
        }
        if let Some((cut, _)) = text.char_indices().nth(FIELD) {
            text.truncate(cut);
            text.push('…');
        }
        if is_message {
            self.message = Message::verbatim(text);
        } else {
            self.fields.push((field.name().to_owned(), Argument::Text(text)));
        }
    }
}

impl Visit for EventMessage {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.take(field, value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.take(field, format!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_texts::Coded;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;
    use crate::log_message::{LogMessage, event};

    /// Time-out for a hanging disk.
    const PATIENCE: Duration = Duration::from_mins(1);

    #[test]
    fn what_is_traced_is_told_in_plain_words() {
        let journal = Journal::default();
        let subscriber = tracing_subscriber::registry().with(journal.layer());
        tracing::subscriber::with_default(subscriber, || {
            let span = tracing::info_span!("session", name = "line-3", project = "p");
            span.in_scope(|| {
                event!(warn, LogMessage::SettingsUnreadable, cause = "no route", attempt = 2);
            });
            tracing::debug!("nobody wants to know");
            tracing::info!(target: "hyper", "somebody else");
            tracing::info!(target: tagbridge_service::REQUESTS, "a request was answered");
            tracing::info!("a library's words");
        });
        let events = journal.after(0);
        let told: Vec<_> =
            events.iter().map(|it| (it.id, &it.message, it.session.as_deref())).collect();
        assert_eq!(
            told,
            [
                (1, &LogMessage::SettingsUnreadable.message(), Some("line-3")),
                (2, &Message::verbatim("a library's words"), None)
            ]
        );
        let fields = [("cause", "no route"), ("attempt", "2")];
        let fields: Vec<_> = fields
            .iter()
            .map(|(a, b)| ((*a).to_owned(), Argument::Text((*b).to_owned())))
            .collect();
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
        journal.settle(PATIENCE);
        let text = std::fs::read_to_string(data.path().join("logs/tagbridge.log")).unwrap();
        let places = ["Early.", "Late."].map(|it| text.find(it));
        assert!(places[0].is_some() && places[0] < places[1], "{text}");
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn a_disk_that_hangs_stops_nobody_and_is_told_what_it_missed() {
        const EVENTS: usize = 4000;
        let journal = Journal::default();
        let (release, hung) = std::sync::mpsc::channel::<()>();
        let (written, lines) = std::sync::mpsc::channel();
        let disk = move |event: &LogEvent, missed: u32| {
            // It is released when the other end is dropped.
            let _released = hung.recv();
            written.send((event.id, missed)).map_err(io::Error::other)
        };
        journal.write_by(disk).expect("there is a thread");
        let subscriber = tracing_subscriber::registry().with(journal.layer());
        let last = tracing::subscriber::with_default(subscriber, || {
            for _ in 0..EVENTS {
                tracing::info!("again");
            }
            assert_eq!(journal.after(0).len(), EVENTS, "screens see all of them");
            drop(release);
            journal.settle(PATIENCE);
            tracing::info!("the disk works again");
            *journal.last().borrow()
        });
        journal.settle(PATIENCE);
        let lines: Vec<_> = lines.try_iter().collect();
        let missed: u32 = lines.iter().map(|(_, missed)| missed).sum();
        assert_eq!(lines.last().map(|it| (it.0, it.1 > 0)), Some((last, true)), "{lines:?}");
        assert_eq!(lines.len() + missed as usize, EVENTS + 1, "each is written, or counted");
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

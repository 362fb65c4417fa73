//! The log for machines: as JSON, and in the format of systemd's journal.

use std::fmt;

use serde_json::{Map, Value, json};
use tagbridge_api::Timestamp;
use tagbridge_texts::Message;
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    fmt::{FmtContext, FormatEvent, FormatFields, format::Writer},
    registry::LookupSpan,
};

/// One JSON document per line: `timestamp`, `level`, `target`, `message` (in English), its `code`,
/// and the fields of the event.
pub(super) struct Json;

/// A line after its severity (`sd-daemon(3)`): the journal adds the time.
pub(super) struct Journal;

impl<S, N> FormatEvent<S, N> for Json
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(
        &self,
        _context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let meta = event.metadata();
        let mut document = Map::new();
        document.insert("timestamp".into(), json!(Timestamp::now()));
        document.insert("level".into(), meta.level().as_str().to_lowercase().into());
        document.insert("target".into(), meta.target().into());
        document.extend(fields.0);
        writeln!(writer, "{}", Value::Object(document))
    }
}

impl<S, N> FormatEvent<S, N> for Journal
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let severity = match *event.metadata().level() {
            Level::ERROR => 3,
            Level::WARN => 4,
            Level::INFO => 6,
            Level::DEBUG | Level::TRACE => 7,
        };
        write!(writer, "<{severity}>{}: ", event.metadata().target())?;
        context.format_fields(writer.by_ref(), event)?;
        writeln!(writer)
    }
}

/// The fields of an event: a message as its sentence, and the event's message with its code.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: Value) {
        self.0.insert(field.name().to_owned(), value);
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        let Some(message) = Message::of_json(&text) else { return self.put(field, text.into()) };
        if field.name() == "message" {
            self.0.insert("code".into(), message.code().into());
        }
        self.put(field, message.to_string().into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value.into());
    }
}

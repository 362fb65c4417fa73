//! Formats fields of events for a readable log: a message as its sentence.

use std::fmt;

use tagbridge_texts::Message;
use tracing::field::Field;
use tracing_subscriber::{
    field::MakeExt,
    fmt::{FormatFields, format},
};

/// For a layer's `fmt_fields`.
pub fn fields() -> impl for<'writer> FormatFields<'writer> + Send + Sync + 'static {
    format::debug_fn(write).delimited(" ")
}

fn write(writer: &mut format::Writer<'_>, field: &Field, value: &dyn fmt::Debug) -> fmt::Result {
    let text = format!("{value:?}");
    match (field.name(), Message::of_json(&text)) {
        ("message", Some(message)) => write!(writer, "{message}"),
        ("message", None) => writer.write_str(&text),
        (name, Some(message)) => write!(writer, "{name}=\"{message}\""),
        (name, None) => write!(writer, "{name}={text}"),
    }
}

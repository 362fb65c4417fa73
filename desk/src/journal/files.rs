//! The event log on disk: a line of JSON for each event, in a few files of limited size.
//!
//! Errors here do not stop the program. Unwritten events are counted, and the next written line
//! contains the number of missing ones before it.

use std::{
    borrow::Cow,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use indexmap::IndexMap;
use serde::Serialize;
use tagbridge_api::Timestamp;
use tagbridge_texts::{Argument, Coded, Message};

use crate::{
    log_message::LogMessage,
    time::timestamp,
    view::{EventLevel, LogEvent},
};

/// The folder of the event log, in a data folder.
pub(crate) const FOLDER: &str = "logs";
/// The current file.
const FILE: &str = "tagbridge.log";
/// Maximum size of a file, in bytes.
const BYTES: u64 = 4 << 20;
/// Number of full files that are kept: `tagbridge.1.log` is the newest of them.
const FULL: u32 = 2;

/// The files of an event log.
pub(super) struct Files {
    folder: PathBuf,
    /// Maximum size of each file, in bytes.
    max_bytes: u64,
    /// The open file, unless the last write failed.
    file: Option<File>,
    /// Number of unwritten events since the last written one.
    missed: u32,
}

/// An event in the format of the file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    at: Option<Timestamp>,
    level: EventLevel,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    text: String,
    /// The message, if the event has one.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    message: Option<&'a Message>,
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    fields: IndexMap<&'a str, Cow<'a, str>>,
    /// The fields with a code.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    messages: IndexMap<&'a str, &'a Message>,
    target: &'a str,
}

impl<'a> Line<'a> {
    fn of(event: &'a LogEvent) -> Self {
        let fields = event.fields.iter().map(|(name, value)| (&**name, text(value))).collect();
        let messages = event.fields.iter().filter_map(|(name, value)| match value {
            Argument::Message(message) => Some((&**name, message)),
            _ => None,
        });
        let (at, messages) = (timestamp(event.at), messages.collect());
        let line = Self::new(at, event.level, &event.message, fields, messages, &event.target);
        Self { session: event.session.as_deref(), ..line }
    }

    fn new(
        at: Option<Timestamp>,
        level: EventLevel,
        said: &'a Message,
        fields: IndexMap<&'a str, Cow<'a, str>>,
        messages: IndexMap<&'a str, &'a Message>,
        target: &'a str,
    ) -> Self {
        let message = (!said.is_verbatim()).then_some(said);
        let text = sentence(&said.to_string());
        Self { at, level, session: None, text, message, fields, messages, target }
    }
}

impl Files {
    /// The log in a data folder; created with the first event.
    pub(super) fn below(data: &Path) -> Self {
        Self { folder: data.join(FOLDER), max_bytes: BYTES, file: None, missed: 0 }
    }

    /// Counts events that were not received.
    pub(super) fn miss(&mut self, events: u32) {
        self.missed = self.missed.saturating_add(events);
    }

    /// Writes an event. After a failure, it is written again if possible.
    pub(super) fn write(&mut self, event: &LogEvent) -> io::Result<()> {
        let written = self.append(&self.lines(event));
        if written.is_ok() {
            self.missed = 0;
        } else {
            // An incomplete line may be at the end: the next program that opens the file corrects
            // this.
            self.file = None;
            self.missed = self.missed.saturating_add(1);
        }
        written
    }

    fn lines(&self, event: &LogEvent) -> Vec<u8> {
        let mut lines = Vec::new();
        if self.missed > 0 {
            let missed = self.missed.to_string();
            let (level, fields) =
                (EventLevel::Warning, IndexMap::from([("events", missed.into())]));
            let message = LogMessage::EventsMissing.message();
            let (messages, target) = (IndexMap::new(), module_path!());
            let at = timestamp(event.at);
            push(&mut lines, &Line::new(at, level, &message, fields, messages, target));
        }
        push(&mut lines, &Line::of(event));
        lines
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => open(&self.folder)?,
        };
        if file.metadata()?.len() + lines.len() as u64 > self.max_bytes {
            drop(file);
            self.make_room()?;
            file = open(&self.folder)?;
        }
        self.file.insert(file).write_all(lines)
    }

    /// Renames each file to the next older one; the oldest is deleted.
    fn make_room(&self) -> io::Result<()> {
        for older in (1..=FULL).rev() {
            let newer = match older {
                1 => self.folder.join(FILE),
                _ => self.folder.join(full(older - 1)),
            };
            match fs::rename(newer, self.folder.join(full(older))) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

/// An event as a line of the log. Our own types always serialize.
pub(crate) fn line_of(event: &LogEvent) -> String {
    serde_json::to_string(&Line::of(event)).unwrap_or_default() + "\n"
}

/// A field as English text, for support.
fn text(field: &Argument) -> Cow<'_, str> {
    match field {
        Argument::Text(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

/// A fragment as a sentence: with a capital letter and a full stop.
fn sentence(fragment: &str) -> String {
    let mut letters = fragment.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if fragment.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

fn full(number: u32) -> String {
    format!("tagbridge.{number}.log")
}

/// Opens the file at the start of a line, after any text.
fn open(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let mut options = OpenOptions::new();
    let mut file = options.create(true).read(true).append(true).open(folder.join(FILE))?;
    if file.metadata()?.len() > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

/// Appends a line. Our own types always serialize.
fn push(lines: &mut Vec<u8>, line: &Line<'_>) {
    lines.extend(serde_json::to_vec(line).unwrap_or_default());
    lines.push(b'\n');
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn event(text: &str) -> LogEvent {
        LogEvent {
            id: 1,
            at: 0.0,
            level: EventLevel::Info,
            message: Message::verbatim(text),
            session: Some("line-3".to_owned()),
            fields: vec![("cause".to_owned(), Argument::Text("no route".to_owned()))],
            target: "tagbridge_bridge::session".to_owned(),
        }
    }

    fn write(files: &mut Files, text: &str) -> io::Result<()> {
        files.write(&event(text))
    }

    /// The lines of a file.
    fn lines(files: &Files, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(files.folder.join(name)).expect("it is there");
        let line = |it| serde_json::from_str(it).unwrap_or_else(|_| Value::from(it));
        text.lines().map(line).collect()
    }

    #[test]
    fn an_event_is_a_line_of_json() {
        let data = tempfile::tempdir().unwrap();
        let mut files = Files::below(data.path());
        write(&mut files, "It goes on.").unwrap();
        let expected = json!({
            "at": "1970-01-01T00:00:00.000Z", "level": "info", "session": "line-3",
            "text": "It goes on.", "fields": {"cause": "no route"},
            "target": "tagbridge_bridge::session",
        });
        assert_eq!(lines(&files, FILE), [expected]);
    }

    #[test]
    fn what_has_a_code_keeps_it_beside_its_sentence() {
        let data = tempfile::tempdir().unwrap();
        let mut files = Files::below(data.path());
        let cause = Message::new("system-timed-out").with("text", "no answer");
        let fields = vec![("cause".to_owned(), Argument::Message(cause))];
        let message = LogMessage::ServiceEnded.message();
        files.write(&LogEvent { message, fields, ..event("") }).unwrap();
        let line = &lines(&files, FILE)[0];
        assert_eq!(line["text"], "The built-in service has ended.");
        assert_eq!(line["code"], "desk-logged-service-ended");
        assert_eq!(line["fields"]["cause"], "no answer");
        assert_eq!(line["messages"]["cause"]["code"], "system-timed-out");
    }

    #[test]
    fn however_much_is_written_the_newest_is_there_and_the_size_is_bounded() {
        let data = tempfile::tempdir().unwrap();
        let mut files = Files { max_bytes: 1000, ..Files::below(data.path()) };
        for number in 0..100 {
            write(&mut files, &number.to_string()).unwrap();
        }
        let names = ["tagbridge.2.log", "tagbridge.1.log", FILE];
        let mut kept = Vec::new();
        for name in names {
            let bytes = fs::metadata(files.folder.join(name)).unwrap().len();
            assert!(bytes <= 1000, "{name}: {bytes}");
            kept.extend(lines(&files, name).into_iter().map(|it| it["text"].clone()));
        }
        let expected: Vec<_> = (100 - kept.len()..100).map(|it| format!("{it}.")).collect();
        assert!(expected.len() > 10, "{expected:?}");
        assert_eq!(kept, expected, "the newest, in order");
        assert_eq!(fs::read_dir(&files.folder).unwrap().count(), names.len());
    }

    #[test]
    fn what_could_not_be_written_is_told_when_there_is_room_again() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join(FOLDER);
        fs::write(&folder, "no folder").unwrap();
        let mut files = Files::below(data.path());
        write(&mut files, "lost").unwrap_err();
        write(&mut files, "lost too").unwrap_err();
        fs::remove_file(&folder).unwrap();
        files.miss(3);
        write(&mut files, "back").unwrap();
        write(&mut files, "next").unwrap();
        let lines = lines(&files, FILE);
        assert_eq!(lines[0]["fields"]["events"], "5", "{lines:?}");
        assert_eq!((&lines[1]["text"], &lines[2]["text"]), (&json!("Back."), &json!("Next.")));
    }

    #[test]
    fn a_line_that_was_torn_spoils_no_other() {
        let data = tempfile::tempdir().unwrap();
        let mut files = Files::below(data.path());
        write(&mut files, "before").unwrap();
        let path = files.folder.join(FILE);
        let whole = fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(whole - 9).unwrap();
        let mut files = Files::below(data.path());
        write(&mut files, "after").unwrap();
        let lines = lines(&files, FILE);
        assert!(lines[0].is_string(), "{lines:?}");
        assert_eq!((lines.len(), &lines[1]["text"]), (2, &json!("After.")));
    }
}

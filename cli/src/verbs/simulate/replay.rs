//! A recording as the program of a simulated controller: its tags have the recorded values.

use std::{collections::VecDeque, path::Path, sync::Arc, time::Duration};

use serde_json::Value as Json;
use tagbridge_api::{Timestamp, hmi::TagValue};
use tagbridge_driver::Value;
use tagbridge_project::{Project, Source};
use tagbridge_recording::{RecordedState, Recording};
use tagbridge_simulator::{Memory, Program, logix::Model};

use super::scan::{Names, like};
use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, ReasonText},
    verbs::recorded::unreadable,
};

/// The duration of the recording that is read at once.
const AHEAD: Duration = Duration::from_secs(10);

/// The replay of a recording from its beginning; at its end it starts again.
pub(super) struct Replay {
    recording: Recording,
    tags: Vec<Arc<str>>,
    names: Option<Names>,
    first: Timestamp,
    last: Timestamp,
    /// The current moment of the recording; `None`: before the first.
    at: Option<Timestamp>,
    read_until: Timestamp,
    ahead: VecDeque<(Timestamp, usize, Json)>,
}

impl Replay {
    /// Opens an exported recording, or a session's folder.
    pub(super) fn open(file: &Path) -> Result<Self, Failure> {
        let recording = Recording::open(file).map_err(|error| unreadable(&error))?;
        let Some((first, last)) = recording.span() else {
            let what = Cannot::ReadRecording;
            return Err(Failure::new(
                Exit::Usage,
                &what,
                &ReasonText::NothingRecorded,
                &Do::ExportRecording,
            ));
        };
        let tags = recording.names();
        let (names, at, ahead) = (None, None, VecDeque::new());
        Ok(Self { recording, tags, names, first, last, at, read_until: first, ahead })
    }

    /// The project that was recorded with it, if it can be read.
    pub(super) fn project(&self) -> Option<Arc<Project>> {
        let file = self.recording.project()?;
        let source = Source::of_bytes(file.name, file.bytes).ok()?;
        tagbridge_project::read(&source).ok().map(Arc::new)
    }

    /// The recorded tags as those of an invented controller, and the number of tags that are not
    /// supported.
    pub(super) fn model(&self) -> (Model, usize) {
        let mut model = Model::new();
        let mut left_out = 0;
        for tag in &self.tags {
            let type_name = self.value(tag).map(|it| it.type_name);
            let added = type_name.is_some_and(|it| model.add(tag, &it).is_ok());
            left_out += usize::from(!added);
        }
        (model, left_out)
    }

    /// Sets the names by which the project's controller knows its tags.
    pub(super) fn named(self, names: Names) -> Self {
        Self { names: Some(names), ..self }
    }

    /// The first value of a tag.
    fn value(&self, tag: &str) -> Option<TagValue> {
        let first = self.recording.values_at(&[tag], self.first).ok()?.pop();
        match first {
            Some(RecordedState::Value { value, .. }) if !value.value.is_null() => Some(value),
            _ => {
                let changes = self.recording.changes(tag, self.first, self.last).ok()?;
                changes.into_iter().map(|it| it.value).find(|it| !it.value.is_null())
            }
        }
    }

    fn set<M: Memory>(&self, memory: &mut M, tag: &str, value: &Json) {
        let name = match &self.names {
            Some(names) => names.of(tag),
            None => Some(tag.into()),
        };
        let Some(name) = name else { return };
        let Ok(now) = memory.value(&name) else { return };
        if let Some(value) = like_json(&now, value).filter(|it| *it != now) {
            // A tag that cannot be set is not changed.
            let _left_as_it_is = memory.set(&name, &value);
        }
    }

    fn read_ahead(&mut self) {
        let from = self.read_until;
        self.read_until = from.saturating_add(AHEAD);
        let tags: Vec<&str> = self.tags.iter().map(|it| &**it).collect();
        // If a file can no longer be read, the values are not changed.
        let changes = self.recording.all_changes(&tags, from, self.read_until).unwrap_or_default();
        self.ahead.extend(changes.into_iter().map(|(tag, it)| (it.scan, tag, it.value.value)));
    }
}

impl<M: Memory> Program<M> for Replay {
    fn advance(&mut self, memory: &mut M, elapsed: Duration) {
        let at = match self.at {
            Some(at) if at < self.last => at.saturating_add(elapsed),
            _ => {
                // Starts again.
                self.ahead.clear();
                self.read_until = self.first;
                let tags: Vec<&str> = self.tags.iter().map(|it| &**it).collect();
                let known = self.recording.values_at(&tags, self.first).unwrap_or_default();
                for (tag, it) in tags.iter().zip(known) {
                    if let RecordedState::Value { value, .. } = it {
                        self.set(memory, tag, &value.value);
                    }
                }
                self.first
            }
        };
        self.at = Some(at);
        while self.read_until < at {
            self.read_ahead();
        }
        while let Some((_, tag, value)) = self.ahead.pop_front_if(|it| it.0 <= at) {
            if let Some(tag) = self.tags.get(tag) {
                self.set(memory, tag, &value);
            }
        }
    }
}

/// A recorded value in the type of a tag; `None` if it is missing, or of another type.
fn like_json(now: &Value, value: &Json) -> Option<Value> {
    use tagbridge_logic::expr::Scalar;
    match (now, value) {
        (Value::Array(elements), Json::Array(values)) => {
            let each = elements.iter().zip(values).map(|(now, value)| like_json(now, value));
            each.collect::<Option<_>>().map(Value::Array)
        }
        (Value::Struct(members), Json::Object(values)) => {
            let each = members.iter().map(|(name, now)| {
                let value = values.get(&**name).and_then(|it| like_json(now, it));
                Some((Arc::clone(name), value.unwrap_or_else(|| now.clone())))
            });
            each.collect::<Option<_>>().map(Value::Struct)
        }
        (_, Json::Bool(value)) => like(now, &Scalar::Bool(*value)),
        (_, Json::Number(number)) => {
            let whole = number.as_i64().map(Scalar::Int);
            like(now, &whole.or_else(|| number.as_f64().map(Scalar::Real))?)
        }
        (Value::Text(_), Json::String(text)) => Some(Value::Text(text.clone())),
        (Value::Uint(_), Json::String(text)) => text.parse().ok().map(Value::Uint),
        // A number that JSON cannot represent.
        (_, Json::String(text)) => match text.parse().ok().map(Scalar::Int) {
            Some(whole) => like(now, &whole),
            None => like(now, &Scalar::Real(text.parse().ok()?)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_recorded_value_becomes_one_of_its_tags_kind() {
        let motor = Value::Struct(vec![
            ("On".into(), Value::Bool(false)),
            ("Speed".into(), Value::Real(0.0)),
            ("Hidden".into(), Value::Int(7)),
        ]);
        let array = Value::Array(vec![Value::Int(0), Value::Int(0)]);
        let text = Value::Text(String::new());
        for (now, value, expected) in [
            (&Value::Bool(false), json!(true), Some(Value::Bool(true))),
            (&Value::Int(1), json!(-5), Some(Value::Int(-5))),
            (&Value::Uint(1), json!("18446744073709551615"), Some(Value::Uint(u64::MAX))),
            (&Value::Real(1.0), json!(2.5), Some(Value::Real(2.5))),
            (&Value::LReal(1.0), json!("-Infinity"), Some(Value::LReal(f64::NEG_INFINITY))),
            (&text, json!("Running"), Some(Value::Text("Running".into()))),
            (&array, json!([1, 2]), Some(Value::Array(vec![Value::Int(1), Value::Int(2)]))),
            (
                &motor,
                json!({ "On": true, "Speed": 1.5 }),
                Some(Value::Struct(vec![
                    ("On".into(), Value::Bool(true)),
                    ("Speed".into(), Value::Real(1.5)),
                    ("Hidden".into(), Value::Int(7)),
                ])),
            ),
            (&Value::Int(1), json!(null), None),
            (&Value::Int(1), json!([1]), None),
        ] {
            assert_eq!(like_json(now, &value), expected, "{value}");
        }
    }
}

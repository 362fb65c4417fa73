//! The recordings of sessions, opened once for all screens, and their interface for the analysis of
//! causes.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use tagbridge_api::{
    Timestamp,
    hmi::{Quality, Reason, TagValue},
};
use tagbridge_bridge::{LiveView, ViewValidity};
use tagbridge_cause::{Past, PastChange, PastGap, PastValue};
use tagbridge_recording::{GapReason, RecordedState, Recording, RecordingError};

use crate::{code::scalar, lock::lock, parts::TagPath};

/// The interval at which new data is read.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The recordings that screens have opened, by folder.
#[derive(Default)]
pub(crate) struct OpenRecordings(Mutex<HashMap<PathBuf, OpenRecording>>);

/// A recording, and the time of its last update.
struct OpenRecording {
    recording: Arc<Mutex<Recording>>,
    looked: Instant,
}

/// A moment of a recording, as a scan.
pub(crate) struct RecordedMoment {
    /// All tags that were read at that time.
    pub(crate) view: Arc<LiveView>,
    /// Why no value is known; `None` if values are known.
    pub(crate) gap: Option<GapReason>,
}

impl OpenRecordings {
    /// The current recording in a folder. Reads the disk.
    ///
    /// # Errors
    /// There is no recording yet, or it cannot be read.
    pub(crate) fn open(&self, folder: &Path) -> Result<Arc<Mutex<Recording>>, RecordingError> {
        let mut all = lock(&self.0);
        let now = Instant::now();
        if let Some(it) = all.get_mut(folder) {
            if now.duration_since(it.looked) >= LOOK_EVERY {
                lock(&it.recording).refresh()?;
                it.looked = now;
            }
            return Ok(Arc::clone(&it.recording));
        }
        let recording = Arc::new(Mutex::new(Recording::open(folder)?));
        let it = OpenRecording { recording: Arc::clone(&recording), looked: now };
        all.insert(folder.to_owned(), it);
        Ok(recording)
    }
}

/// The values of all tags at a moment.
pub(crate) fn moment(
    recording: &Recording,
    at: Timestamp,
) -> Result<RecordedMoment, RecordingError> {
    let names = recording.names();
    let asked: Vec<&str> = names.iter().map(|it| &**it).collect();
    let known = recording.values_at(&asked, at)?;
    let scan = recording.scan_at(at)?;
    let gap = known.iter().find_map(|it| match it {
        RecordedState::Gap(reason) => Some(*reason),
        RecordedState::Value { .. } | RecordedState::NotRead => None,
    });
    let value = |known| match known {
        RecordedState::Value { value, .. } => Some(value),
        RecordedState::NotRead => None,
        RecordedState::Gap(reason) => Some(unknown(reason, at)),
    };
    let tags = asked.iter().zip(known);
    let tags = tags.filter_map(|(name, it)| Some(((*name).to_owned(), value(it)?))).collect();
    let (timestamp, duration_ms, controller) = match scan.filter(|_| gap.is_none()) {
        Some(scan) => (scan.at, scan.duration_ms, scan.controller),
        None => (at, 0.0, tagbridge_api::hmi::Controller::default()),
    };
    let holds = ViewValidity::UntilNext;
    let view = LiveView { place: None, timestamp, duration_ms, controller, tags, holds };
    Ok(RecordedMoment { view: Arc::new(view), gap })
}

/// A tag without a known value.
fn unknown(reason: GapReason, at: Timestamp) -> TagValue {
    let reason = match reason {
        GapReason::NotConnected => Reason::NotConnected,
        _ => Reason::Stale,
    };
    TagValue {
        value: serde_json::Value::Null,
        type_name: Arc::default(),
        quality: Quality::Bad,
        reason: Some(reason),
        timestamp: at,
    }
}

/// A recording with the interface for the analysis of causes. A file that cannot be read has no
/// values.
pub struct RecordedPast<'r>(pub &'r Recording);

impl Past for RecordedPast<'_> {
    fn scan_at(&self, time: jiff::Timestamp) -> Option<jiff::Timestamp> {
        Some(self.0.scan_at(time.into()).ok()??.at.get())
    }

    fn scan_before(&self, time: jiff::Timestamp) -> Option<jiff::Timestamp> {
        Some(self.0.scan_before(time.into()).ok()??.at.get())
    }

    fn value(&self, tag: &str, time: jiff::Timestamp) -> PastValue {
        match self.known(tag, time.into()) {
            Some(RecordedState::Value { value, .. }) => past_value(&value),
            Some(RecordedState::NotRead) => {
                let whole = self.whole(tag, time.into());
                let part = whole.and_then(|(name, value)| part_of(name, value, tag));
                part.map_or(PastValue::NotRecorded, |it| past_value(&it))
            }
            Some(RecordedState::Gap(_)) | None => PastValue::NotRecorded,
        }
    }

    fn changes(&self, tag: &str, from: jiff::Timestamp, to: jiff::Timestamp) -> Vec<PastChange> {
        let is_part = matches!(self.known(tag, to.into()), Some(RecordedState::NotRead));
        let whole = if is_part { self.whole(tag, to.into()) } else { None };
        let name = whole.as_ref().map_or(tag, |(name, _)| *name);
        let changes = self.0.changes(name, from.into(), to.into()).unwrap_or_default();
        let mut last = whole.is_some().then(|| self.value(tag, from));
        let change = |it: tagbridge_recording::RecordedChange| {
            let value = match &mut last {
                None => past_value(&it.value),
                Some(last) => {
                    let part = part_of(name, it.value, tag)?;
                    let value = past_value(&part);
                    if std::mem::replace(last, value.clone()) == value {
                        return None;
                    }
                    value
                }
            };
            Some(PastChange { time: it.scan.get(), value })
        };
        changes.into_iter().filter_map(change).collect()
    }

    fn gaps(&self, from: jiff::Timestamp, to: jiff::Timestamp) -> Vec<PastGap> {
        let gaps = self.0.gaps(from.into(), to.into()).unwrap_or_default();
        gaps.into_iter().map(|it| PastGap { from: it.from.get(), to: it.until.get() }).collect()
    }
}

impl RecordedPast<'_> {
    fn known(&self, tag: &str, time: Timestamp) -> Option<RecordedState> {
        self.0.values_at(&[tag], time).ok()?.pop()
    }

    /// The recorded tag that contains a part: its name and its value.
    fn whole<'n>(&self, part: &'n str, time: Timestamp) -> Option<(&'n str, TagValue)> {
        let ends = part.rmatch_indices(['.', '[']).map(|(at, _)| &part[..at]);
        ends.filter(|it| !it.is_empty()).find_map(|name| match self.known(name, time)? {
            RecordedState::Value { value, .. } => Some((name, value)),
            RecordedState::Gap(_) | RecordedState::NotRead => None,
        })
    }
}

/// The value of a part of a tag, by its name. `None`: the value has no such part.
fn part_of(name: &str, value: TagValue, part: &str) -> Option<TagValue> {
    let tags = [(name.to_owned(), value)].into_iter().collect();
    Some(TagPath::to(part, &tags, None)?.value(&tags)?.into_owned())
}

fn past_value(value: &TagValue) -> PastValue {
    match value.quality {
        Quality::Bad => PastValue::Bad,
        Quality::Good | Quality::Uncertain => {
            scalar(&value.value).map_or(PastValue::Bad, PastValue::Good)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_part_has_its_value_within_the_tag() {
        let tag = |value: serde_json::Value, type_name: &str| TagValue {
            value,
            type_name: type_name.into(),
            quality: Quality::Good,
            reason: None,
            timestamp: Timestamp::from_millis(1000).expect("a time"),
        };
        let timer = || tag(json!({"PRE": 1500, "DN": true}), "TIMER");
        for (name, value, part, expected) in [
            ("Delay", timer(), "Delay.DN", Some(json!(true))),
            ("Delay", timer(), "Delay.XX", None),
            ("Program:Main.Word", tag(json!(2), "DINT"), "Program:Main.Word.1", Some(json!(true))),
            ("List", tag(json!([1, 2]), "INT[2]"), "List[1]", Some(json!(2))),
        ] {
            let found = part_of(name, value, part);
            assert_eq!(found.map(|it| it.value), expected, "{part}");
        }
    }
}

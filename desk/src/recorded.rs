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
use tagbridge_project::Symbols;
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
/// values. The values of a structure or an array that was recorded as a whole include its parts.
pub struct RecordedPast<'r> {
    recording: &'r Recording,
    symbols: &'r Symbols,
    /// The recorded names by their lower case.
    names: HashMap<String, Arc<str>>,
}

impl<'r> RecordedPast<'r> {
    /// The recording of a controller with these symbols.
    pub fn new(recording: &'r Recording, symbols: &'r Symbols) -> Self {
        let names = recording.names().into_iter().map(|it| (it.to_lowercase(), it)).collect();
        Self { recording, symbols, names }
    }

    /// The recorded tag that has the value of a name: this tag itself, otherwise the structure or the
    /// array that it is a part of.
    fn whole(&self, name: &str) -> Option<&Arc<str>> {
        let lower = name.to_lowercase();
        let starts = lower.match_indices(['.', '[']).map(|(at, _)| at).chain([lower.len()]);
        let mut wholes: Vec<&str> = starts.map(|end| &lower[..end]).collect();
        wholes.reverse();
        wholes.into_iter().find_map(|whole| self.names.get(whole))
    }

    /// The value of a name in the value of its recorded tag.
    fn part(&self, name: &str, whole: &Arc<str>, value: TagValue) -> PastValue {
        let named = format!("{whole}{}", name.get(whole.len()..).unwrap_or_default());
        let tags = [(whole.to_string(), value)].into_iter().collect();
        let part = TagPath::to(&named, &tags, Some(self.symbols));
        match part.and_then(|it| it.value(&tags)) {
            Some(value) => past_value(&value),
            None => PastValue::NotRecorded,
        }
    }
}

impl Past for RecordedPast<'_> {
    fn scan_at(&self, time: jiff::Timestamp) -> Option<jiff::Timestamp> {
        Some(self.recording.scan_at(time.into()).ok()??.at.get())
    }

    fn scan_before(&self, time: jiff::Timestamp) -> Option<jiff::Timestamp> {
        Some(self.recording.scan_before(time.into()).ok()??.at.get())
    }

    fn value(&self, tag: &str, time: jiff::Timestamp) -> PastValue {
        let Some(whole) = self.whole(tag) else { return PastValue::NotRecorded };
        match self.recording.values_at(&[whole], time.into()).ok().and_then(|mut it| it.pop()) {
            Some(RecordedState::Value { value, .. }) => self.part(tag, whole, value),
            Some(RecordedState::Gap(_) | RecordedState::NotRead) | None => PastValue::NotRecorded,
        }
    }

    fn changes(&self, tag: &str, from: jiff::Timestamp, to: jiff::Timestamp) -> Vec<PastChange> {
        let Some(whole) = self.whole(tag) else { return Vec::new() };
        let changes = self.recording.changes(whole, from.into(), to.into()).unwrap_or_default();
        let mut last = self.value(tag, from);
        let mut found = Vec::new();
        for it in changes {
            let value = self.part(tag, whole, it.value);
            // Another part of the structure may have changed.
            if value != last {
                last = value.clone();
                found.push(PastChange { time: it.scan.get(), value });
            }
        }
        found
    }

    fn gaps(&self, from: jiff::Timestamp, to: jiff::Timestamp) -> Vec<PastGap> {
        let gaps = self.recording.gaps(from.into(), to.into()).unwrap_or_default();
        gaps.into_iter().map(|it| PastGap { from: it.from.get(), to: it.until.get() }).collect()
    }
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
mod tests;

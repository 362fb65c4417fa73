//! Converts readings to the values of a snapshot: all values, or only the changed ones.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Serialize;
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, GroupedTags, Quality, Reason, TagValue, Tags, push::Snapshot},
    limits::COMPLETE_EVERY,
};
use tagbridge_driver::{Answer, Cause, Identity, Reading, RunMode, Scan, TagSet};
use uuid::Uuid;

use crate::json::json;

/// Values up to this age are valid, even with a shorter interval.
const YOUNG: Duration = Duration::from_secs(10);

/// The newest values of all tags of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LiveView {
    /// Its place in the outbox; `None`: it could not be stored.
    pub place: Option<SnapshotPlace>,
    /// Start of the scan.
    pub timestamp: Timestamp,
    /// The duration of the scan.
    pub duration_ms: f64,
    /// The controller.
    pub controller: Controller,
    /// All tags of the session.
    pub tags: GroupedTags,
    /// How long the view is valid.
    #[serde(skip)]
    pub holds: ViewValidity,
}

/// How long a view is valid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ViewValidity {
    /// It has values that were read then. Times are those of the monotonic clock.
    Then {
        /// When the scan began.
        at: Instant,
        /// The interval of scans.
        every: Duration,
    },
    /// It has no values, and is valid until the next view.
    #[default]
    UntilNext,
}

/// The place of a snapshot in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SnapshotPlace {
    /// The stream of the outbox.
    pub stream_id: Uuid,
    /// The sequence, from 1 in this stream.
    pub sequence: u64,
}

/// The part of a view that becomes a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SnapshotDraft {
    pub(crate) view: Arc<LiveView>,
    /// The indices of the changed tags in the view; `None`: the snapshot is complete.
    pub(crate) changed: Option<Vec<usize>>,
}

impl SnapshotDraft {
    pub(crate) fn complete(view: Arc<LiveView>) -> Self {
        Self { view, changed: None }
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.changed.is_none()
    }

    /// Its tags, in the order of the view.
    pub(crate) fn tags(&self) -> impl Iterator<Item = (&String, &TagValue)> {
        let all = self.is_complete().then(|| self.view.tags.iter());
        let changed = self.changed.iter().flatten();
        let changed = changed.filter_map(|it| self.view.tags.get_index(*it));
        all.into_iter().flatten().chain(changed)
    }
}

impl From<Snapshot> for SnapshotDraft {
    fn from(snapshot: Snapshot) -> Self {
        let Snapshot { timestamp, duration_ms, controller, complete, tags, .. } = snapshot;
        let changed = (!complete).then(|| (0..tags.len()).collect());
        let holds = ViewValidity::UntilNext;
        let tags = tags.into();
        let view = LiveView { place: None, timestamp, duration_ms, controller, tags, holds };
        Self { view: Arc::new(view), changed }
    }
}

impl LiveView {
    /// The sequence, if the view is in this stream.
    pub(crate) fn sequence_in(&self, stream_id: Uuid) -> Option<u64> {
        Some(self.place.filter(|it| it.stream_id == stream_id)?.sequence)
    }

    /// Whether the values can be shown as live: they are not older than three intervals of the
    /// session, or than 10 s if that is more. A view without values is always live.
    pub fn is_young(&self, now: Instant, wall: Timestamp) -> bool {
        match self.holds {
            ViewValidity::UntilNext => true,
            ViewValidity::Then { every, .. } => self.age(now, wall) <= (every * 3).max(YOUNG),
        }
    }

    /// The age of the values. It is the longer one of both clocks, as the system's clock may have
    /// been set, and the monotonic clock stops while the computer sleeps.
    pub(crate) fn age(&self, now: Instant, wall: Timestamp) -> Duration {
        match self.holds {
            ViewValidity::UntilNext => Duration::ZERO,
            ViewValidity::Then { at, .. } => {
                let passed = wall.as_millis().saturating_sub(self.timestamp.as_millis());
                let by_the_wall = Duration::from_millis(u64::try_from(passed).unwrap_or(0));
                now.saturating_duration_since(at).max(by_the_wall)
            }
        }
    }
}

/// Both clocks at the start of a scan. Its times are counted from here by the monotonic clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ScanStart {
    pub(crate) wall: jiff::Timestamp,
    pub(crate) at: Instant,
}

impl ScanStart {
    pub(crate) fn now() -> Self {
        Self { wall: jiff::Timestamp::now(), at: tokio::time::Instant::now().into_std() }
    }

    /// The system time of a moment, which may be before the scan.
    fn wall_at(self, moment: Instant) -> Timestamp {
        let wall = match moment.checked_duration_since(self.at) {
            Some(passed) => self.wall.checked_add(passed),
            None => self.wall.checked_sub(self.at.saturating_duration_since(moment)),
        };
        wall.unwrap_or(self.wall).into()
    }

    /// The age, as in [`LiveView::age`].
    pub(crate) fn age(self, now: Self) -> Duration {
        let by_the_wall = now.wall.duration_since(self.wall).try_into().unwrap_or_default();
        now.at.saturating_duration_since(self.at).max(by_the_wall)
    }

    pub(crate) fn millis_until(self, moment: Instant) -> f64 {
        // Microseconds are sufficient, and keep the text short.
        let micros = moment.saturating_duration_since(self.at).as_micros();
        f64::from(u32::try_from(micros).unwrap_or(u32::MAX)) / 1000.0
    }
}

/// The values of a scan by name, in the requested order.
pub(crate) fn scanned(tags: &TagSet, scan: &Scan, began: ScanStart) -> Tags {
    scanned_in(Tags::new(), tags, scan, began)
}

/// As [`scanned`], in the memory of `spare` if it has the same names.
pub(crate) fn scanned_in(mut spare: Tags, tags: &TagSet, scan: &Scan, began: ScanStart) -> Tags {
    let answers = scan.answers.iter();
    if spare.keys().eq(tags.names()) {
        for (slot, answer) in spare.values_mut().zip(answers) {
            write(slot, answer, scan.mode, began);
        }
        return spare;
    }
    // `tags` may contain a name twice.
    let values = answers.map(|it| {
        let mut slot = bad(Reason::NotConnected, began.wall.into());
        write(&mut slot, it, scan.mode, began);
        slot
    });
    tags.names().iter().cloned().zip(values).collect()
}

/// A bad value with this reason for each name.
pub(crate) fn without_value<'a>(
    names: impl IntoIterator<Item = &'a String>,
    reason: Reason,
    timestamp: Timestamp,
) -> impl Iterator<Item = (String, TagValue)> {
    names.into_iter().map(move |name| (name.clone(), bad(reason, timestamp)))
}

pub(crate) fn controller(identity: &Identity, mode: RunMode) -> Controller {
    Controller {
        name: identity.name.clone().unwrap_or_default(),
        kind: identity.product.clone(),
        status: mode.to_string(),
        ip_address: identity.address.ip().to_string(),
    }
}

/// Why there is no value, or an uncertain one, according to the controller or the driver.
pub(crate) fn cause(reading: &Reading) -> Option<&Cause> {
    match reading {
        Reading::Good(_) => None,
        Reading::Uncertain(_, cause) | Reading::Bad(cause) => Some(cause),
    }
}

fn write(slot: &mut TagValue, answer: &Answer, mode: RunMode, began: ScanStart) {
    let arrived = began.wall_at(answer.arrived);
    let (it, reason) = match &answer.reading {
        Reading::Good(it) if mode.is_stopped() => (it, Some(Reason::ControllerStopped)),
        Reading::Good(it) => (it, None),
        Reading::Uncertain(it, cause) => (it, Some(code(cause.reason))),
        Reading::Bad(cause) => return *slot = bad(code(cause.reason), arrived),
    };
    slot.value = json(&it.value);
    slot.type_name = Arc::clone(&it.type_name);
    slot.quality = reason.map_or(Quality::Good, |_| Quality::Uncertain);
    slot.reason = reason;
    slot.timestamp = it.source_time.map_or(arrived, Timestamp::from);
}

pub(crate) fn bad(reason: Reason, timestamp: Timestamp) -> TagValue {
    TagValue {
        value: serde_json::Value::Null,
        type_name: Arc::default(),
        quality: Quality::Bad,
        reason: Some(reason),
        timestamp,
    }
}

/// A reason as it is sent.
pub(crate) fn code(reason: tagbridge_driver::Reason) -> Reason {
    use tagbridge_driver::Reason as Ours;
    match reason {
        Ours::NotConnected => Reason::NotConnected,
        Ours::ControllerStopped => Reason::ControllerStopped,
        Ours::Stale | Ours::NotYetKnown => Reason::Stale,
        Ours::UnknownTag => Reason::UnknownTag,
        Ours::AccessDenied => Reason::AccessDenied,
        Ours::NoAddress => Reason::NoAddress,
        Ours::TypeMismatch => Reason::TypeMismatch,
        Ours::OutOfRange => Reason::OutOfRange,
        Ours::OverBudget => Reason::OverBudget,
        Ours::NotInProject => Reason::NotInProject,
        Ours::DeviceError => Reason::DeviceError,
        Ours::DecodeError => Reason::DecodeError,
    }
}

/// Decides which snapshots are complete, and which tags the others contain.
#[derive(Debug, Default)]
pub(crate) struct SnapshotRecorder {
    last: Option<Arc<LiveView>>,
    since_complete: u64,
}

impl SnapshotRecorder {
    /// Makes the next snapshot complete: after a connect, another tag list, or a loss.
    pub(crate) fn require_complete(&mut self) {
        self.last = None;
    }

    pub(crate) fn draft(&self, view: &Arc<LiveView>) -> SnapshotDraft {
        let last = self.last.as_ref().filter(|_| self.since_complete + 1 < COMPLETE_EVERY);
        SnapshotDraft {
            view: Arc::clone(view),
            changed: last.map(|last| view.tags.changed_since(&last.tags)),
        }
    }

    /// The draft of this view was stored.
    pub(crate) fn recorded(&mut self, view: Arc<LiveView>, complete: bool) {
        self.since_complete = if complete { 0 } else { self.since_complete + 1 };
        self.last = Some(view);
    }
}

#[cfg(test)]
impl SnapshotDraft {
    /// The snapshot as the service receives it.
    pub(crate) fn numbered(&self, sequence: u64) -> Snapshot {
        let LiveView { timestamp, duration_ms, controller, .. } = &*self.view;
        let tags = self.tags().map(|(name, it)| (name.clone(), it.clone())).collect();
        let (timestamp, duration_ms, controller) = (*timestamp, *duration_ms, controller.clone());
        let complete = self.is_complete();
        let (part, parts) = (None, None);
        Snapshot { sequence, timestamp, duration_ms, controller, part, parts, complete, tags }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use tagbridge_driver::{Reason as Ours, TagValue as Read, Value};

    use super::*;

    fn read(value: i64) -> Read {
        Read { value: Value::Int(value), type_name: "DINT".into(), source_time: None }
    }

    fn began() -> ScanStart {
        ScanStart { wall: jiff::Timestamp::UNIX_EPOCH, at: Instant::now() }
    }

    fn check(reading: Reading, mode: RunMode, expected: &str) {
        let began = began();
        let scan = Scan {
            answers: vec![Answer { reading, arrived: began.at + Duration::from_millis(7) }],
            round_trips: 1,
            learning: 0,
            mode,
        };
        let set = TagSet::new(["A"]);
        let tags = scanned(&set, &scan, began);
        // A value that arrived before the scan does not become younger.
        let before = began.at.checked_sub(Duration::from_secs(2)).unwrap();
        assert_eq!(
            began.wall_at(before).as_millis(),
            Timestamp::from(began.wall).as_millis() - 2000
        );
        // The previous content of the memory does not matter.
        for (name, before) in
            [("A", Reading::Bad(Ours::Stale.into())), ("B", Reading::Good(read(9)))]
        {
            let answers = vec![Answer { reading: before, arrived: began.at }; 2];
            let before = Scan { answers, round_trips: 1, learning: 0, mode: RunMode::Run };
            let spare = scanned(&TagSet::new([name, "Z"]), &before, began);
            assert_eq!(scanned_in(spare, &set, &scan, began), tags);
        }
        tags["A"].check().expect("it keeps the contract");
        assert_eq!(serde_json::to_string(&tags["A"]).unwrap(), expected);
    }

    #[test]
    fn a_reading_becomes_a_value() {
        check(
            Reading::Good(read(1)),
            RunMode::Run,
            r#"{"value":1,"type":"DINT","quality":"good","timestamp":"1970-01-01T00:00:00.007Z"}"#,
        );
        check(
            Reading::Good(read(1)),
            RunMode::Program,
            r#"{"value":1,"type":"DINT","quality":"uncertain","reason":"controller_stopped","timestamp":"1970-01-01T00:00:00.007Z"}"#,
        );
        check(
            Reading::Uncertain(read(1), Ours::Stale.into()),
            RunMode::Stop,
            r#"{"value":1,"type":"DINT","quality":"uncertain","reason":"stale","timestamp":"1970-01-01T00:00:00.007Z"}"#,
        );
        check(
            Reading::Bad(Ours::UnknownTag.into()),
            RunMode::Fault,
            r#"{"value":null,"type":"","quality":"bad","reason":"unknown_tag","timestamp":"1970-01-01T00:00:00.007Z"}"#,
        );
        let source_time = Some(jiff::Timestamp::UNIX_EPOCH);
        check(
            Reading::Good(Read { source_time, ..read(1) }),
            RunMode::Unknown,
            r#"{"value":1,"type":"DINT","quality":"good","timestamp":"1970-01-01T00:00:00.000Z"}"#,
        );
    }

    #[test]
    fn a_name_that_is_asked_for_twice_lends_its_value_to_no_other() {
        let began = began();
        let answer = |value| Answer { reading: Reading::Good(read(value)), arrived: began.at };
        let scan = Scan {
            answers: [1, 1, 2].map(answer).into(),
            round_trips: 1,
            learning: 0,
            mode: RunMode::Run,
        };
        let set = TagSet::new(["A", "A", "B"]);
        let tags = scanned(&set, &scan, began);
        assert_eq!((tags.len(), &tags["A"].value, &tags["B"].value), (2, &1.into(), &2.into()));
        assert_eq!(scanned_in(tags.clone(), &set, &scan, began), tags);
    }

    fn view(values: &[(&str, i64)]) -> LiveView {
        let began = began();
        let scan = Scan {
            answers: values
                .iter()
                .map(|(_, it)| Answer { reading: Reading::Good(read(*it)), arrived: began.at })
                .collect(),
            round_trips: 1,
            learning: 0,
            mode: RunMode::Run,
        };
        LiveView {
            place: None,
            timestamp: began.wall.into(),
            duration_ms: 0.0,
            controller: Controller::default(),
            tags: scanned(&TagSet::new(values.iter().map(|it| it.0)), &scan, began).into(),
            holds: ViewValidity::UntilNext,
        }
    }

    fn record(recorder: &mut SnapshotRecorder, values: &[(&str, i64)]) -> (bool, Vec<String>) {
        let view = Arc::new(view(values));
        let draft = recorder.draft(&view);
        recorder.recorded(view, draft.is_complete());
        (draft.is_complete(), draft.tags().map(|it| it.0.clone()).collect())
    }

    #[test]
    fn only_changes_travel_between_complete_snapshots() {
        let mut it = SnapshotRecorder::default();
        let both = (true, vec!["A".to_owned(), "B".to_owned()]);
        assert_eq!(record(&mut it, &[("A", 1), ("B", 2)]), both);
        assert_eq!(record(&mut it, &[("A", 1), ("B", 2)]), (false, vec![]));
        assert_eq!(record(&mut it, &[("A", 1), ("B", 3)]), (false, vec!["B".to_owned()]));
        let moved = (false, vec!["C".to_owned(), "A".to_owned()]);
        assert_eq!(record(&mut it, &[("B", 3), ("C", 1), ("A", 2)]), moved);
        assert_eq!(record(&mut it, &[("A", 2), ("B", 3)]), (false, vec![]));
        assert_eq!(record(&mut it, &[("A", 1), ("B", 3)]), (false, vec!["A".to_owned()]));
        it.require_complete();
        assert_eq!(record(&mut it, &[("A", 1), ("B", 3)]), both);
    }

    #[test]
    fn a_view_is_as_old_as_either_clock_says() {
        let (at, every) = (Instant::now(), Duration::from_secs(1));
        let scan = LiveView { holds: ViewValidity::Then { at, every }, ..view(&[]) };
        let age = |later: u64, wall: i64| {
            let wall = Timestamp::from_millis(wall).unwrap();
            scan.age(at + Duration::from_millis(later), wall).as_millis()
        };
        assert_eq!(age(700, 700), 700);
        assert_eq!(age(700, -3_600_000), 700, "the clock was set back");
        assert_eq!(age(700, 60_700), 60_700, "it slept, or the clock was set ahead");
        let wall = Timestamp::from_millis(9000).unwrap();
        assert_eq!(view(&[]).age(at + every, wall), Duration::ZERO);
    }

    #[test]
    fn every_sixtieth_is_complete() {
        let mut it = SnapshotRecorder::default();
        let complete: Vec<usize> = (0..125).filter(|_| record(&mut it, &[("A", 1)]).0).collect();
        assert_eq!(complete, [0, 60, 120]);
    }

    proptest! {
        /// Applying all snapshots in order gives the values of the controller.
        #[test]
        fn snapshots_add_up_to_the_whole(
            scans in proptest::collection::vec((proptest::collection::vec(0..3_i64, 4), 0..8_u8), 1..150),
        ) {
            let mut it = SnapshotRecorder::default();
            let mut known = Tags::new();
            for (values, chance) in scans {
                if chance == 0 {
                    it.require_complete();
                }
                let named: Vec<(&str, i64)> = ["A", "B", "C", "D"].into_iter().zip(values).collect();
                let view = Arc::new(view(&named));
                let draft = it.draft(&view);
                if draft.is_complete() {
                    known.clear();
                }
                known.extend(draft.tags().map(|(name, it)| (name.clone(), it.clone())));
                prop_assert_eq!(known.len(), view.tags.len());
                prop_assert!(known.iter().all(|(name, it)| it.same_content(&view.tags[name])));
                it.recorded(view, draft.is_complete());
            }
        }
    }
}

//! The past of the tags that a person looks at, kept in memory. Time is passed in with the values.
//!
//! A value holds until the next point, so that what stands still costs nothing; a hole is a point
//! without value.

mod csv;

use std::{
    borrow::Cow,
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use tagbridge_api::hmi::{Quality, TagGroup};
use tagbridge_bridge::{Holds, LiveView};

pub(crate) use self::csv::csv;
use crate::{
    minute::{Minute, Point, drawn},
    parts::{LastGood, Way},
    time::millis,
    view::LanePoints,
};

/// Points of one tag: at ten a second, more than an hour of a value that never stands still.
const POINTS: usize = 40_000;
/// Tags that are recorded at a time; the one that was asked for longest ago goes first.
const LANES: usize = 64;
/// Scans whose durations are kept.
const DURATIONS: usize = 600;

/// What is recorded of a session.
#[derive(Default)]
pub(crate) struct Recorder {
    lanes: HashMap<String, Ring>,
    durations: VecDeque<f64>,
    minute: Minute,
    last_read: Option<Arc<LiveView>>,
    was: Arc<LastGood>,
    until: f64,
    asked: u64,
}

/// One tag's past.
#[derive(Default)]
struct Ring {
    points: VecDeque<Point>,
    /// The number of the first point: what goes out at the front adds, what is put there takes away.
    first: i64,
    asked: u64,
    /// Of what is earlier, the service kept only the newest.
    cut_at: Option<f64>,
    /// Where in a tag it is, where it is no tag itself.
    way: Option<Way>,
}

/// How far a screen has read a lane.
pub(crate) type Mark = i64;

impl Recorder {
    /// The newest scan, whatever was said since.
    pub(crate) fn last_read(&self) -> Option<Arc<LiveView>> {
        self.last_read.clone()
    }

    /// What the tags were that the newest scan has no good value of.
    pub(crate) fn was(&self) -> Arc<LastGood> {
        Arc::clone(&self.was)
    }

    fn remember(&mut self, view: &LiveView) {
        let before = self.last_read.as_ref();
        // What is shared with the scan before is as it was.
        let is_new = |it: &&Arc<TagGroup>| before.is_none_or(|before| !before.tags.shares(it));
        for (tag, now) in view.tags.groups().filter(is_new).flat_map(|it| it.tags()) {
            let is_known = self.was.contains_key(tag);
            if now.quality == Quality::Good {
                if is_known {
                    Arc::make_mut(&mut self.was).remove(tag);
                }
            } else if !is_known
                && let Some(was) = before.and_then(|it| it.tags.get(tag))
                && was.quality == Quality::Good
            {
                Arc::make_mut(&mut self.was).insert(tag.clone(), was.clone());
            }
        }
        if self.was.len() > view.tags.len() {
            Arc::make_mut(&mut self.was).retain(|tag, _| view.tags.contains_key(tag));
        }
    }

    /// Records a scan.
    pub(crate) fn add(&mut self, view: &Arc<LiveView>) {
        if matches!(view.holds, Holds::Then { .. }) {
            self.remember(view);
            self.last_read = Some(Arc::clone(view));
        }
        if view.duration_ms > 0.0 {
            if self.durations.len() == DURATIONS {
                self.durations.pop_front();
            }
            self.durations.push_back(view.duration_ms);
        }
        self.until = self.until.max(millis(view.timestamp));
        self.minute.add(view);
        for (tag, ring) in &mut self.lanes {
            ring.add(point(view, tag, ring.way.as_ref()));
        }
    }

    /// Records a tag or a part of one from now on, beginning with what is known; whether it is new
    /// here.
    pub(crate) fn begin(&mut self, tag: &str, way: Option<Way>, now: Option<&LiveView>) -> bool {
        self.asked += 1;
        if let Some(ring) = self.lanes.get_mut(tag) {
            ring.asked = self.asked;
            return false;
        }
        if self.lanes.len() >= LANES {
            let oldest = self.lanes.iter().min_by_key(|(_, it)| it.asked);
            if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                self.lanes.remove(&oldest);
            }
        }
        let way = way.filter(|it| !it.steps.is_empty());
        let mut ring = Ring { asked: self.asked, way, ..Ring::default() };
        if let Some(view) = now {
            ring.add(point(view, tag, ring.way.as_ref()));
        }
        self.lanes.insert(tag.to_owned(), ring);
        true
    }

    /// Puts what somebody else remembers before what is recorded here; oldest first. Of what is
    /// earlier than `cut_at`, only the newest was kept there.
    pub(crate) fn prepend(&mut self, tag: &str, past: Vec<Point>, cut_at: Option<f64>) {
        let Some(ring) = self.lanes.get_mut(tag) else { return };
        // Where all that is shown is later, nothing is missing.
        ring.cut_at = cut_at.filter(|cut| past.first().is_some_and(|it| it.at <= *cut));
        let begin = ring.points.front().map_or(f64::INFINITY, |it| it.at);
        let mut past: Vec<Point> = past.into_iter().filter(|it| it.at < begin).collect();
        past.dedup_by(|later, earlier| later.says(earlier));
        for point in past.into_iter().rev() {
            if ring.points.len() < POINTS {
                ring.points.push_front(point);
                ring.first -= 1;
            }
        }
    }

    /// The points of a tag from a time on, the one before it included, and how far that is.
    pub(crate) fn since(&self, tag: &str, since: Option<f64>) -> (LanePoints, Mark) {
        let Some(ring) = self.lanes.get(tag) else { return (LanePoints::default(), 0) };
        (lane(ring.points.range(ring.from(since)..)), ring.end())
    }

    /// The points of a tag from a time on, the one before it included, for a file.
    pub(crate) fn points(&self, tag: &str, since: Option<f64>) -> Vec<Point> {
        let Some(ring) = self.lanes.get(tag) else { return Vec::new() };
        ring.points.range(ring.from(since)..).copied().collect()
    }

    /// Up to when a tag's points have holes that nobody knows.
    pub(crate) fn cut_at(&self, tag: &str) -> Option<f64> {
        self.lanes.get(tag)?.cut_at
    }

    /// What came in after the mark.
    pub(crate) fn after(&self, tag: &str, mark: &mut Mark) -> LanePoints {
        let Some(ring) = self.lanes.get(tag) else { return LanePoints::default() };
        let skip = usize::try_from(*mark - ring.first).unwrap_or(0);
        *mark = ring.end();
        lane(ring.points.range(skip.min(ring.points.len())..))
    }

    /// What all tags were in the last minute.
    pub(crate) fn minute(&self) -> &Minute {
        &self.minute
    }

    /// When the newest scan began.
    pub(crate) fn until(&self) -> f64 {
        self.until
    }

    /// How many of the latest scans took how many tenths of the interval; the last: more.
    pub(crate) fn histogram(&self, interval_ms: f64) -> Vec<u32> {
        let mut bins = vec![0; 11];
        for duration in &self.durations {
            let tenths = (duration * 10.0 / interval_ms.max(f64::MIN_POSITIVE)).clamp(0.0, 10.0);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10")]
            let bin = tenths as usize;
            bins[bin] += 1;
        }
        bins
    }
}

impl Ring {
    fn add(&mut self, point: Point) {
        let last = self.points.back();
        if last.is_some_and(|it| it.says(&point) || it.at >= point.at) {
            return;
        }
        if self.points.len() == POINTS {
            self.points.pop_front();
            self.first += 1;
        }
        self.points.push_back(point);
    }

    /// The place of the point that held at a time.
    fn from(&self, since: Option<f64>) -> usize {
        let upto = |since| self.points.partition_point(|it| it.at <= since);
        since.map_or(0, |since| upto(since).saturating_sub(1))
    }

    fn end(&self) -> Mark {
        self.first + i64::try_from(self.points.len()).unwrap_or(i64::MAX)
    }
}

/// What a tag is in a scan.
fn point(view: &LiveView, tag: &str, way: Option<&Way>) -> Point {
    let seen = match way {
        Some(way) => way.value(&view.tags),
        None => view.tags.get(tag).map(Cow::Borrowed),
    };
    Point {
        at: millis(view.timestamp),
        value: seen.as_deref().and_then(drawn),
        is_uncertain: seen.is_some_and(|it| it.quality == Quality::Uncertain),
    }
}

fn lane<'a>(points: impl Iterator<Item = &'a Point>) -> LanePoints {
    let mut lane = LanePoints::default();
    for point in points {
        lane.times.push(point.at);
        lane.values.push(point.value);
    }
    lane
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scan;

    fn seen(second: i64, values: &[(&str, Option<f64>)]) -> Arc<LiveView> {
        Arc::new(scan(second, values))
    }

    fn values(lane: &LanePoints) -> Vec<(f64, Option<f64>)> {
        lane.times.iter().copied().zip(lane.values.iter().copied()).collect()
    }

    #[test]
    fn a_hole_is_a_point_and_what_stands_still_costs_nothing() {
        let mut it = Recorder::default();
        it.begin("A", None, Some(&scan(1, &[("A", Some(1.0))])));
        for (second, value) in
            [(2, Some(1.0)), (3, Some(2.0)), (4, None), (5, None), (6, Some(2.0))]
        {
            it.add(&seen(second, &[("A", value)]));
        }
        let (all, mut mark) = it.since("A", None);
        let expected =
            [(1000.0, Some(1.0)), (3000.0, Some(2.0)), (4000.0, None), (6000.0, Some(2.0))];
        assert_eq!(values(&all), expected);
        assert_eq!(values(&it.since("A", Some(3500.0)).0), &expected[1..]);
        assert_eq!(values(&it.after("A", &mut mark)), []);
        it.add(&seen(7, &[("B", Some(9.0))]));
        assert_eq!(values(&it.after("A", &mut mark)), [(7000.0, None)]);
        assert!(it.until() > 6999.0);
    }

    #[test]
    fn what_the_service_remembers_stands_before() {
        let mut it = Recorder::default();
        assert!(it.begin("A", None, Some(&scan(5, &[("A", Some(5.0))]))));
        let past = [(1.0, Some(1.0)), (2.0, Some(1.0)), (3.0, None), (6000.0, Some(9.0))];
        it.prepend(
            "A",
            past.iter().map(|&(at, value)| Point { at, value, is_uncertain: false }).collect(),
            None,
        );
        assert_eq!(it.cut_at("A"), None);
        let expected = [(1.0, Some(1.0)), (3.0, None), (5000.0, Some(5.0))];
        let (all, mut mark) = it.since("A", None);
        assert_eq!(values(&all), expected);
        it.prepend("A", vec![Point { at: 0.5, value: Some(0.0), is_uncertain: false }], Some(0.7));
        assert_eq!(values(&it.after("A", &mut mark)), [], "it is no news");
        assert_eq!((it.cut_at("A"), it.cut_at("B")), (Some(0.7), None));
        it.prepend("A", vec![Point { at: 0.8, value: Some(0.0), is_uncertain: false }], Some(0.7));
        assert_eq!(it.cut_at("A"), None, "what is shown is whole");
    }

    #[test]
    fn memory_has_an_end() {
        let mut it = Recorder::default();
        for i in 0..=LANES {
            it.begin(&format!("T{i}"), None, None);
        }
        assert_eq!(it.lanes.len(), LANES);
        assert!(!it.lanes.contains_key("T0"), "the one that was asked for first");
        it.begin("A", None, None);
        let mut mark = 0;
        for i in 0..POINTS + 5 {
            let second = i64::try_from(i).unwrap();
            it.add(&seen(second, &[("A", Some(f64::from(u32::try_from(i).unwrap())))]));
        }
        assert_eq!(it.after("A", &mut mark).times.len(), POINTS);
        assert_eq!(mark, i64::try_from(POINTS).unwrap() + 5);
    }

    #[test]
    fn scans_stand_against_their_interval() {
        let mut it = Recorder::default();
        for duration_ms in [5.0, 14.0, 15.0, 99.0, 100.0, 250.0] {
            it.add(&Arc::new(LiveView { duration_ms, ..scan(1, &[]) }));
        }
        assert_eq!(it.histogram(100.0), [1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    }
}

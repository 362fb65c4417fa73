//! The past of the tags that the user displays, in memory. Time is passed in with the values.
//!
//! A value is valid until the next point, so that constant values need no memory; a gap is a point
//! without a value.

mod past;
mod ring;
mod saved;

use std::{
    borrow::Cow,
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use tagbridge_api::{
    hmi::{Quality, TagGroup},
    limits::{LIVE_AT_LEAST, LIVE_INTERVALS},
};
use tagbridge_bridge::{LiveView, ViewValidity};

use self::ring::Ring;
pub(crate) use self::{
    past::{Rates, past},
    ring::{ReadPosition, lane},
};
use crate::{
    last_minute::{Minute, Point, remembered},
    parts::{LastGood, TagPath},
    time::{millis, timestamp},
    view::{LanePoints, SavedLane},
};

/// Maximum number of recorded tags in addition to those that a screen shows; the one that was
/// requested first is dropped first.
const LANES: usize = 64;
/// Number of scans whose durations are stored.
const DURATIONS: usize = 600;
/// If a scan is earlier than the previous one by more than this time, in milliseconds, the clock
/// was set back.
const SET_BACK: f64 = 1000.0;

/// The recording of a session.
#[derive(Default)]
pub(crate) struct Recorder {
    lanes: HashMap<String, Ring>,
    durations: VecDeque<f64>,
    minute: Minute,
    last_read: Option<Arc<LiveView>>,
    was: Arc<LastGood>,
    until: f64,
    /// The interval from the newest scan to the next; `None`: values are valid until the next
    /// message.
    every: Option<Duration>,
    asked: u64,
}

impl Recorder {
    /// The newest scan, before any later message.
    pub(crate) fn last_read(&self) -> Option<Arc<LiveView>> {
        self.last_read.clone()
    }

    /// The last good values of the tags that have none in the newest scan.
    pub(crate) fn was(&self) -> Arc<LastGood> {
        Arc::clone(&self.was)
    }

    fn remember(&mut self, view: &LiveView) {
        let before = self.last_read.as_ref();
        // Values that are shared with the previous scan have not changed.
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
        let at = millis(view.timestamp);
        if at + SET_BACK < self.until {
            self.until = at;
            for ring in self.lanes.values_mut() {
                ring.set_back(at);
            }
        } else if let Some(since) = self.unread_since(at) {
            if let Some(since) = timestamp(since) {
                self.minute.pause(since);
            }
            for ring in self.lanes.values_mut() {
                ring.add(Point { at: since, value: None, is_uncertain: false });
            }
        }
        self.until = self.until.max(at);
        self.every = match view.holds {
            ViewValidity::Then { every, .. } => {
                self.remember(view);
                self.last_read = Some(Arc::clone(view));
                Some(every)
            }
            ViewValidity::UntilNext => None,
        };
        if view.duration_ms > 0.0 {
            if self.durations.len() == DURATIONS {
                self.durations.pop_front();
            }
            self.durations.push_back(view.duration_ms);
        }
        self.minute.add(view);
        for (tag, ring) in &mut self.lanes {
            ring.add(point(view, tag, ring.way.as_ref()));
        }
    }

    /// The time from which no tag was read, if a scan is so late that the previous values cannot be
    /// assumed: this computer was asleep, or the controller did not respond.
    fn unread_since(&self, at: f64) -> Option<f64> {
        let every = self.every?.as_secs_f64() * 1000.0;
        (at - self.until > maximum_gap(every)).then_some(self.until + every)
    }

    /// Records a tag or a part of one from now on, starting with the known value; returns whether
    /// it is new.
    pub(crate) fn begin(
        &mut self,
        tag: &str,
        way: Option<TagPath>,
        now: Option<&LiveView>,
    ) -> bool {
        self.asked += 1;
        let way = way.filter(|it| !it.steps.is_empty());
        if let Some(ring) = self.lanes.get_mut(tag) {
            ring.asked = self.asked;
            // Before the first scan no value is known.
            if ring.way.is_none() {
                ring.way = way;
            }
            return false;
        }
        let unread = self.lanes.iter().filter(|(_, it)| !it.is_read());
        let (count, oldest) = (unread.clone().count(), unread.min_by_key(|(_, it)| it.asked));
        let oldest = oldest.filter(|_| count >= LANES).map(|(name, _)| name.clone());
        if let Some(oldest) = oldest {
            self.lanes.remove(&oldest);
        }
        let mut ring = Ring::new(self.asked, way);
        if let Some(view) = now {
            ring.add(point(view, tag, ring.way.as_ref()));
        }
        self.lanes.insert(tag.to_owned(), ring);
        true
    }

    /// Inserts the values of another source before the recorded ones; oldest first. The other
    /// source has only the newest values before `cut_at`.
    pub(crate) fn prepend(&mut self, tag: &str, past: Vec<Point>, cut_at: Option<f64>) {
        if let Some(ring) = self.lanes.get_mut(tag) {
            ring.prepend(past, cut_at);
        }
    }

    /// The points of a tag from a time on, with the previous one, and the mark of their end.
    pub(crate) fn since(&self, tag: &str, since: Option<f64>) -> (LanePoints, ReadPosition) {
        let Some(ring) = self.lanes.get(tag) else { return Default::default() };
        (lane(ring.since(since)), ring.mark())
    }

    /// The same in the format for saving, up to a time.
    pub(crate) fn saved(&self, tag: &str, since: Option<f64>, until: f64) -> SavedLane {
        let ring = self.lanes.get(tag);
        let points = ring.into_iter().flat_map(|it| it.since(since));
        saved::saved(tag, points, self.cut_at(tag), until)
    }

    /// The time before which a tag's points have unknown gaps.
    pub(crate) fn cut_at(&self, tag: &str) -> Option<f64> {
        self.lanes.get(tag)?.cut_at
    }

    /// Whether the points after the mark are known: it is a mark of this lane, with the same clock.
    pub(crate) fn knows(&self, tag: &str, mark: &ReadPosition) -> bool {
        self.lanes.get(tag).is_some_and(|it| it.has(mark))
    }

    /// The points after a known mark of a lane.
    pub(crate) fn after(&self, tag: &str, mark: &mut ReadPosition) -> LanePoints {
        self.lanes.get(tag).map(|it| it.after(mark)).unwrap_or_default()
    }

    /// The values of all tags in the last minute.
    pub(crate) fn minute(&self) -> &Minute {
        &self.minute
    }

    /// The start of the newest scan.
    pub(crate) fn until(&self) -> f64 {
        self.until
    }

    /// Number of the latest scans by duration, in tenths of the interval; the last one counts
    /// longer scans.
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

/// Maximum distance of two scans, in milliseconds, within which values are assumed to have held,
/// for a given interval.
fn maximum_gap(every: f64) -> f64 {
    (every * f64::from(LIVE_INTERVALS)).max(LIVE_AT_LEAST.as_secs_f64() * 1000.0)
}

/// The value of a tag in a scan.
fn point(view: &LiveView, tag: &str, way: Option<&TagPath>) -> Point {
    let seen = match way {
        Some(way) => way.value(&view.tags),
        None => view.tags.get(tag).map(Cow::Borrowed),
    };
    Point {
        at: millis(view.timestamp),
        value: seen.as_deref().and_then(remembered),
        is_uncertain: seen.is_some_and(|it| it.quality == Quality::Uncertain),
    }
}

#[cfg(test)]
mod tests;

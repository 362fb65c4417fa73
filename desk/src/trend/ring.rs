//! The past of one tag. A value is valid until the next point; a gap is a point without a value.

use std::{collections::VecDeque, sync::Arc};

use crate::{last_minute::Point, parts::TagPath, view::LanePoints};

/// Number of points of one tag: at ten per second, more than an hour of a permanently changing
/// value.
pub(super) const POINTS: usize = 40_000;

/// One tag's past.
#[derive(Default)]
pub(super) struct Ring {
    points: VecDeque<Point>,
    /// The number of the first point: it increases when points are dropped, and decreases when
    /// older ones are inserted.
    first: i64,
    /// When it was last requested.
    pub(super) asked: u64,
    /// The service has only the newest values before this time.
    pub(super) cut_at: Option<f64>,
    /// The part of a tag, if it is not a tag itself.
    pub(super) way: Option<TagPath>,
    /// Marks are valid only with the same identity. It changes when the positions are counted from
    /// the beginning again.
    identity: Arc<()>,
}

/// The position up to which a screen has read a lane. The lane is kept as long as its mark.
#[derive(Default)]
pub(crate) struct ReadPosition {
    of: Arc<()>,
    end: i64,
}

impl Ring {
    /// A lane that is requested now.
    pub(super) fn new(asked: u64, way: Option<TagPath>) -> Self {
        Self { asked, way, ..Self::default() }
    }

    /// Adds a point if it differs from the last one.
    pub(super) fn add(&mut self, point: Point) {
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

    /// Removes points after this time, because the clock was set back. Earlier marks are no longer
    /// valid.
    pub(super) fn set_back(&mut self, to: f64) {
        while self.points.back().is_some_and(|it| it.at >= to) {
            self.points.pop_back();
        }
        self.identity = Arc::default();
    }

    /// Inserts earlier points before the existing ones; oldest first.
    pub(super) fn prepend(&mut self, past: Vec<Point>, cut_at: Option<f64>) {
        let begin = self.points.front().map_or(f64::INFINITY, |it| it.at);
        let mut past: Vec<Point> = past.into_iter().filter(|it| it.at < begin).collect();
        past.dedup_by(|later, earlier| later.says(earlier));
        for point in past.into_iter().rev() {
            if self.points.len() < POINTS {
                self.points.push_front(point);
                self.first -= 1;
            }
        }
        // If all existing points are later, no point is missing.
        let reaches = |cut: &f64| self.points.front().is_some_and(|it| it.at <= *cut);
        self.cut_at = cut_at.or(self.cut_at).filter(reaches);
    }

    /// The points from a time on, with the previous one.
    pub(super) fn since(&self, since: Option<f64>) -> impl Iterator<Item = &Point> {
        let upto = |since| self.points.partition_point(|it| it.at <= since);
        self.points.range(since.map_or(0, |since| upto(since).saturating_sub(1))..)
    }

    /// The points after a mark of this lane.
    pub(super) fn after(&self, mark: &mut ReadPosition) -> LanePoints {
        let skip = usize::try_from(mark.end - self.first).unwrap_or(0);
        mark.end = self.end();
        lane(self.points.range(skip.min(self.points.len())..))
    }

    /// The mark of its end.
    pub(super) fn mark(&self) -> ReadPosition {
        ReadPosition { of: Arc::clone(&self.identity), end: self.end() }
    }

    /// Whether it is a mark of this lane.
    pub(super) fn has(&self, mark: &ReadPosition) -> bool {
        Arc::ptr_eq(&self.identity, &mark.of)
    }

    /// Whether a screen reads it.
    pub(super) fn is_read(&self) -> bool {
        Arc::strong_count(&self.identity) > 1
    }

    fn end(&self) -> i64 {
        self.first + i64::try_from(self.points.len()).unwrap_or(i64::MAX)
    }
}

/// The points in the format for a screen.
pub(crate) fn lane<'a>(points: impl Iterator<Item = &'a Point>) -> LanePoints {
    let mut lane = LanePoints::default();
    for point in points {
        lane.times.push(point.at);
        lane.values.push(point.value);
        if point.is_uncertain {
            lane.uncertain.push(point.at);
        }
    }
    lane
}

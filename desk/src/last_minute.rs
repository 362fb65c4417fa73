//! The last minute of all tags of a session, one sample per second: the initial data of small
//! graphs. Time is passed in with the values.
//!
//! With 50,000 tags it uses 24 MB, and reads each value once per second.

use std::collections::VecDeque;

use indexmap::IndexSet;
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue},
};
use tagbridge_bridge::{LiveView, ViewValidity};

use crate::{text::number, time::count};

/// Number of stored seconds, in addition to the current one.
const SECONDS: i64 = 60;

/// The last minute of all tags of a session.
#[derive(Default)]
pub(crate) struct Minute {
    names: IndexSet<String>,
    /// The oldest first.
    samples: VecDeque<Sample>,
}

/// A value from this time on; `None` if the tag was not read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) at: f64,
    pub(crate) value: Option<f64>,
    /// Whether the value is uncertain.
    pub(crate) is_uncertain: bool,
}

impl Point {
    /// Whether both have the same content, apart from the time.
    pub(crate) fn says(&self, other: &Self) -> bool {
        let bits = |it: &Self| it.value.map(f64::to_bits);
        bits(self) == bits(other) && self.is_uncertain == other.is_uncertain
    }
}

/// The values of all tags in one second, in the order of the names; NaN: cannot be drawn.
struct Sample {
    /// The time in seconds since 1970.
    second: i64,
    values: Vec<f64>,
}

impl Minute {
    /// Stores a sample, unless this second already has one. Ignores views after reading has
    /// stopped.
    pub(crate) fn add(&mut self, view: &LiveView) {
        let second = second(view.timestamp);
        match self.samples.back_mut() {
            Some(last) if last.second == second => {
                if view.holds == ViewValidity::UntilNext {
                    last.values.clear();
                }
                return;
            }
            // A clock that was set back.
            Some(last) if last.second > second => self.samples.clear(),
            _ => {}
        }
        self.follow(view);
        let values = view.tags.values().map(|it| drawn(it).unwrap_or(f64::NAN)).collect();
        self.samples.push_back(Sample { second, values });
        // The last sample before the minute is its initial value.
        while self.samples.get(1).is_some_and(|it| it.second <= second - SECONDS) {
            self.samples.pop_front();
        }
    }

    /// Records that no tag was read from this time on.
    pub(crate) fn pause(&mut self, since: Timestamp) {
        let second = second(since) + 1;
        if self.samples.back().is_some_and(|it| it.second < second) {
            self.samples.push_back(Sample { second, values: Vec::new() });
        }
    }

    /// The values of a tag at each second, the newest last, until this time.
    pub(crate) fn of(&self, tag: &str, until: Timestamp) -> Vec<Option<f64>> {
        let Some(place) = self.names.get_index_of(tag) else { return Vec::new() };
        let Some(first) = self.samples.front() else { return Vec::new() };
        let last = second(until).max(self.samples.back().map_or(0, |it| it.second));
        let mut samples = self.samples.iter().peekable();
        let mut held = f64::NAN;
        (0..=SECONDS)
            .map(|it| last - (SECONDS - it))
            .filter(|it| *it >= first.second)
            .map(|second| {
                while let Some(sample) = samples.next_if(|it| it.second <= second) {
                    held = sample.values.get(place).copied().unwrap_or(f64::NAN);
                }
                Some(held).filter(|it| !it.is_nan())
            })
            .collect()
    }

    /// The values of a tag at the sampled seconds.
    pub(crate) fn points(&self, tag: &str) -> Vec<Point> {
        let Some(place) = self.names.get_index_of(tag) else { return Vec::new() };
        let point = |it: &Sample| Point {
            at: count(it.second.unsigned_abs()) * 1000.0,
            value: it.values.get(place).copied().filter(|it| !it.is_nan()),
            is_uncertain: false,
        };
        self.samples.iter().map(point).collect()
    }

    /// Keeps the past of the remaining tags when the list of tags changes.
    fn follow(&mut self, view: &LiveView) {
        if self.names.len() == view.tags.len() && self.names.iter().eq(view.tags.keys()) {
            return;
        }
        let names: IndexSet<String> = view.tags.keys().cloned().collect();
        let places: Vec<Option<usize>> =
            names.iter().map(|it| self.names.get_index_of(it)).collect();
        for sample in &mut self.samples {
            let value = |place: &Option<usize>| {
                place.and_then(|it| sample.values.get(it).copied()).unwrap_or(f64::NAN)
            };
            sample.values = places.iter().map(value).collect();
        }
        self.names = names;
    }
}

/// The second of a time.
fn second(at: Timestamp) -> i64 {
    at.as_millis().div_euclid(1000)
}

/// Returns the value as a number to draw; `None` if it is bad or not a number.
pub(crate) fn drawn(value: &TagValue) -> Option<f64> {
    number(&value.value).filter(|_| value.quality != Quality::Bad)
}

/// The number that a trend stores: also a non-finite one, which is transmitted as text and cannot
/// be drawn.
pub(crate) fn remembered(value: &TagValue) -> Option<f64> {
    let infinite = || match value.value.as_str()? {
        "NaN" => Some(f64::NAN),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    };
    drawn(value).or_else(|| infinite().filter(|_| value.quality != Quality::Bad))
}

/// Whether it cannot be drawn: a text, a structure.
pub(crate) fn is_not_drawn(value: &TagValue) -> bool {
    !value.value.is_null() && remembered(value).is_none()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::testing::scan;

    /// A scan that is followed by others.
    fn read(second: i64, values: &[(&str, Option<f64>)]) -> LiveView {
        let holds = ViewValidity::Then { at: Instant::now(), every: Duration::from_secs(1) };
        LiveView { holds, ..scan(second, values) }
    }

    fn of(minute: &Minute, tag: &str, until: i64) -> Vec<Option<f64>> {
        minute.of(tag, Timestamp::from_millis(until).expect("a time"))
    }

    #[test]
    fn a_value_holds_until_the_next_and_a_hole_is_one() {
        let mut it = Minute::default();
        for (second, value) in [(1, Some(1.0)), (2, Some(2.0)), (4, None), (6, Some(6.0))] {
            it.add(&scan(second, &[("A", value)]));
        }
        let some = Some;
        assert_eq!(
            of(&it, "A", 7999),
            [some(1.0), some(2.0), some(2.0), None, None, some(6.0), some(6.0)]
        );
        assert_eq!(of(&it, "B", 7000), []);
    }

    #[test]
    fn what_was_not_read_for_a_while_is_a_hole() {
        let mut it = Minute::default();
        it.add(&scan(1, &[("A", Some(1.0))]));
        it.pause(Timestamp::from_millis(2000).expect("a time"));
        it.add(&scan(6, &[("A", Some(6.0))]));
        assert_eq!(of(&it, "A", 6000), [Some(1.0), Some(1.0), None, None, None, Some(6.0)]);
        let points: Vec<_> = it.points("A").iter().map(|it| (it.at, it.value)).collect();
        assert_eq!(points, [(1000.0, Some(1.0)), (3000.0, None), (6000.0, Some(6.0))]);
    }

    #[test]
    fn what_nobody_reads_any_more_does_not_hold_whenever_in_a_second_that_began() {
        let mut it = Minute::default();
        it.add(&read(1, &[("A", Some(1.0))]));
        it.add(&read(2, &[("A", Some(2.0))]));
        it.add(&scan(2, &[("A", None)]));
        assert_eq!(of(&it, "A", 4000), [Some(1.0), None, None, None]);
        it.add(&read(5, &[("A", Some(5.0))]));
        assert_eq!(of(&it, "A", 5000), [Some(1.0), None, None, None, Some(5.0)]);
    }

    #[test]
    fn a_trend_can_begin_with_it() {
        let mut it = Minute::default();
        for (second, value) in [(1, Some(1.0)), (3, None)] {
            it.add(&scan(second, &[("A", value)]));
        }
        let points: Vec<_> = it.points("A").iter().map(|it| (it.at, it.value)).collect();
        assert_eq!(points, [(1000.0, Some(1.0)), (3000.0, None)]);
        assert_eq!(it.points("B").len(), 0);
    }

    #[test]
    fn a_minute_is_kept_and_what_held_when_it_began() {
        let mut it = Minute::default();
        it.add(&scan(1, &[("A", Some(1.0))]));
        for second in 100..200 {
            it.add(&read(second, &[("A", Some(2.0))]));
            it.add(&read(second, &[("A", Some(9.0))]));
        }
        assert_eq!(of(&it, "A", 199_000), vec![Some(2.0); 61], "the first of each second");
        assert_eq!(it.samples.len(), 61);
        it.add(&scan(50, &[("A", Some(3.0))]));
        assert_eq!(of(&it, "A", 50_000), [Some(3.0)], "the clock was set back");
    }

    #[test]
    fn a_tag_keeps_its_past_when_others_come_and_go() {
        let mut it = Minute::default();
        it.add(&scan(1, &[("A", Some(1.0)), ("B", Some(10.0))]));
        it.add(&scan(2, &[("New", Some(0.0)), ("B", Some(20.0))]));
        assert_eq!(of(&it, "B", 2000), [Some(10.0), Some(20.0)]);
        assert_eq!(of(&it, "New", 2000), [None, Some(0.0)]);
        assert_eq!(of(&it, "A", 2000), []);
    }
}

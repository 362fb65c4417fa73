//! The service's history of a tag. It has a gap where the tag was not read for some time.

use std::sync::Arc;

use tagbridge_api::{
    hmi::{
        Quality, TagValue,
        history::{History, HistoryEntry},
    },
    limits::COMPLETE_EVERY,
};

use super::maximum_gap;
use crate::{
    last_minute::{Point, remembered},
    time::{count, millis},
};

/// Minimum number of entries that show the interval of the snapshots.
const ENOUGH: usize = 8;

/// Scan intervals, in milliseconds.
pub(crate) struct Rates {
    /// The interval of the session.
    pub(crate) session: f64,
    /// The interval of the tag.
    pub(crate) tag: f64,
}

/// A tag's history as points, oldest first. It has an entry of each change and of each complete
/// snapshot, and each entry has its snapshot's number. So the number of scans between two entries
/// is known, and a gap is detected if the time between them is too long for that number.
///
/// `next`: the time of the first point that is already known; `None` if the tag is not read now.
pub(crate) fn past(history: History, rates: &Rates, next: Option<f64>) -> Vec<Point> {
    let mut entries = history.history;
    entries.reverse();
    let places: Vec<(f64, u64)> =
        entries.iter().map(|it| (millis(it.timestamp), it.sequence)).collect();
    let every = pace(&places).map_or(rates.session, |it| it.max(rates.session));
    let mut points = Vec::with_capacity(entries.len());
    let later = places.iter().skip(1).map(Some).chain([None]);
    for ((entry, &(at, sequence)), later) in entries.into_iter().zip(&places).zip(later) {
        let point = point(entry);
        points.push(point);
        let (then, between, read) = match later {
            Some(&(then, later)) => {
                let scans = count(scans(sequence, later).min(COMPLETE_EVERY));
                (then, scans, scans)
            }
            None => (next.unwrap_or(f64::INFINITY), count(COMPLETE_EVERY), 1.0),
        };
        if point.value.is_some() && then - at > maximum_gap((every * between).max(rates.tag)) {
            let at = at + (every * read).max(rates.tag);
            points.push(Point { at, value: None, is_uncertain: false });
        }
    }
    points
}

/// Number of scans between two snapshots; a snapshot of another stream counts as its first.
fn scans(sequence: u64, later: u64) -> u64 {
    later.checked_sub(sequence).filter(|it| *it > 0).unwrap_or(1)
}

/// The usual interval of the snapshots, which may differ from the session's current one. `None`:
/// too few entries.
fn pace(places: &[(f64, u64)]) -> Option<f64> {
    let apart = |pair: &[(f64, u64)]| match pair {
        [(at, sequence), (then, later)] => Some((then - at) / count(scans(*sequence, *later))),
        _ => None,
    };
    let mut all: Vec<f64> = places.windows(2).filter_map(apart).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().filter(|_| all.len() >= ENOUGH)
}

fn point(entry: HistoryEntry) -> Point {
    let quality = entry.quality.unwrap_or(Quality::Good);
    let value = TagValue {
        value: entry.value,
        type_name: Arc::default(),
        quality,
        reason: entry.reason,
        timestamp: entry.timestamp,
    };
    Point {
        at: millis(entry.timestamp),
        value: remembered(&value),
        is_uncertain: quality == Quality::Uncertain,
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_api::Timestamp;

    use super::*;

    const SECOND: Rates = Rates { session: 1000.0, tag: 1000.0 };

    /// Seconds, snapshots and values, oldest first.
    fn history(entries: &[(i64, u64, f64)]) -> History {
        let entry = |&(second, sequence, value): &(i64, u64, f64)| HistoryEntry {
            value: value.into(),
            timestamp: Timestamp::from_millis(second * 1000).expect("a time"),
            sequence,
            quality: None,
            reason: None,
        };
        History {
            project_id: "p".into(),
            tag: "A".into(),
            count: 0,
            history: entries.iter().rev().map(entry).collect(),
            cut_at: None,
        }
    }

    /// The gaps, in seconds.
    fn gaps_in_seconds(entries: &[(i64, u64, f64)], rates: &Rates, next: Option<f64>) -> Vec<f64> {
        let past = past(history(entries), rates, next);
        past.iter().filter(|it| it.value.is_none()).map(|it| it.at / 1000.0).collect()
    }

    #[test]
    fn a_night_without_a_session_is_a_hole() {
        let entries = [(0, 1, 1.0), (60, 61, 1.0), (50_000, 72, 1.0), (50_060, 132, 1.0)];
        // Eleven scans are known to have followed the last entry of the evening.
        assert_eq!(gaps_in_seconds(&entries, &SECOND, Some(50_065_000.0)), [71.0]);
        let past = past(history(&entries), &SECOND, Some(50_065_000.0));
        assert_eq!(past.len(), 5);
        assert!(past.is_sorted_by(|a, b| a.at < b.at));
    }

    #[test]
    fn what_stands_still_has_no_holes() {
        let steady: Vec<_> =
            (0..9_u32).map(|it| (i64::from(it) * 63, u64::from(it) * 60, 1.0)).collect();
        assert_eq!(gaps_in_seconds(&steady, &SECOND, Some(530_000.0)), [0.0; 0]);
    }

    #[test]
    fn a_start_soon_after_a_stop_leaves_a_hole_too() {
        assert_eq!(gaps_in_seconds(&[(0, 1, 1.0), (30, 2, 1.0)], &SECOND, Some(31_000.0)), [1.0]);
        assert_eq!(gaps_in_seconds(&[(0, 1, 1.0), (9, 2, 1.0)], &SECOND, Some(10_000.0)), [0.0; 0]);
    }

    #[test]
    fn where_nothing_is_read_now_the_last_value_does_not_go_on() {
        assert_eq!(gaps_in_seconds(&[(0, 1, 1.0)], &SECOND, None), [1.0]);
        assert_eq!(gaps_in_seconds(&[(0, 1, 1.0)], &SECOND, Some(170_000.0)), [0.0; 0]);
        assert_eq!(gaps_in_seconds(&[(0, 1, 1.0)], &SECOND, Some(190_000.0)), [1.0]);
        assert_eq!(gaps_in_seconds(&[], &SECOND, None), [0.0; 0]);
    }

    #[test]
    fn what_is_read_seldom_has_no_holes() {
        let hourly = Rates { tag: 3_600_000.0, ..SECOND };
        assert_eq!(
            gaps_in_seconds(&[(0, 1, 1.0), (3600, 60, 2.0)], &hourly, Some(3_601_000.0)),
            [0.0; 0]
        );
        // The session itself had a longer interval.
        let slow: Vec<_> =
            (0..20_u32).map(|it| (i64::from(it) * 20, u64::from(it), f64::from(it))).collect();
        assert_eq!(gaps_in_seconds(&slow, &SECOND, Some(381_000.0)), [0.0; 0]);
    }

    #[test]
    fn another_stream_begins_with_its_first_snapshot() {
        assert_eq!(
            gaps_in_seconds(&[(0, 900, 1.0), (100, 1, 1.0)], &SECOND, Some(101_000.0)),
            [1.0]
        );
    }
}

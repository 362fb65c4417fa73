//! The gaps between scans.

use tagbridge_api::limits::{LIVE_AT_LEAST, LIVE_INTERVALS};

use crate::{
    block::{Row, ScanContinuity},
    recorded_state::GapReason,
};

/// A gap in milliseconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GapMillis {
    pub(crate) from: i64,
    pub(crate) until: i64,
    pub(crate) reason: GapReason,
}

impl GapMillis {
    pub(crate) fn contains(&self, at_ms: i64) -> bool {
        (self.from..self.until).contains(&at_ms)
    }
}

/// The gaps within a file, and its first and its last scan; `None`: damaged.
#[derive(Debug, Default)]
pub(crate) struct FileGaps {
    pub(crate) first: Option<Row>,
    pub(crate) within: Vec<GapMillis>,
    pub(crate) last: Option<Row>,
}

impl FileGaps {
    /// Adds a block that cannot be read.
    pub(crate) fn add_damage(&mut self, from: i64, until: i64) {
        self.within.push(GapMillis { from, until, reason: GapReason::Damaged });
        self.last = None;
    }

    /// Adds the scans of a block.
    pub(crate) fn add(&mut self, rows: Vec<Row>) {
        if self.within.is_empty() && self.last.is_none() {
            self.first = rows.first().cloned();
        }
        for row in rows {
            self.within.extend(self.last.take().and_then(|last| between(&last, Some(&row))));
            self.last = Some(row);
        }
    }
}

/// The gap between two consecutive scans; `None`: after the last scan, whose gap has this known
/// reason.
pub(crate) fn between(last: &Row, next: Option<&Row>) -> Option<GapMillis> {
    let until = next.map_or(i64::MAX, |it| it.at_ms);
    if last.before == ScanContinuity::Ended {
        return Some(GapMillis { from: last.at_ms, until, reason: GapReason::Ended });
    }
    let reason = match next.map(|it| it.before) {
        None => GapReason::Outside,
        Some(ScanContinuity::Dropped) => GapReason::NotWritten,
        Some(ScanContinuity::Started) => GapReason::Interrupted,
        Some(ScanContinuity::Next | ScanContinuity::Ended) => GapReason::NoScan,
    };
    if last.every_ms == 0 {
        let is_told = matches!(reason, GapReason::NoScan | GapReason::Outside);
        let reason = if is_told { GapReason::NotConnected } else { reason };
        return Some(GapMillis { from: last.at_ms, until, reason });
    }
    let shortest = i64::try_from(LIVE_AT_LEAST.as_millis()).unwrap_or(i64::MAX);
    let far = every(last).saturating_mul(LIVE_INTERVALS.into()).max(shortest);
    let is_far = until.saturating_sub(last.at_ms) > far;
    let is_marked = matches!(reason, GapReason::NotWritten | GapReason::Interrupted);
    let from = last.at_ms.saturating_add(every(last)).min(until);
    (is_far || is_marked).then_some(GapMillis { from, until, reason })
}

pub(crate) fn every(row: &Row) -> i64 {
    i64::try_from(row.every_ms).unwrap_or(i64::MAX)
}

//! The gaps of a recording.

use tagbridge_api::{
    Timestamp,
    limits::{LIVE_AT_LEAST, LIVE_INTERVALS},
};

use super::{Place, Recording};
use crate::{
    block::{Before, Block, Row},
    error::RecordingError,
    known::{GapReason, RecordingGap},
};

/// A gap in milliseconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct GapMillis {
    from: i64,
    until: i64,
    pub(super) reason: GapReason,
}

impl GapMillis {
    pub(super) fn contains(&self, at_ms: i64) -> bool {
        (self.from..self.until).contains(&at_ms)
    }
}

impl Recording {
    /// The gaps between `from` and `until`, in order, including the time before the first scan and
    /// after the last one.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn gaps(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<RecordingGap>, RecordingError> {
        let (from_ms, until_ms) = (from.as_millis(), until.as_millis());
        let mut all: Vec<GapMillis> = Vec::new();
        let mut add = |it: GapMillis| match all.last_mut() {
            Some(last) if last.until >= it.from && last.reason == it.reason => {
                last.until = last.until.max(it.until);
            }
            _ => all.push(it),
        };
        let mut last: Option<Row> = None;
        let start = self.place_at(from_ms).or_else(|| self.first());
        match start.and_then(|it| self.piece(it)) {
            None => add(GapMillis { from: from_ms, until: until_ms, reason: GapReason::Outside }),
            Some(piece) if piece.from_ms > from_ms => {
                let until = piece.from_ms;
                add(GapMillis { from: from_ms, until, reason: GapReason::Outside });
            }
            Some(_) => {}
        }
        let mut here = start;
        while let Some(place) = here {
            let Some(piece) = self.piece(place).filter(|it| it.from_ms <= until_ms) else { break };
            match self.block(place)? {
                None => {
                    let (from, until) = (piece.from_ms, piece.to_ms);
                    add(GapMillis { from, until, reason: GapReason::Damaged });
                    last = None;
                }
                Some(block) => {
                    for row in &block.rows {
                        if let Some(gap) = last.as_ref().and_then(|last| between(last, Some(row))) {
                            add(gap);
                        }
                        last = Some(row.clone());
                    }
                }
            }
            here = self.behind(place);
        }
        if let Some(gap) = last.filter(|_| here.is_none()).and_then(|it| between(&it, None)) {
            add(gap);
        }
        let cut = |it: GapMillis| {
            let (from, until) = (it.from.max(from_ms), it.until.min(until_ms));
            let times = (Timestamp::from_millis(from)?, Timestamp::from_millis(until)?);
            (from < until).then_some(RecordingGap {
                from: times.0,
                until: times.1,
                reason: it.reason,
            })
        };
        Ok(all.into_iter().filter_map(cut).collect())
    }

    /// The gap after a row of a block.
    pub(super) fn gap_after(
        &self,
        place: Place,
        block: &Block,
        row: usize,
    ) -> Result<Option<GapMillis>, RecordingError> {
        let Some(last) = block.rows.get(row) else { return Ok(None) };
        if let Some(next) = block.rows.get(row + 1) {
            return Ok(between(last, Some(next)));
        }
        let Some(behind) = self.behind(place) else { return Ok(between(last, None)) };
        if let Some(next) = self.block(behind)? {
            return Ok(between(last, next.rows.first()));
        }
        let until = self.piece(behind).map_or(last.at_ms, |it| it.to_ms);
        let from = last.at_ms.saturating_add(every(last));
        Ok(Some(GapMillis { from, until, reason: GapReason::Damaged }))
    }
}

/// The gap between two consecutive scans; `None`: after the last scan, whose gap has this known
/// reason.
fn between(last: &Row, next: Option<&Row>) -> Option<GapMillis> {
    let until = next.map_or(i64::MAX, |it| it.at_ms);
    if last.before == Before::Ended {
        return Some(GapMillis { from: last.at_ms, until, reason: GapReason::Ended });
    }
    let reason = match next.map(|it| it.before) {
        None => GapReason::Outside,
        Some(Before::Dropped) => GapReason::NotWritten,
        Some(Before::Started) => GapReason::Interrupted,
        Some(Before::Next | Before::Ended) => GapReason::NoScan,
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

fn every(row: &Row) -> i64 {
    i64::try_from(row.every_ms).unwrap_or(i64::MAX)
}

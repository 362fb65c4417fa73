//! The gaps of a recording.

use std::{io, sync::Arc};

use tagbridge_api::{
    Timestamp,
    limits::{LIVE_AT_LEAST, LIVE_INTERVALS},
};

use super::{Place, Recording};
use crate::{
    block::{Before, Block, Row},
    error::RecordingError,
    file::Contents,
    known::{GapReason, RecordingGap},
};

/// A gap in milliseconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GapMillis {
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
        let start = self.place_at(from_ms).or_else(|| self.first());
        let begins_ms = start.and_then(|it| self.piece(it)).map_or(until_ms, |it| it.from_ms);
        let mut all: Vec<GapMillis> = Vec::new();
        if begins_ms > from_ms {
            let reason = GapReason::Outside;
            all.push(GapMillis { from: from_ms, until: begins_ms, reason });
        }
        let is_touched = |it: &&Arc<Contents>| it.span().is_some_and(|it| it.0 <= until_ms);
        let files = self.files.iter().skip(start.map_or(0, |it| it.0)).filter(is_touched);
        let mut last: Option<&Row> = None;
        for file in files {
            let gaps = file.gaps().map_err(RecordingError::file(&file.path))?;
            all.extend(last.and_then(|it| between(it, Some(gaps.first.as_ref()?))));
            all.extend(&gaps.within);
            last = gaps.last.as_ref();
        }
        let is_end = self.files.last().and_then(|it| it.span()).is_none_or(|it| it.0 <= until_ms);
        all.extend(last.filter(|_| is_end).and_then(|it| between(it, None)));
        all.dedup_by(|it, before| {
            let is_same = before.until >= it.from && before.reason == it.reason;
            if is_same {
                before.until = before.until.max(it.until);
            }
            is_same
        });
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

/// The gaps within a file, and its first and its last scan; `None`: damaged.
#[derive(Debug, Default)]
pub(crate) struct FileGaps {
    first: Option<Row>,
    within: Vec<GapMillis>,
    last: Option<Row>,
}

impl Contents {
    /// Its gaps. All of its blocks are read once.
    fn gaps(&self) -> io::Result<&FileGaps> {
        if let Some(known) = self.gaps.get() {
            return Ok(known);
        }
        let mut gaps = FileGaps::default();
        for (place, piece) in self.pieces.iter().enumerate() {
            let Some(block) = self.block(place)? else {
                let (from, until) = (piece.from_ms, piece.to_ms);
                gaps.within.push(GapMillis { from, until, reason: GapReason::Damaged });
                gaps.last = None;
                continue;
            };
            if place == 0 {
                gaps.first = block.rows.first().cloned();
            }
            for row in block.rows {
                gaps.within.extend(gaps.last.and_then(|last| between(&last, Some(&row))));
                gaps.last = Some(row);
            }
        }
        Ok(self.gaps.get_or_init(|| gaps))
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

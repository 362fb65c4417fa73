//! The gaps of a recording.

use std::sync::Arc;

use tagbridge_api::Timestamp;

use super::{Place, Recording};
use crate::{
    block::{Block, Row},
    error::RecordingError,
    file::Contents,
    gap::{GapMillis, between, every},
    recorded_state::{GapReason, RecordingGap},
};

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

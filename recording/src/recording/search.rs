//! The values at a moment, the scans around it, and the changes of a tag.

use std::sync::Arc;

use tagbridge_api::{Timestamp, hmi::TagValue};

use super::{Place, Recording};
use crate::{
    block::{Block, Row, ScanContinuity},
    error::RecordingError,
    file::Piece,
    recorded_state::{GapReason, RecordedChange, RecordedScan, RecordedState},
};

type Read<T> = Result<T, RecordingError>;

impl Recording {
    /// The information about these tags at a moment, in their order. The moment of a scan is its
    /// start, which is also the moment of its values.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn values_at(&self, names: &[&str], at: Timestamp) -> Read<Vec<RecordedState>> {
        let at_ms = at.as_millis();
        let Some((place, block, row)) = self.row_at(at_ms)? else {
            return Ok(vec![RecordedState::Gap(self.why_no_row(at_ms)); names.len()]);
        };
        if let Some(gap) = self.gap_after(place, &block, row)?
            && gap.contains(at_ms)
        {
            return Ok(vec![RecordedState::Gap(gap.reason); names.len()]);
        }
        let mut found = TagSearch::of(names);
        let (mut here, mut block, mut last_row) = (place, Some(block), row);
        while let Some(piece) = self.piece(here) {
            let is_read = block.as_ref().and_then(|it| found.read(it, piece, last_row));
            if is_read.is_none() {
                found.lose();
            }
            if found.missing.is_empty() || piece.is_complete() {
                break;
            }
            let Some(before) = self.before(here) else { break };
            (here, last_row) = (before, usize::MAX);
            block = self.block(before)?;
        }
        Ok(found.known)
    }

    /// The last scan that began before a moment, if there is one.
    pub fn scan_before(&self, at: Timestamp) -> Read<Option<RecordedScan>> {
        let found = self.row_at(at.as_millis() - 1)?;
        Ok(found.and_then(|(place, block, row)| self.scan(place, block.rows.get(row)?)))
    }

    /// The last scan that began at or before a moment, if there is one.
    pub fn scan_at(&self, at: Timestamp) -> Read<Option<RecordedScan>> {
        self.scan_before(at.saturating_add(std::time::Duration::from_millis(1)))
    }

    /// The first scan that began after a moment, if there is one.
    pub fn scan_after(&self, at: Timestamp) -> Read<Option<RecordedScan>> {
        let at_ms = at.as_millis();
        let mut here = self.place_at(at_ms).or_else(|| self.first());
        while let Some(place) = here {
            if let Some(block) = self.block(place)? {
                let later = |it: &&Row| it.at_ms > at_ms && it.before != ScanContinuity::Ended;
                if let Some(row) = block.rows.iter().find(later) {
                    return Ok(self.scan(place, row));
                }
            }
            here = self.behind(place);
        }
        Ok(None)
    }

    /// The scans that began in a period, both ends included, in order.
    pub fn scans(&self, from: Timestamp, until: Timestamp) -> Read<Vec<RecordedScan>> {
        let (from_ms, until_ms) = (from.as_millis(), until.as_millis());
        let mut found = Vec::new();
        for place in self.places(from_ms, until_ms) {
            let Some(block) = self.block(place)? else { continue };
            let rows = block.rows.iter().filter(|it| it.before != ScanContinuity::Ended);
            let within = rows.filter(|it| (from_ms..=until_ms).contains(&it.at_ms));
            found.extend(within.filter_map(|it| self.scan(place, it)));
        }
        found.sort_by_key(|it| it.at);
        Ok(found)
    }

    /// The changes of a tag in scans after `from`, up to and including `until`, in order. The value
    /// before the first change is [`values_at`](Self::values_at) of `from`. A change during a gap
    /// is in the first scan after the gap.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn changes(
        &self,
        tag: &str,
        from: Timestamp,
        until: Timestamp,
    ) -> Read<Vec<RecordedChange>> {
        let all = self.all_changes(&[tag], from, until)?;
        Ok(all.into_iter().map(|it| it.1).collect())
    }

    /// The changes of several tags, each with the index of the tag in `names`, in the order of the
    /// scans and, within a scan, of the names.
    pub fn all_changes(
        &self,
        names: &[&str],
        from: Timestamp,
        until: Timestamp,
    ) -> Read<Vec<(usize, RecordedChange)>> {
        let value = |it| match it {
            RecordedState::Value { value, .. } => Some(value),
            RecordedState::Gap(_) | RecordedState::NotRead => None,
        };
        let mut last: Vec<Option<TagValue>> =
            self.values_at(names, from)?.into_iter().map(value).collect();
        let (from_ms, until_ms) = (from.as_millis(), until.as_millis());
        let mut found = Vec::new();
        for place in self.places(from_ms.saturating_add(1), until_ms) {
            let Some(piece) = self.piece(place) else { continue };
            let number = |name: &&str| piece.names.tags.get_index_of(*name);
            let mut numbers: Vec<(usize, usize)> =
                (0..).zip(names).filter_map(|(place, name)| Some((number(name)?, place))).collect();
            numbers.sort_unstable();
            let wanted: Vec<usize> = numbers.iter().map(|it| it.0).collect();
            let Some(block) = self.block(place)? else { continue };
            let changes = block.changes(&wanted, &piece.names).unwrap_or_default();
            for (number, changes) in changes {
                let at = numbers.binary_search_by_key(&number, |it| it.0);
                let Some(&(_, name)) = at.ok().and_then(|at| numbers.get(at)) else { continue };
                let Some(last) = last.get_mut(name) else { continue };
                for (row, value) in changes {
                    let Some(at_ms) = block.rows.get(row).map(|it| it.at_ms) else { continue };
                    let is_change = last.as_ref().is_none_or(|it| !it.same_content(&value));
                    if !is_change || at_ms <= from_ms || at_ms > until_ms {
                        continue;
                    }
                    let Some(scan) = Timestamp::from_millis(at_ms) else { continue };
                    *last = Some(value.clone());
                    found.push((name, RecordedChange { scan, value }));
                }
            }
        }
        found.sort_by_key(|(name, it)| (it.scan, *name));
        Ok(found)
    }

    /// The last change of a tag before a moment; `None`: it did not change since the recording began.
    pub fn change_before(&self, tag: &str, at: Timestamp) -> Read<Option<RecordedChange>> {
        let Some((first, _)) = self.span() else { return Ok(None) };
        let mut until = at.as_millis() - 1;
        let mut width = 10 * 60_000;
        while until >= first.as_millis() {
            let from = until.saturating_sub(width).max(first.as_millis() - 1);
            let mut found = self.changes_ms(tag, from, until)?;
            // The first read of a tag is not a change.
            if from < first.as_millis() && !found.is_empty() {
                found.remove(0);
            }
            if let Some(last) = found.pop() {
                return Ok(Some(last));
            }
            (until, width) = (from, width.saturating_mul(2));
        }
        Ok(None)
    }

    /// The first change of a tag after a moment; `None`: it does not change later.
    pub fn change_after(&self, tag: &str, at: Timestamp) -> Read<Option<RecordedChange>> {
        let Some((first, last)) = self.span() else { return Ok(None) };
        let mut from = at.as_millis().max(first.as_millis());
        let mut width = 10 * 60_000;
        while from < last.as_millis() {
            let until = from.saturating_add(width);
            let found = self.changes_ms(tag, from, until)?;
            if let Some(next) = found.into_iter().next() {
                return Ok(Some(next));
            }
            (from, width) = (until, width.saturating_mul(2));
        }
        Ok(None)
    }

    fn changes_ms(&self, tag: &str, from: i64, until: i64) -> Read<Vec<RecordedChange>> {
        let (Some(from), Some(until)) =
            (Timestamp::from_millis(from), Timestamp::from_millis(until))
        else {
            return Ok(Vec::new());
        };
        self.changes(tag, from, until)
    }

    /// The last scan at or before a time: its block, and its row.
    fn row_at(&self, at_ms: i64) -> Read<Option<(Place, Arc<Block>, usize)>> {
        let mut here = self.place_at(at_ms);
        while let Some(place) = here {
            let Some(block) = self.block(place)? else { return Ok(None) };
            let row = block.rows.iter().rposition(|it| it.at_ms <= at_ms);
            if let Some(row) = row {
                return Ok(Some((place, block, row)));
            }
            here = self.before(place);
        }
        Ok(None)
    }

    fn why_no_row(&self, at_ms: i64) -> GapReason {
        match self.place_at(at_ms) {
            Some(_) => GapReason::Damaged,
            None => GapReason::Outside,
        }
    }
}

/// The information about some tags, from the newest block backwards.
struct TagSearch<'n> {
    names: &'n [&'n str],
    known: Vec<RecordedState>,
    /// The indices of the tags that were not found yet.
    missing: Vec<usize>,
}

impl<'n> TagSearch<'n> {
    fn of(names: &'n [&'n str]) -> Self {
        let missing = (0..names.len()).collect();
        Self { names, known: vec![RecordedState::NotRead; names.len()], missing }
    }

    /// Adds the information of a block up to a row; `None`: the block is damaged.
    fn read(&mut self, block: &Block, piece: &Piece, last_row: usize) -> Option<()> {
        let number = |name: &str| piece.names.tags.get_index_of(name);
        let numbered = |place: &usize| Some((number(self.names.get(*place)?)?, *place));
        let mut wanted: Vec<(usize, usize)> =
            self.missing.iter().filter_map(numbered).filter(|it| block.has(it.0)).collect();
        wanted.sort_unstable();
        let mut numbers: Vec<usize> = wanted.iter().map(|it| it.0).collect();
        numbers.dedup();
        for (number, changes) in block.changes(&numbers, &piece.names)? {
            let last = changes.into_iter().rfind(|(row, _)| *row <= last_row);
            let Some((row, value)) = last else { continue };
            let since = Timestamp::from_millis(block.rows.get(row)?.at_ms)?;
            for (_, place) in wanted.iter().filter(|it| it.0 == number) {
                if let Some(known) = self.known.get_mut(*place) {
                    *known = RecordedState::Value { value: value.clone(), since };
                }
            }
        }
        self.missing.retain(|it| self.known.get(*it) == Some(&RecordedState::NotRead));
        Some(())
    }

    /// The missing values are in a damaged part.
    fn lose(&mut self) {
        for place in std::mem::take(&mut self.missing) {
            if let Some(known) = self.known.get_mut(place) {
                *known = RecordedState::Gap(GapReason::Damaged);
            }
        }
    }
}

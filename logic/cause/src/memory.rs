//! A recording in memory.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::past::{Past, PastChange, PastGap, PastValue};

/// A recording in memory: of tests, of a table of values, of the snapshots that a service has.
#[derive(Debug, Clone, Default)]
pub struct PastSamples {
    scans: Vec<Timestamp>,
    tags: HashMap<String, Vec<PastChange>>,
    gaps: Vec<PastGap>,
}

impl PastSamples {
    /// Adds a scan with what it read of each tag; tags that it leaves out keep what they were. Scans
    /// that are not newer than the last one are left out.
    pub fn scan<'a>(
        &mut self,
        time: Timestamp,
        read: impl IntoIterator<Item = (&'a str, PastValue)>,
    ) {
        if self.scans.last().is_some_and(|last| *last >= time) {
            return;
        }
        self.scans.push(time);
        for (tag, value) in read {
            let tag = tag.to_lowercase();
            let changes = self.tags.entry(tag).or_default();
            if changes.last().is_none_or(|last| last.value != value) {
                changes.push(PastChange { time, value });
            }
        }
    }

    /// Says that nothing was read between the last scan and the next one, which is at `to`.
    pub fn gap(&mut self, to: Timestamp) {
        if let Some(from) = self.scans.last().copied().filter(|from| *from < to) {
            self.gaps.push(PastGap { from, to });
        }
    }

    /// How many scans there are.
    pub fn len(&self) -> usize {
        self.scans.len()
    }

    /// Whether there is no scan.
    pub fn is_empty(&self) -> bool {
        self.scans.is_empty()
    }

    /// How many scans there are up to and with `time`.
    fn until(&self, time: Timestamp) -> usize {
        self.scans.partition_point(|scan| *scan <= time)
    }
}

impl Past for PastSamples {
    fn scan_at(&self, time: Timestamp) -> Option<Timestamp> {
        self.scans.get(self.until(time).checked_sub(1)?).copied()
    }

    fn scan_before(&self, time: Timestamp) -> Option<Timestamp> {
        let at = self.scans.partition_point(|scan| *scan < time);
        self.scans.get(at.checked_sub(1)?).copied()
    }

    fn value(&self, tag: &str, time: Timestamp) -> PastValue {
        if self.gaps.iter().any(|gap| gap.from < time && time < gap.to) {
            return PastValue::NotRecorded;
        }
        let Some(changes) = self.tags.get(&tag.to_lowercase()) else {
            return PastValue::NotRecorded;
        };
        let at = changes.partition_point(|change| change.time <= time);
        at.checked_sub(1).map_or(PastValue::NotRecorded, |at| changes[at].value.clone())
    }

    fn changes(&self, tag: &str, from: Timestamp, to: Timestamp) -> Vec<PastChange> {
        let Some(changes) = self.tags.get(&tag.to_lowercase()) else { return Vec::new() };
        let at = |time| changes.partition_point(|change| change.time <= time);
        changes.get(at(from)..at(to)).unwrap_or_default().to_vec()
    }

    fn gaps(&self, from: Timestamp, to: Timestamp) -> Vec<PastGap> {
        self.gaps.iter().filter(|gap| gap.from < to && from < gap.to).copied().collect()
    }
}

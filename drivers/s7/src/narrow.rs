//! Handles failed reads of several tags: reads smaller ranges until only the bad tags are bad.
//!
//! Has no I/O: returns the ranges to read next, takes their results, and at the end returns the bad
//! tags, the bytes of the good ones, and information for the next plan. All of it happens in the
//! scan in which the read failed.

mod block_ends;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use bytes::Bytes;

pub(crate) use block_ends::BlockEndSearch;

use crate::{
    address::{Area, Range},
    codec::status,
    plan::{self, Failure, Memory, Plan, bytes, first_byte},
};

/// Number of parts into which a failed range is divided.
const PARTS: usize = 8;

/// The result of one range.
pub(crate) type Outcome = Result<Bytes, Failure>;

/// A tag's bytes in a failed read, and all tags with the same bytes.
#[derive(Debug, Clone)]
struct Unit {
    range: Range,
    tags: Vec<usize>,
}

/// A range that is read in this round, or has failed.
#[derive(Debug, Clone)]
struct SuspectRange {
    /// The failed read that it is a part of; `None`: the first byte of a block.
    read: Option<usize>,
    range: Range,
    units: Vec<Unit>,
    /// Whether it needs its own request.
    by_itself: bool,
}

/// A search for the bad tags of failed reads.
pub(crate) struct BadTagSearch<'a> {
    plan: &'a Plan,
    /// The ranges of this round.
    asked: Vec<SuspectRange>,
    /// Ranges that wait for the result of their block's first byte.
    waiting: Vec<(SuspectRange, Failure)>,
    findings: Findings,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Unreadable tags, by index in the set, and the reason.
    pub(crate) bad: BTreeMap<usize, Failure>,
    /// Bytes of failed reads that could be read in parts.
    pub(crate) patched: HashMap<usize, Vec<u8>>,
    /// Whether the memory has new information, so that the next scan needs another plan.
    pub(crate) is_news: bool,
    /// Blocks whose first byte failed.
    dark: HashMap<u16, Failure>,
}

impl<'a> BadTagSearch<'a> {
    /// Starts with the result of each read of the plan.
    pub(crate) fn new(plan: &'a Plan, outcomes: &[Outcome], memory: &Memory) -> Self {
        let mut hunt =
            Self { plan, asked: Vec::new(), waiting: Vec::new(), findings: Findings::default() };
        let is_hopeless = is_hopeless(outcomes);
        let lit: HashSet<Area> = plan
            .reads
            .iter()
            .zip(outcomes)
            .filter(|(_, outcome)| outcome.is_ok())
            .map(|(read, _)| read.range.area)
            .collect();
        // Blocks to test, and whether the test needs its own request.
        let mut probed: BTreeMap<u16, bool> = BTreeMap::new();
        for request in &plan.requests {
            for &read in request {
                let Err(failure) = &outcomes[read] else { continue };
                let suspect = hunt.suspect(read);
                let is_known =
                    plan.reads[read].probes.is_some() || hunt.is_known(&suspect, failure, memory);
                if is_hopeless || is_known {
                    hunt.record_bad_tags(&suspect, *failure);
                    continue;
                }
                match suspect.range.area {
                    Area::Block(block) if !lit.contains(&suspect.range.area) => {
                        *probed.entry(block).or_default() |= failure.is_message();
                        hunt.waiting.push((suspect, *failure));
                    }
                    _ => hunt.divide_or_record(suspect, *failure, request.len()),
                }
            }
        }
        hunt.asked.extend(probed.into_iter().map(|(block, by_itself)| SuspectRange {
            read: None,
            range: first_byte(block),
            units: Vec::new(),
            by_itself,
        }));
        hunt
    }

    /// The ranges to read in the next round, and whether each must have its own request. Empty: the
    /// search is complete.
    pub(crate) fn ranges(&self) -> Vec<(Range, bool)> {
        self.asked.iter().map(|it| (it.range, it.by_itself)).collect()
    }

    /// Takes the results of this round's ranges.
    pub(crate) fn found(&mut self, outcomes: Vec<Outcome>) {
        let asked = std::mem::take(&mut self.asked);
        for (suspect, outcome) in asked.into_iter().zip(outcomes) {
            match (suspect.read, suspect.range.area, outcome) {
                (Some(read), _, Ok(found)) => self.copy_into_read(read, &suspect, &found),
                (Some(_), _, Err(failure)) => self.divide_or_record(suspect, failure, 1),
                (None, Area::Block(block), Err(failure)) => {
                    self.findings.dark.insert(block, failure);
                }
                (None, ..) => {}
            }
        }
        for (suspect, failure) in std::mem::take(&mut self.waiting) {
            let dark = match suspect.range.area {
                Area::Block(block) => self.findings.dark.get(&block).copied(),
                _ => None,
            };
            if let Some(failure) = dark {
                self.record_bad_tags(&suspect, failure);
            } else {
                let company = self.company(&suspect);
                self.divide_or_record(suspect, failure, company);
            }
        }
    }

    /// Returns the results, and stores the information for the next plan in `memory`.
    pub(crate) fn finish(self, memory: &mut Memory) -> Findings {
        let Self { plan, mut findings, .. } = self;
        let mut is_news = false;
        for (&block, &failure) in &findings.dark {
            is_news |= memory.dark.insert(block, failure) != Some(failure);
        }
        let alone = |tag: &usize| plan.tags[*tag].as_ref().ok().map(|it| plan::range(&it.address));
        for (tag, failure) in &findings.bad {
            let Some(range) = alone(tag) else { continue };
            if matches!(range.area, Area::Block(it) if memory.dark.contains_key(&it)) {
                continue;
            }
            if !is_denial(failure) {
                is_news |= memory.alone.insert(range, *failure) != Some(*failure);
            }
        }
        for &read in findings.patched.keys() {
            let read = &plan.reads[read];
            if read.tags.iter().all(|it| !findings.bad.contains_key(it)) {
                // All tags can be read separately, so an unreadable byte is in a gap.
                for hole in holes(plan, read) {
                    is_news |= memory.holes.insert(hole);
                }
            }
        }
        findings.is_news = is_news;
        findings
    }

    /// A failed read as a whole.
    fn suspect(&self, read: usize) -> SuspectRange {
        let range = self.plan.reads[read].range;
        let mut units: BTreeMap<Range, Vec<usize>> = BTreeMap::new();
        for &tag in &self.plan.reads[read].tags {
            units.entry(part(self.plan, tag, read, range)).or_default().push(tag);
        }
        let units = units.into_iter().map(|(range, tags)| Unit { range, tags }).collect();
        SuspectRange { read: Some(read), range, units, by_itself: false }
    }

    /// Whether all tags of a read failed in the same way before, each separately.
    fn is_known(&self, suspect: &SuspectRange, failure: &Failure, memory: &Memory) -> bool {
        suspect.units.iter().flat_map(|it| &it.tags).all(|&tag| {
            let address = self.plan.tags[tag].as_ref().ok().map(|it| plan::range(&it.address));
            address.is_some_and(|it| memory.alone.get(&it) == Some(failure))
        })
    }

    /// Number of reads in the request of a range.
    fn company(&self, suspect: &SuspectRange) -> usize {
        let of = |request: &&Vec<usize>| request.iter().any(|it| Some(*it) == suspect.read);
        self.plan.requests.iter().find(of).map_or(1, Vec::len)
    }

    /// Divides a failed range further, or records its tags as bad if it has no parts.
    fn divide_or_record(&mut self, suspect: SuspectRange, failure: Failure, company: usize) {
        let by_itself = failure.is_message();
        if by_itself && company > 1 {
            // Another item of the same request may have caused the error.
            self.asked.push(SuspectRange { by_itself, ..suspect });
            return;
        }
        if suspect.units.len() < 2 {
            self.record_bad_tags(&suspect, failure);
            return;
        }
        let size = suspect.units.len().div_ceil(PARTS);
        for units in suspect.units.chunks(size) {
            let end = units.iter().map(|it| it.range.end).max().unwrap_or(suspect.range.end);
            let range = Range { end, ..units[0].range };
            self.asked.push(SuspectRange {
                read: suspect.read,
                range,
                units: units.to_vec(),
                by_itself,
            });
        }
    }

    fn record_bad_tags(&mut self, suspect: &SuspectRange, failure: Failure) {
        for tag in suspect.units.iter().flat_map(|it| &it.tags) {
            self.findings.bad.insert(*tag, failure);
        }
    }

    fn copy_into_read(&mut self, read: usize, suspect: &SuspectRange, found: &Bytes) {
        let whole = self.plan.reads[read].range;
        let offset = bytes(suspect.range.start - whole.start);
        let buffer =
            self.findings.patched.entry(read).or_insert_with(|| vec![0; bytes(whole.len())]);
        buffer[offset..][..found.len()].copy_from_slice(found);
    }
}

/// Whether the controller refuses access to its memory, not only to this address.
fn is_denial(failure: &Failure) -> bool {
    matches!(failure, Failure::Message(word) if status::error::is_denied(*word))
}

/// Whether the controller refuses everything: each message failed for the same reason.
fn is_hopeless(outcomes: &[Outcome]) -> bool {
    match outcomes.first() {
        Some(Err(first)) if is_denial(first) => outcomes.iter().all(|it| it.as_ref() == Err(first)),
        _ => false,
    }
}

/// The range of a tag's bytes in a read.
fn part(plan: &Plan, tag: usize, read: usize, range: Range) -> Range {
    let pieces = plan.tags[tag].iter().flat_map(|it| &it.pieces).filter(|it| it.read == read);
    let (mut first, mut last) = (usize::MAX, 0);
    for piece in pieces {
        first = first.min(piece.offset);
        last = last.max(piece.offset + piece.len);
    }
    let at = |offset: usize| range.start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
    if last == 0 { range } else { Range { start: at(first), end: at(last), ..range } }
}

/// The gaps between the tags of a read.
fn holes(plan: &Plan, read: &plan::Read) -> Vec<Range> {
    let Some(place) = plan.reads.iter().position(|it| it.range == read.range) else {
        return Vec::new();
    };
    let mut parts: Vec<Range> =
        read.tags.iter().map(|&tag| part(plan, tag, place, read.range)).collect();
    parts.sort_unstable();
    let mut holes = Vec::new();
    let mut end = read.range.start;
    for part in parts {
        if part.start > end {
            holes.push(Range { start: end, end: part.start, ..read.range });
        }
        end = end.max(part.end);
    }
    holes
}

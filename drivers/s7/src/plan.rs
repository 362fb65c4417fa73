//! Plans the reads of a set of tags with the fewest round trips. Has no I/O: created once, reused
//! for every scan.

mod explain;
mod guard_reads;
mod known_failures;
mod limits;
mod pack;
mod read_ranges;
mod tag_ranges;
#[cfg(test)]
mod tests;

use std::{collections::HashMap, sync::Arc};

use tagbridge_driver::{Cause, Reason, TagSet};

use crate::{
    address::{Address, Area, Range},
    codec::item::Item,
};

#[cfg(test)]
pub(crate) use explain::Planned;
pub(crate) use known_failures::Failure;
pub use known_failures::Memory;
pub use limits::Limits;
pub(crate) use pack::pack_ranges;
use read_ranges::ReadRange;
pub(crate) use tag_ranges::{TagRange, range};

/// One item of a request.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) range: Range,
    /// Its tags, by index in the set.
    pub(crate) tags: Vec<usize>,
    /// The unreadable block that it tests with its only read.
    pub(crate) probes: Option<u16>,
    /// Whether it is the read of a tag that failed separately.
    failed_before: bool,
    /// Whether it needs its own request.
    by_itself: bool,
}

/// A part of a tag's bytes in the response to a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The read's index in the plan.
    pub(crate) read: usize,
    /// Its offset in the read's bytes.
    pub(crate) offset: usize,
    /// Its offset in the tag's bytes.
    pub(crate) at: usize,
    pub(crate) len: usize,
}

/// A tag that can be read.
#[derive(Debug, Clone)]
pub(crate) struct Tag {
    pub(crate) address: Address,
    pub(crate) type_name: Arc<str>,
    /// The parts of its bytes, in order. Empty while its block is unreadable.
    pub(crate) pieces: Vec<Piece>,
    /// The read that tests its block while the block is unreadable.
    pub(crate) probe: Option<usize>,
}

/// The reads of a set of tags.
#[derive(Debug, Clone)]
pub struct Plan {
    /// One per tag, in the requested order: its reads, or why it cannot be read.
    pub(crate) tags: Vec<Result<Tag, Cause>>,
    pub(crate) reads: Vec<Read>,
    /// Each request's reads.
    pub(crate) requests: Vec<Vec<usize>>,
    /// Number of requests in every scan. The later ones contain only guard reads, and take turns.
    pub(crate) always: usize,
    limits: Limits,
    floor: usize,
}

impl Plan {
    /// Creates the plan for the `names`, with the current knowledge.
    pub fn new(names: &[String], limits: Limits, memory: &Memory) -> Self {
        Self::made(names, names.len(), limits, memory)
    }

    /// Creates the plan for a set with its guard reads.
    pub(crate) fn of(tags: &TagSet, limits: Limits, memory: &Memory) -> Self {
        Self::made(tags.names(), tags.guard_reads_from(), limits, memory)
    }

    fn made(names: &[String], guard_reads_from: usize, limits: Limits, memory: &Memory) -> Self {
        let mut tags: Vec<Result<Tag, Cause>> = names.iter().map(|it| tag(it)).collect();
        let mut draft = Draft { reads: Vec::new(), requests: Vec::new(), tags: &mut tags };
        let mut guards: Vec<usize> = Vec::new();
        let mut atoms: Vec<TagRange> = Vec::new();
        let mut probes: HashMap<u16, Vec<usize>> = HashMap::new();
        let mut alone: Vec<(usize, Failure)> = Vec::new();
        for (place, tag) in draft.tags.iter().enumerate() {
            let Ok(tag) = tag else { continue };
            let whole = range(&tag.address);
            match (tag.address.area, memory.alone.get(&whole)) {
                (Area::Block(block), _) if memory.dark.contains_key(&block) => {
                    probes.entry(block).or_default().push(place);
                }
                _ if place >= guard_reads_from && whole.len() <= limits.data() => {
                    guards.push(place);
                }
                (_, Some(&failure)) => alone.push((place, failure)),
                _ => atoms.extend(tag_ranges::split(place, &tag.address, limits)),
            }
        }
        atoms.sort_by_key(|it| (it.range.area, it.range.start, std::cmp::Reverse(it.range.end)));
        let pack = |limits| pack::pack(&atoms, &memory.holes, limits);
        let packed = pack(limits);
        let floor = packed.floor;
        for request in guard_reads::with_room(packed.requests, guards.len(), pack, limits) {
            draft.request(request, &atoms);
        }
        draft.set_apart(alone, probes, memory, limits);
        let always = draft.call(&guards, memory, limits);
        for tag in draft.tags.iter_mut().flatten() {
            tag.pieces.sort_unstable_by_key(|it| it.at);
        }
        let Draft { reads, requests, .. } = draft;
        Self { tags, reads, requests, always, limits, floor }
    }

    /// The tags of each read, by its name in a frame; `names` are those of the plan.
    pub(crate) fn tags_by_item(&self, names: &[String]) -> Vec<(String, Vec<String>)> {
        let tags = |it: &Read| it.tags.iter().map(|&tag| names[tag].clone()).collect();
        self.reads.iter().map(|it| (Item::from(it.range).to_string(), tags(it))).collect()
    }

    /// Number of requests that every scan sends.
    pub fn round_trips(&self) -> usize {
        self.always
    }

    /// The minimum number of requests for all tags that are not read separately, computed only from
    /// the number of items and bytes.
    pub fn floor(&self) -> usize {
        self.floor
    }

    /// The encoded items of each request.
    pub fn items(&self) -> impl Iterator<Item = Vec<Item>> {
        self.requests
            .iter()
            .map(|it| it.iter().map(|&read| self.reads[read].range.into()).collect())
    }
}

impl Read {
    fn of(range: Range) -> Self {
        Self { range, tags: Vec::new(), probes: None, failed_before: false, by_itself: false }
    }
}

fn tag(name: &str) -> Result<Tag, Cause> {
    match name.parse::<Address>() {
        Ok(address) => Ok(Tag {
            address,
            type_name: address.type_name().into(),
            pieces: Vec::new(),
            probe: None,
        }),
        Err(error) => {
            let reason = if error.symbolic { Reason::NoAddress } else { Reason::UnknownTag };
            Err(Cause::new(reason, &error))
        }
    }
}

struct Draft<'a> {
    reads: Vec<Read>,
    requests: Vec<Vec<usize>>,
    tags: &'a mut [Result<Tag, Cause>],
}

impl Draft<'_> {
    /// Creates a request for these stretches, with one of odd length last, which needs no padding.
    fn request(&mut self, mut stretches: Vec<ReadRange>, atoms: &[TagRange]) {
        if let Some(odd) = stretches.iter().rposition(|it| it.range.len() % 2 == 1) {
            stretches[odd..].rotate_left(1);
        }
        let reads =
            stretches.iter().map(|it| self.read(it.range, &atoms[it.first..it.last])).collect();
        self.requests.push(reads);
    }

    fn read(&mut self, range: Range, atoms: &[TagRange]) -> usize {
        let read = self.reads.len();
        let mut tags = Vec::new();
        for atom in atoms {
            let Ok(tag) = &mut self.tags[atom.tag] else { continue };
            let offset = bytes(atom.range.start - range.start);
            let at = bytes(atom.range.start - tag.address.start);
            let len = bytes(atom.range.len());
            match tag.pieces.last_mut() {
                // One part continues, with the bytes between elements.
                Some(last) if last.read == read && offset - last.offset == at - last.at => {
                    last.len = last.len.max(at + len - last.at);
                }
                _ => {
                    tag.pieces.push(Piece { read, offset, at, len });
                    tags.push(atom.tag);
                }
            }
        }
        self.reads.push(Read { tags, ..Read::of(range) });
        read
    }

    /// Creates reads for failed tags, each in separate items, and one test read for each unreadable
    /// block.
    fn set_apart(
        &mut self,
        alone: Vec<(usize, Failure)>,
        probes: HashMap<u16, Vec<usize>>,
        memory: &Memory,
        limits: Limits,
    ) {
        let mut apart: Vec<(Range, bool)> = Vec::new();
        let first = self.reads.len();
        let mut known: HashMap<Range, usize> = HashMap::new();
        for (place, failure) in alone {
            let Ok(tag) = &mut self.tags[place] else { continue };
            for atom in whole_pieces(place, &tag.address, limits) {
                let read = *known.entry(atom.range).or_insert_with(|| {
                    let by_itself = failure.is_message();
                    apart.push((atom.range, by_itself));
                    let read = Read { failed_before: true, by_itself, ..Read::of(atom.range) };
                    self.reads.push(read);
                    self.reads.len() - 1
                });
                self.reads[read].tags.push(place);
                let at = bytes(atom.range.start - tag.address.start);
                tag.pieces.push(Piece { read, offset: 0, at, len: bytes(atom.range.len()) });
            }
        }
        let mut probes: Vec<_> = probes.into_iter().collect();
        probes.sort_unstable_by_key(|it| it.0);
        for (block, tags) in probes {
            let range = first_byte(block);
            for &place in &tags {
                if let Ok(tag) = &mut self.tags[place] {
                    tag.probe = Some(self.reads.len());
                }
            }
            let by_itself = memory.dark.get(&block).is_some_and(|it| it.is_message());
            apart.push((range, by_itself));
            self.reads.push(Read { tags, probes: Some(block), by_itself, ..Read::of(range) });
        }
        // If another request has space for them, they need no additional round trip.
        let mut left = Vec::new();
        for (read, (range, by_itself)) in (first..).zip(apart) {
            match self
                .requests
                .iter_mut()
                .find(|it| !by_itself && has_room(it, range, &self.reads, limits))
            {
                Some(request) => request.insert(0, read),
                None => left.push((read, (range, by_itself))),
            }
        }
        let (places, ranges): (Vec<usize>, Vec<_>) = left.into_iter().unzip();
        let requests = pack_ranges(&ranges, limits);
        let read = |at: usize| places[at];
        self.requests.extend(requests.into_iter().map(|it| it.into_iter().map(read).collect()));
    }
}

/// Whether a request has space for one more item at its front. An item of odd length stays last.
fn has_room(request: &[usize], range: Range, reads: &[Read], limits: Limits) -> bool {
    let lens = request.iter().map(|&it| reads[it].range.len());
    let filled = lens.map(limits::cost).sum::<u32>() + limits::cost(range.len());
    request.len() < limits.items && filled <= limits.reply
}

/// The first byte of a block: it is readable if any byte of the block is.
pub(crate) fn first_byte(block: u16) -> Range {
    Range { area: Area::Block(block), start: 0, end: 1 }
}

/// A tag with the smallest number of atoms.
fn whole_pieces(place: usize, address: &Address, limits: Limits) -> Vec<TagRange> {
    let whole = range(address);
    let unit = address.area.unit();
    let most = limits.data() / unit * unit;
    (whole.start..whole.end)
        .step_by(bytes(most))
        .map(|start| TagRange {
            range: Range { start, end: whole.end.min(start + most), ..whole },
            tag: place,
        })
        .collect()
}

pub(crate) fn bytes(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

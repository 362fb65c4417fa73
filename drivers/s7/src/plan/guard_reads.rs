//! Places guard reads: each in its own item, in an existing request, not before the last one that
//! reads from the same area. Guard reads without space share additional requests, which take turns.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    Draft, Limits, Memory, Piece, Read, bytes, has_room,
    limits::cost,
    pack::{Packed, pack_ranges},
    range,
    read_ranges::ReadRange,
};
use crate::address::{Area, Range};

/// Size of a guard read of one or two bytes in a response.
const ROOM: u32 = 6;

/// The requests with space for the guard reads, if that needs no additional requests; otherwise
/// unchanged.
pub(super) fn with_room(
    requests: Vec<Vec<ReadRange>>,
    guards: usize,
    pack: impl Fn(Limits) -> Packed,
    limits: Limits,
) -> Vec<Vec<ReadRange>> {
    if guards == 0 || requests.is_empty() {
        return requests;
    }
    let share = guards.div_ceil(requests.len());
    let Some(less) = limits.without(share, ROOM) else { return requests };
    let roomy = pack(less).requests;
    if roomy.len() == requests.len() { roomy } else { requests }
}

impl Draft<'_> {
    /// Finds a request for each guard read. Returns the number of requests in every scan: the later
    /// ones contain only guard reads.
    pub(super) fn call(&mut self, guards: &[usize], memory: &Memory, limits: Limits) -> usize {
        let always = self.requests.len();
        if guards.is_empty() {
            return always;
        }
        // Requests with space are last.
        let reads = &self.reads;
        self.requests.sort_by_key(|it| room(it, reads, limits));
        let mut last: HashMap<Area, usize> = HashMap::new();
        for (at, request) in self.requests.iter().enumerate() {
            last.extend(request.iter().map(|&read| (reads[read].range.area, at)));
        }
        let no_sooner = |read: &Read| last.get(&read.range.area).copied().unwrap_or(0);
        let mut called = self.guards(guards, memory);
        // Guard reads with the fewest choices are placed first.
        called.sort_by_key(|&it| Reverse(no_sooner(&self.reads[it])));
        let mut left = Vec::new();
        for read in called {
            let from = no_sooner(&self.reads[read]);
            match (from..always).rev().find(|&it| self.is_open(it, read, limits)) {
                Some(request) => self.add(request, read),
                None => left.push(read),
            }
        }
        // Guard reads of one block stay together.
        left.sort_unstable();
        let range = |&it: &usize| (self.reads[it].range, self.reads[it].by_itself);
        let own = pack_ranges(&left.iter().map(range).collect::<Vec<_>>(), limits);
        self.requests.extend(own.into_iter().map(|it| it.into_iter().map(|at| left[at]).collect()));
        always
    }

    /// Creates a read for each guard read; those of the same range share it.
    fn guards(&mut self, guards: &[usize], memory: &Memory) -> Vec<usize> {
        let first = self.reads.len();
        let mut known: HashMap<Range, usize> = HashMap::new();
        for &place in guards {
            let Ok(tag) = &mut self.tags[place] else { continue };
            let range = range(&tag.address);
            let read = *known.entry(range).or_insert_with(|| {
                let failure = memory.alone.get(&range);
                self.reads.push(Read {
                    failed_before: failure.is_some(),
                    by_itself: failure.is_some_and(|it| it.is_message()),
                    ..Read::of(range)
                });
                self.reads.len() - 1
            });
            self.reads[read].tags.push(place);
            tag.pieces.push(Piece { read, offset: 0, at: 0, len: bytes(range.len()) });
        }
        (first..self.reads.len()).collect()
    }

    /// Whether a request has space for one more read.
    fn is_open(&self, request: usize, read: usize, limits: Limits) -> bool {
        let Read { range, by_itself, .. } = self.reads[read];
        let request = &self.requests[request];
        !by_itself
            && !request.iter().any(|&it| self.reads[it].by_itself)
            && has_room(request, range, &self.reads, limits)
    }

    /// Adds a read to a request, with one of odd length last, which needs no padding.
    fn add(&mut self, request: usize, read: usize) {
        let is_odd = |it: &usize| self.reads[*it].range.len() % 2 == 1;
        let request = &mut self.requests[request];
        let before_odd = !is_odd(&read) && request.last().is_some_and(is_odd);
        request.insert(request.len() - usize::from(before_odd), read);
    }
}

/// Number of guard reads that fit into a request.
fn room(request: &[usize], reads: &[Read], limits: Limits) -> usize {
    let taken: u32 = request.iter().map(|&it| cost(reads[it].range.len())).sum();
    let by_bytes = bytes(limits.reply.saturating_sub(taken) / ROOM);
    by_bytes.min(limits.items.saturating_sub(request.len()))
}

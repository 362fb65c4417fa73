//! Combines stretches into the smallest possible number of requests.
//!
//! Three ways are tried, and the one with the fewest requests is used. *In order* fills one request
//! after the other along the addresses, which is the minimum for most sets. It is not for a mix of
//! scattered tags (limited by the number of items) and dense blocks (limited by bytes): then *in
//! even shares* distributes items and bytes evenly, and *in balance* gives each request an equal
//! share of small items and fills the rest with parts of large ones.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet, VecDeque},
    ops::Range as Numbers,
};

use super::{
    Limits, TagRange,
    limits::{HEAD, cost, reply_size},
    read_ranges::{ReadRange, fit_one, join_cheap, join_down_to},
};
use crate::address::Range;

/// Number of ways of joining that are tried for a number of requests.
const ATTEMPTS: usize = 12;
/// Maximum range of request numbers that are all tried. In a larger range between the minimum and
/// the result of filling in order, as with strings that fill no response, this number of evenly
/// distributed values is tried, with fewer ways of joining, and then the values between the best
/// two: the time only grows with the number of tags.
const STEPS: usize = 16;
const ATTEMPTS_BETWEEN: usize = 3;

/// The theoretical minimum of requests, and the best packing that was found.
pub(crate) struct Packed {
    pub(crate) floor: usize,
    pub(crate) requests: Vec<Vec<ReadRange>>,
}

/// Packs atoms that are sorted by position.
pub(crate) fn pack(atoms: &[TagRange], holes: &HashSet<Range>, limits: Limits) -> Packed {
    let mut requests = in_order(atoms, holes, limits);
    let islands = join_cheap(islands(atoms, holes, limits), limits);
    let ways: Vec<(usize, usize)> = least_bytes(&islands)
        .map(|(items, bytes)| (items, least_requests(items, bytes, limits)))
        .collect();
    let floor = ways.iter().map(|it| it.1).min().unwrap_or(0);
    let attempts =
        if requests.len().saturating_sub(floor) > STEPS { ATTEMPTS_BETWEEN } else { ATTEMPTS };
    let better = fewest(floor..requests.len(), |most| {
        let ways: Vec<usize> = ways.iter().filter(|it| it.1 <= most).map(|it| it.0).collect();
        let step = ways.len().div_ceil(attempts).max(1);
        ways.into_iter().step_by(step).find_map(|items| {
            let joined = join_down_to(islands.clone(), items, limits);
            in_even_shares(&joined, most, limits)
                .or_else(|| in_balance(&joined, atoms, most, limits))
        })
    });
    if let Some(better) = better {
        requests = better;
    }
    Packed { floor, requests }
}

/// The result of `made` for the smallest number that has a result, or for one near it.
fn fewest<T>(numbers: Numbers<usize>, mut made: impl FnMut(usize) -> Option<T>) -> Option<T> {
    let step = numbers.len().div_ceil(STEPS).max(1);
    let mut found = numbers.clone().step_by(step).find_map(|it| Some((it, made(it)?)))?;
    let mut low = numbers.start.max((found.0 + 1).saturating_sub(step));
    while low < found.0 {
        let middle = low.midpoint(found.0);
        match made(middle) {
            Some(it) => found = (middle, it),
            None => low = middle + 1,
        }
    }
    Some(found.1)
}

fn count(bytes: u32) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Stretches without gaps, each no larger than a response.
fn islands(atoms: &[TagRange], holes: &HashSet<Range>, limits: Limits) -> Vec<ReadRange> {
    let mut islands: Vec<ReadRange> = Vec::new();
    for (place, atom) in atoms.iter().enumerate() {
        let next = ReadRange::of(place, atom, islands.last(), holes);
        match islands.last_mut() {
            Some(last) if next.gap == Some(0) && reaches(last, &next, limits) => {
                *last = grown(last, &next);
            }
            _ => islands.push(next),
        }
    }
    islands
}

fn reaches(last: &ReadRange, next: &ReadRange, limits: Limits) -> bool {
    grown(last, next).range.len() <= limits.data()
}

fn grown(last: &ReadRange, next: &ReadRange) -> ReadRange {
    let end = last.range.end.max(next.range.end);
    ReadRange { last: next.last, range: Range { end, ..last.range }, ..*last }
}

/// Number of covered bytes, each counted once: divided stretches of overlapping tags also overlap.
fn covered(islands: &[ReadRange]) -> usize {
    let (mut data, mut last): (usize, Option<Range>) = (0, None);
    for ReadRange { range, .. } in islands {
        let end = last.filter(|it| it.area == range.area).map_or(0, |it| it.end);
        data += count(range.end.saturating_sub(range.start.max(end)));
        last = Some(Range { end: range.end.max(end), ..*range });
    }
    data
}

/// For each number of items, the minimum number of response bytes: with the smallest gaps joined,
/// and without padding.
fn least_bytes(islands: &[ReadRange]) -> impl Iterator<Item = (usize, usize)> {
    let data = covered(islands);
    let mut gaps: Vec<usize> = islands.iter().skip(1).filter_map(|it| it.gap).map(count).collect();
    gaps.sort_unstable();
    let most = islands.len();
    let joins = (!islands.is_empty()).then_some(0).into_iter().chain(1..=gaps.len());
    joins.scan(0, move |gone, joins| {
        *gone += joins.checked_sub(1).map_or(0, |last| gaps[last]);
        let items = most - joins;
        Some((items, data + items * count(HEAD) + *gone))
    })
}

/// The minimum number of requests for this number of items with this number of response bytes,
/// headers included. Each has at least one item, even if a large item is divided among several.
fn least_requests(items: usize, bytes: usize, limits: Limits) -> usize {
    let data = bytes - items * count(HEAD);
    let by_bytes = bytes.div_ceil(count(limits.reply)).max(data.div_ceil(count(limits.data())));
    by_bytes.max(items.div_ceil(limits.items))
}

fn in_order(atoms: &[TagRange], holes: &HashSet<Range>, limits: Limits) -> Vec<Vec<ReadRange>> {
    let mut requests = Vec::new();
    let mut open: Vec<ReadRange> = Vec::new();
    let mut fitting: Vec<ReadRange> = Vec::new();
    for (place, atom) in atoms.iter().enumerate() {
        let next = ReadRange::of(place, atom, open.last(), holes);
        match open.last_mut() {
            Some(last) if next.gap == Some(0) && reaches(last, &next, limits) => {
                *last = grown(last, &next);
            }
            _ => open.push(next),
        }
        if let Some(joined) = fit_one(&open, limits) {
            fitting = joined;
            continue;
        }
        // The atom goes into the next request; the current one is complete without it.
        requests.push(std::mem::take(&mut fitting));
        open = vec![ReadRange::of(place, atom, None, holes)];
        fitting = fit_one(&open, limits).unwrap_or_else(|| open.clone());
    }
    if !fitting.is_empty() {
        requests.push(fitting);
    }
    requests
}

/// Creates `most` requests of nearly the same size, without dividing stretches: the largest first,
/// each into the emptiest request with space. `None` if this way has no result.
fn in_even_shares(
    stretches: &[ReadRange],
    most: usize,
    limits: Limits,
) -> Option<Vec<Vec<ReadRange>>> {
    let mut left = stretches.to_vec();
    left.sort_by_key(|it| (Reverse(it.range.len()), it.first));
    let mut requests: Vec<Vec<ReadRange>> = vec![Vec::new(); most];
    let mut open: BinaryHeap<Reverse<(u32, usize)>> =
        (0..most).map(|it| Reverse((0, it))).collect();
    for stretch in left {
        let Reverse((size, emptiest)) = open.pop()?;
        let size = size + cost(stretch.range.len());
        if size > limits.reply {
            return None;
        }
        requests[emptiest].push(stretch);
        if requests[emptiest].len() < limits.items {
            open.push(Reverse((size, emptiest)));
        }
    }
    Some(requests.into_iter().filter(|it| !it.is_empty()).collect())
}

/// Creates at most `most` requests, with large stretches divided; `None` if this way has no result.
fn in_balance(
    stretches: &[ReadRange],
    atoms: &[TagRange],
    most: usize,
    limits: Limits,
) -> Option<Vec<Vec<ReadRange>>> {
    // The smallest first.
    let mut left: VecDeque<ReadRange> = stretches.to_vec().into();
    left.make_contiguous().sort_by_key(|it| (it.range.len(), Reverse(it.first)));
    let mut requests = Vec::with_capacity(most);
    for after in (0..most).rev() {
        let mut members: Vec<ReadRange> = Vec::new();
        let mut room = limits.reply;
        // An even share of the small ones, except for one item that a large one may fill; at least
        // the number that does not fit into the remaining requests.
        let even = left.len().div_ceil(after + 1).saturating_sub(1);
        let share = even.max(left.len().saturating_sub(after * limits.items));
        while members.len() < share.min(limits.items) {
            let next = left.front()?;
            let cost = cost(next.range.len());
            if cost > room {
                break;
            }
            room -= cost;
            members.extend(left.pop_front());
        }
        // Large ones, divided at the size limit.
        while members.len() < limits.items {
            let Some(next) = left.back() else { break };
            let size = cost(next.range.len());
            if size <= room {
                room -= size;
                members.extend(left.pop_back());
                continue;
            }
            let cut = cut(next, atoms, room);
            let Some((head, tail)) = cut else {
                // Not one atom of it fits: try the next smaller ones, from the large end.
                let fit = left.partition_point(|it| cost(it.range.len()) <= room);
                let Some(at) = fit.checked_sub(1) else { break };
                room -= cost(left[at].range.len());
                members.extend(left.remove(at));
                continue;
            };
            room -= cost(head.range.len()).min(room);
            members.push(head);
            left.pop_back();
            let at = left.partition_point(|it| it.range.len() < tail.range.len());
            left.insert(at, tail);
        }
        if !members.is_empty() {
            requests.push(members);
        }
    }
    left.is_empty().then_some(requests)
}

/// Divides a range between two atoms so that the first part fits into the remaining space.
fn cut(stretch: &ReadRange, atoms: &[TagRange], room: u32) -> Option<(ReadRange, ReadRange)> {
    let most = room.checked_sub(HEAD)? & !1;
    let start = stretch.range.start;
    let mut end = start;
    let mut at = stretch.first;
    while at < stretch.last && end.max(atoms[at].range.end) - start <= most {
        end = end.max(atoms[at].range.end);
        at += 1;
    }
    if at == stretch.first || at == stretch.last {
        return None;
    }
    let rest = &atoms[at..stretch.last];
    let head = ReadRange { last: at, range: Range { end, ..stretch.range }, ..*stretch };
    let tail = Range {
        start: rest[0].range.start,
        end: rest.iter().map(|it| it.range.end).max()?,
        ..stretch.range
    };
    Some((head, ReadRange { first: at, last: stretch.last, range: tail, gap: None }))
}

/// Packs ranges without a plan, each into the first request with space.
pub(crate) fn pack_ranges(ranges: &[(Range, bool)], limits: Limits) -> Vec<Vec<usize>> {
    let mut requests: Vec<Vec<usize>> = Vec::new();
    let mut open = false;
    for (place, (range, by_itself)) in ranges.iter().enumerate() {
        let fits = open
            && !by_itself
            && requests.last().is_some_and(|members| {
                let lens = members.iter().map(|&it| ranges[it].0.len()).chain([range.len()]);
                members.len() < limits.items && reply_size(lens) <= limits.reply
            });
        match requests.last_mut() {
            Some(last) if fits => last.push(place),
            _ => requests.push(vec![place]),
        }
        open = !by_itself;
    }
    requests
}

//! Joins neighbouring atoms to stretches, and stretches to larger ones if that saves bytes.
//!
//! Joining two saves an item's 12 bytes in the request and its header in the response, and costs
//! the gap. If the number of items is the limit, larger gaps are accepted too.

use std::collections::HashSet;

use super::{
    Limits, TagRange,
    limits::{cost, reply_size},
};
use crate::address::Range;

/// Consecutive atoms that are read by one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReadRange {
    /// Indices in the list of atoms: the first, and the one after the last.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) range: Range,
    /// The gap to the previous stretch, if both may be joined.
    pub(crate) gap: Option<u32>,
}

impl ReadRange {
    pub(crate) fn of(
        place: usize,
        atom: &TagRange,
        before: Option<&Self>,
        holes: &HashSet<Range>,
    ) -> Self {
        let gap = before.filter(|it| it.range.area == atom.range.area).and_then(|before| {
            let start = before.range.end;
            let between = Range { start, end: atom.range.start.max(start), ..atom.range };
            (!holes.contains(&between)).then_some(between.len())
        });
        Self { first: place, last: place + 1, range: atom.range, gap }
    }

    /// Joins both, with the gap.
    fn join(self, next: Self) -> Self {
        let end = self.range.end.max(next.range.end);
        Self { last: next.last, range: Range { end, ..self.range }, ..self }
    }
}

/// Joins stretches if that saves bytes.
pub(crate) fn join_cheap(
    stretches: impl IntoIterator<Item = ReadRange>,
    limits: Limits,
) -> Vec<ReadRange> {
    let mut joined: Vec<ReadRange> = Vec::new();
    for next in stretches {
        match joined.last_mut() {
            Some(last) if is_join_cheaper(last, &next, limits) => *last = last.join(next),
            _ => joined.push(next),
        }
    }
    joined
}

fn is_join_cheaper(last: &ReadRange, next: &ReadRange, limits: Limits) -> bool {
    let both = last.join(*next).range.len();
    next.gap.is_some()
        && both <= limits.data()
        && cost(both) <= cost(last.range.len()) + cost(next.range.len())
}

/// Joins across the smallest gaps until `most` stretches are left, or until no more joins are
/// possible.
pub(crate) fn join_down_to(
    stretches: Vec<ReadRange>,
    most: usize,
    limits: Limits,
) -> Vec<ReadRange> {
    let surplus = stretches.len().saturating_sub(most);
    if surplus == 0 {
        return stretches;
    }
    let mut gaps: Vec<(u32, usize)> =
        (1..stretches.len()).filter_map(|at| Some((stretches[at].gap?, at))).collect();
    gaps.sort_unstable();
    let chosen: HashSet<usize> = gaps.into_iter().take(surplus).map(|(_, at)| at).collect();
    let mut joined: Vec<ReadRange> = Vec::new();
    for (at, next) in stretches.into_iter().enumerate() {
        match joined.last_mut() {
            Some(last) if chosen.contains(&at) && last.join(next).range.len() <= limits.data() => {
                *last = last.join(next);
            }
            _ => joined.push(next),
        }
    }
    joined
}

/// Joins these stretches so that they fit into one request and its response; `None` if this is not
/// possible.
pub(crate) fn fit_one(stretches: &[ReadRange], limits: Limits) -> Option<Vec<ReadRange>> {
    let joined = join_cheap(stretches.iter().copied(), limits);
    let joined = join_down_to(joined, limits.items, limits);
    let size = reply_size(joined.iter().map(|it| it.range.len()));
    (joined.len() <= limits.items && size <= limits.reply).then_some(joined)
}

//! The elements of a plan: the smallest ranges that are read in one piece.
//!
//! A scalar is one atom, so that its value is never divided between two responses; an array has an
//! atom for each element, and a range that is larger than a response is divided.

use super::Limits;
use crate::{
    address::{Address, Range},
    types::Type,
};

/// A range that is read in one piece, for one tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TagRange {
    pub(crate) range: Range,
    /// The tag's index in the set.
    pub(crate) tag: usize,
}

/// The whole tag.
pub(crate) fn range(address: &Address) -> Range {
    Range { area: address.area, start: address.start, end: address.end() }
}

/// A tag's atoms, in order.
pub(crate) fn split(tag: usize, address: &Address, limits: Limits) -> Vec<TagRange> {
    let whole = range(address);
    let (stride, size) = match address.kind {
        // Bits are packed.
        Type::Bool => (1, 1),
        kind => (kind.stride(), kind.size()),
    };
    // Timers and counters cannot be divided.
    let most = limits.data() / address.area.unit() * address.area.unit();
    let mut atoms = Vec::new();
    let mut start = whole.start;
    while start < whole.end {
        let end = (start + size).min(whole.end);
        let mut from = start;
        while from < end {
            let to = end.min(from + most);
            atoms.push(TagRange { range: Range { start: from, end: to, ..whole }, tag });
            from = to;
        }
        start += stride;
    }
    atoms
}

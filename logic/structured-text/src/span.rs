//! Locations in a text.

use std::ops::Range;

/// A range of bytes in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The position after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span from two byte positions; texts are smaller than 4 GB.
    pub fn new(start: usize, end: usize) -> Self {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: byte(start), end: byte(end) }
    }

    /// The same span in a text with this number of bytes before it.
    pub fn behind(self, bytes: u32) -> Self {
        let behind = |at: u32| at.saturating_add(bytes);
        Self { start: behind(self.start), end: behind(self.end) }
    }

    /// As an index into the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

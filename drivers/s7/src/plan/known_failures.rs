//! The knowledge from failed reads, so that the next plan separates good and bad ranges.

use std::collections::{HashMap, HashSet};

use crate::address::Range;

/// Why a read failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The item's return code.
    Item(u8),
    /// The error word of the whole message.
    Message(u16),
    /// Another number of bytes than requested.
    Length { asked: u32, came: usize },
}

impl Failure {
    /// Whether it concerns a whole message, so that another item may have caused it.
    pub(crate) fn is_message(self) -> bool {
        matches!(self, Self::Message(_))
    }
}

/// The known failures by position in the controller, so that they are valid for every set of tags.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// Tags that failed separately, and the error: each is read in its own item, and in its own
    /// request if it made the whole request fail.
    pub(crate) alone: HashMap<Range, Failure>,
    /// Gaps that cannot be read, although both sides can.
    pub(crate) holes: HashSet<Range>,
    /// Unreadable blocks, and the error of their first byte: one read tests the block for all tags.
    pub(crate) dark: HashMap<u16, Failure>,
    /// The sizes of blocks in bytes, determined when an address was out of range.
    pub(crate) ends: HashMap<u16, u32>,
}

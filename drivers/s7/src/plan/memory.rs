//! What failed reads have taught, so that the next plan keeps good and bad apart.

use std::collections::{HashMap, HashSet};

use crate::address::Range;

/// Why a read brought nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The item's return code.
    Item(u8),
    /// The error word of the whole message.
    Message(u16),
    /// Another number of bytes than was asked for.
    Length { asked: u32, came: usize },
}

impl Failure {
    /// Whether it concerns a whole message, so that another item of it may be to blame.
    pub(crate) fn is_message(self) -> bool {
        matches!(self, Self::Message(_))
    }
}

/// What is known to fail, by place in the controller, so that it holds for every set of tags.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// Whole tags that failed by themselves, and how: each is read in an item of its own, and in a
    /// request of its own where it made the whole request fail.
    pub(crate) alone: HashMap<Range, Failure>,
    /// Gaps that cannot be read, though both sides can.
    pub(crate) holes: HashSet<Range>,
    /// Blocks that show nothing, and what their first byte said: one probe reads for all of their tags.
    pub(crate) dark: HashMap<u16, Failure>,
    /// How many bytes a block has, found out when an address turned out to be beyond them.
    pub(crate) ends: HashMap<u16, u32>,
}

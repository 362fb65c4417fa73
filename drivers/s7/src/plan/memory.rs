//! What failed reads have taught, so that the next plan keeps good and bad apart.

use std::collections::{HashMap, HashSet};

use crate::address::Range;

/// What is known to fail, by place in the controller, so that it holds for every set of tags.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// Whole tags that failed by themselves: each is read in an item of its own.
    pub(crate) alone: HashMap<Range, Company>,
    /// Gaps that cannot be read, though both sides can.
    pub(crate) holes: HashSet<Range>,
    /// Blocks that show nothing, with the return code: one probe reads for all of their tags.
    pub(crate) dark: HashMap<u16, u8>,
}

/// What a tag that failed may be read together with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Company {
    /// Other items of the same request.
    SameRequest,
    /// Nothing: it made the whole request fail.
    None,
}

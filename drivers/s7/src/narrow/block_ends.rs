//! Finds the size of a block. Done once, when an address is out of range, so that the message can
//! contain the size.

use std::collections::BTreeMap;

use crate::address::{Area, Range};

/// Number of bytes that are tested at a time, in each block.
const PROBES: u32 = 16;

/// A search for the ends of blocks. Has no I/O, like the [`BadTagSearch`](super::BadTagSearch).
#[derive(Debug, Default)]
pub(crate) struct BlockEndSearch {
    /// The minimum and maximum size of each block, in bytes.
    blocks: BTreeMap<u16, (u32, u32)>,
    asked: Vec<(u16, u32)>,
}

impl BlockEndSearch {
    /// Whether all sizes are known.
    pub(crate) fn is_over(&self) -> bool {
        self.blocks.values().all(|&(least, most)| least >= most)
    }

    /// Records a readable range of the block.
    pub(crate) fn good(&mut self, block: u16, end: u32) {
        let bounds = self.blocks.entry(block).or_insert((0, u32::MAX));
        bounds.0 = bounds.0.max(end);
    }

    /// Records an unreadable range.
    pub(crate) fn bad(&mut self, block: u16, end: u32) {
        let bounds = self.blocks.entry(block).or_insert((0, u32::MAX));
        bounds.1 = bounds.1.min(end.saturating_sub(1));
    }

    /// The bytes to read in the next round. Empty: the search is complete.
    pub(crate) fn ranges(&mut self) -> Vec<(Range, bool)> {
        self.asked.clear();
        for (&block, &(least, most)) in &self.blocks {
            if least >= most || most == u32::MAX {
                continue;
            }
            let span = most - least;
            let probes = span.min(PROBES);
            self.asked.extend((0..probes).map(|it| (block, least + step(span, it, probes))));
        }
        let byte = |&(block, start): &(u16, u32)| {
            (Range { area: Area::Block(block), start, end: start + 1 }, false)
        };
        self.asked.iter().map(byte).collect()
    }

    /// Takes the results of these bytes.
    pub(crate) fn found(&mut self, readable: impl IntoIterator<Item = bool>) {
        for ((block, at), readable) in std::mem::take(&mut self.asked).into_iter().zip(readable) {
            let Some((least, most)) = self.blocks.get_mut(&block) else { continue };
            if readable {
                *least = at.saturating_add(1).max(*least);
            } else {
                *most = at.min(*most);
            }
        }
    }

    /// Blocks and their sizes in bytes.
    pub(crate) fn ends(self) -> impl Iterator<Item = (u16, u32)> {
        self.blocks
            .into_iter()
            .filter(|(_, (least, most))| least == most)
            .map(|(block, it)| (block, it.0))
    }
}

/// The offset of a test byte: evenly distributed, the last one is the last byte.
fn step(span: u32, probe: u32, probes: u32) -> u32 {
    let at = u64::from(span) * u64::from(probe + 1) / u64::from(probes) - 1;
    u32::try_from(at).unwrap_or(span - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_every_end_in_a_few_rounds(length in 1u32..65536, good in 0u32..65536, bad in 1u32..65536) {
            let mut search = BlockEndSearch::default();
            search.good(7, good % length + 1);
            search.bad(7, length + bad);
            let mut rounds = 0;
            loop {
                let ranges = search.ranges();
                if ranges.is_empty() {
                    break;
                }
                rounds += 1;
                search.found(ranges.iter().map(|(it, _)| it.end <= length));
            }
            prop_assert!(rounds <= 6, "{} rounds", rounds);
            prop_assert_eq!(search.ends().collect::<Vec<_>>(), [(7, length)]);
        }
    }
}

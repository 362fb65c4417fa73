//! How long is a block? Asked once, when an address turned out to be beyond its end, so that the
//! person who wrote it learns by how much.

use std::collections::BTreeMap;

use crate::address::{Area, Range};

/// Bytes that are tried at a time, in each block.
const PROBES: u32 = 16;

/// A search for the ends of blocks. Pure, like the [`Hunt`](super::Hunt).
#[derive(Debug, Default)]
pub(crate) struct EndSearch {
    /// For each block the least and the most bytes that it can have.
    blocks: BTreeMap<u16, (u32, u32)>,
    asked: Vec<(u16, u32)>,
}

impl EndSearch {
    /// Whether nothing is to be found.
    pub(crate) fn is_over(&self) -> bool {
        self.blocks.values().all(|&(least, most)| least >= most)
    }

    /// A range of the block that can be read.
    pub(crate) fn good(&mut self, block: u16, end: u32) {
        let bounds = self.blocks.entry(block).or_insert((0, u32::MAX));
        bounds.0 = bounds.0.max(end);
    }

    /// A range that is out of range.
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

    /// Takes which of them could be read.
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

    /// Blocks and how many bytes they have.
    pub(crate) fn ends(self) -> impl Iterator<Item = (u16, u32)> {
        self.blocks
            .into_iter()
            .filter(|(_, (least, most))| least == most)
            .map(|(block, it)| (block, it.0))
    }
}

/// The place of a probe: spread evenly, the last one on the last byte.
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
            let mut search = EndSearch::default();
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

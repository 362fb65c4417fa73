//! A set of sequence numbers, stored as ranges.
//!
//! The numbers of a stream increase for years; its stored snapshots are one range, or a few with
//! gaps. Size and time depend on the number of gaps, not on the number of snapshots.

use std::collections::BTreeMap;

use tagbridge_api::hmi::live::Gap;

/// Ranges of sequence numbers, from 1, that neither overlap nor adjoin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranges {
    /// First to last, both included.
    runs: BTreeMap<u64, u64>,
}

impl Ranges {
    /// Adds a number. Returns false if it was already contained.
    pub fn insert(&mut self, sequence: u64) -> bool {
        if self.contains(sequence) {
            return false;
        }
        let before = self.before(sequence);
        let first = match before {
            Some((first, last)) if last + 1 == sequence => first,
            _ => sequence,
        };
        let last = self.runs.remove(&(sequence + 1)).unwrap_or(sequence);
        self.runs.insert(first, last);
        true
    }

    /// Whether it contains a number.
    pub fn contains(&self, sequence: u64) -> bool {
        self.before(sequence).is_some_and(|(_, last)| sequence <= last)
    }

    /// The last range that starts at or before a number.
    fn before(&self, sequence: u64) -> Option<(u64, u64)> {
        self.runs.range(..=sequence).next_back().map(|(&first, &last)| (first, last))
    }

    /// The highest number up to which all are contained; 0 if the first one is missing.
    pub fn through(&self) -> u64 {
        self.runs.get(&1).copied().unwrap_or(0)
    }

    /// The range with the highest number.
    pub fn newest(&self) -> Option<(u64, u64)> {
        self.runs.last_key_value().map(|(&first, &last)| (first, last))
    }

    /// The missing ranges below the highest, lowest first.
    pub fn gaps(&self) -> Vec<Gap> {
        let mut expected = 1;
        let mut gaps = Vec::new();
        for (&first, &last) in &self.runs {
            if expected < first {
                gaps.push(Gap { from: expected, to: first - 1 });
            }
            expected = last + 1;
        }
        gaps
    }

    /// First and last number of each range, lowest first.
    pub fn runs(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.runs.iter().map(|(&first, &last)| (first, last))
    }

    /// The last number of the range that starts with this one.
    pub(crate) fn run_from(&self, first: u64) -> Option<u64> {
        self.runs.get(&first).copied()
    }
}

/// From ranges that neither overlap nor adjoin.
impl FromIterator<(u64, u64)> for Ranges {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(runs: I) -> Self {
        Self { runs: runs.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn behaves_like_a_set_of_numbers(
            sequences in proptest::collection::vec(1..40_u64, 0..60)
        ) {
            let mut ranges = Ranges::default();
            let mut model = BTreeSet::new();
            for sequence in sequences {
                prop_assert_eq!(ranges.insert(sequence), model.insert(sequence));

                let held: Vec<u64> = ranges.runs().flat_map(|(first, last)| first..=last).collect();
                prop_assert_eq!(held, model.iter().copied().collect::<Vec<_>>());
                let runs: Vec<_> = ranges.runs().collect();
                prop_assert!(runs.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0), "{:?}", runs);

                let through = (1..=40).take_while(|it| model.contains(it)).last().unwrap_or(0);
                prop_assert_eq!(ranges.through(), through);
                let highest = *model.last().unwrap();
                let missing: Vec<u64> = (1..highest).filter(|it| !model.contains(it)).collect();
                let gaps: Vec<u64> = ranges.gaps().iter().flat_map(|it| it.from..=it.to).collect();
                prop_assert_eq!(&gaps, &missing);
                prop_assert_eq!(
                    ranges.newest(),
                    Some((missing.last().map_or(1, |it| it + 1), highest))
                );
                prop_assert_eq!(&ranges.runs().collect::<Ranges>(), &ranges);
            }
        }
    }

    #[test]
    fn the_highest_sequence_has_room() {
        let mut ranges = Ranges::default();
        assert!(ranges.insert(tagbridge_api::limits::SEQUENCE_MAX));
        assert_eq!(ranges.gaps().len(), 1);
    }
}

//! The order of a tag's entries.

use std::cmp::Reverse;

use crate::StreamNo;

/// The position of an entry among the entries of its tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryPlace {
    /// Its stream.
    pub stream: StreamNo,
    /// Its sequence number in the stream.
    pub sequence: u64,
    /// When it was read, as far as that is known, in milliseconds since 1970.
    pub at: i64,
}

/// Sorts entries, the newest first: entries of one stream by their sequence number, independent of
/// their times, because clocks can be changed; streams among each other by time, without breaking
/// the order within a stream.
pub fn newest_first<T>(entries: &mut [T], place: impl Fn(&T) -> EntryPlace) {
    entries.sort_unstable_by_key(|entry| {
        let EntryPlace { stream, sequence, .. } = place(entry);
        Reverse((stream, sequence))
    });
    let mut newer: Option<EntryPlace> = None;
    let mut at: std::collections::HashMap<(StreamNo, u64), i64> = std::collections::HashMap::new();
    for entry in entries.iter() {
        let mut entry = place(entry);
        if let Some(newer) = newer.filter(|newer| newer.stream == entry.stream) {
            entry.at = entry.at.min(newer.at);
        }
        at.insert((entry.stream, entry.sequence), entry.at);
        newer = Some(entry);
    }
    entries.sort_by_key(|entry| {
        let EntryPlace { stream, sequence, .. } = place(entry);
        Reverse((at.get(&(stream, sequence)).copied(), stream, sequence))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries as (stream, sequence, at); then (stream, sequence), the newest first.
    fn check(entries: &[(i64, u64, i64)], expected: &[(i64, u64)]) {
        let mut sorted = entries.to_vec();
        newest_first(&mut sorted, |&(stream, sequence, at)| EntryPlace { stream, sequence, at });
        let sorted: Vec<_> =
            sorted.into_iter().map(|(stream, sequence, _)| (stream, sequence)).collect();
        assert_eq!(sorted, expected);
    }

    #[test]
    fn sequences_count_within_a_stream_and_times_between_streams() {
        check(&[(1, 1, 10), (1, 2, 20), (1, 3, 30)], &[(1, 3), (1, 2), (1, 1)]);
        // The clock was ahead for one of them, or behind.
        check(&[(1, 1, 10), (1, 2, 9000), (1, 3, 30)], &[(1, 3), (1, 2), (1, 1)]);
        check(&[(1, 1, 10), (1, 2, -9000), (1, 3, 30)], &[(1, 3), (1, 2), (1, 1)]);
        // Alternating streams.
        check(
            &[(1, 1, 10), (1, 2, 20), (2, 1, 25), (2, 2, 35), (1, 3, 40)],
            &[(1, 3), (2, 2), (2, 1), (1, 2), (1, 1)],
        );
        check(&[(1, 9, 5000), (1, 10, 20), (2, 1, 25)], &[(2, 1), (1, 10), (1, 9)]);
    }
}

//! Selects the snapshots of the next push.

use tagbridge_api::limits::{BODY_BYTES_MAX, PUSH_SNAPSHOTS_MAX, SNAPSHOT_PARTS_MAX};

use crate::outbox::Entry;

/// Maximum size of the snapshots of a push, in bytes of JSON: the service's limit minus the frame
/// and a reserve.
pub(super) const BYTES_MAX: usize = BODY_BYTES_MAX - 500_000;

/// Maximum size of a snapshot that is pushed alone, in bytes of JSON: the service's limit minus the
/// longest frame. A larger one is sent in parts.
pub(super) const ALONE_BYTES_MAX: usize = BODY_BYTES_MAX - 4_000;

/// Maximum size of a snapshot, in bytes of JSON: parts are usually not completely full.
pub(crate) const SNAPSHOT_BYTES_MAX: usize = BYTES_MAX * (SNAPSHOT_PARTS_MAX as usize - 1);

/// Selects the oldest entries and, after them, the newest snapshot, so that the live view is
/// current in spite of a backlog. If necessary, entries are left out for it. If it needs more than
/// half of the `most` bytes, it is not included, unless it is sent alone. Also returns its sequence
/// if older snapshots still wait.
pub(super) fn with_newest(
    mut entries: Vec<Entry>,
    newest: Option<Entry>,
    most: usize,
) -> (Vec<Entry>, Option<u64>) {
    let is_alone = entries.is_empty();
    let last = entries.last().map_or(0, |it| it.sequence);
    let newest = newest.filter(|it| is_alone || it.sequence > last && it.bytes() <= most / 2);
    let (room, places) = match &newest {
        Some(it) => (most.saturating_sub(it.bytes()), PUSH_SNAPSHOTS_MAX - 1),
        None => (usize::MAX, PUSH_SNAPSHOTS_MAX),
    };
    let mut total = 0;
    let fit = entries.iter().take(places).enumerate().take_while(|(index, it)| {
        total += it.bytes();
        *index == 0 || total <= room
    });
    let fit = fit.count();
    entries.truncate(fit);
    let extra = newest.as_ref().map(|it| it.sequence);
    entries.extend(newest);
    (entries, extra)
}

/// Returns the snapshot that a refusal names in its message, such as `snapshots[17].tags…`.
///
/// This is the only code that parses a message: according to the specification a 400 names the
/// first invalid snapshot, but there is no field for it. If the message names no snapshot, smaller
/// pushes isolate it.
pub(super) fn refused_snapshot(message: &str, batch: &[u64]) -> Option<u64> {
    let (_, after) = message.split_once("snapshots[")?;
    let (index, _) = after.split_once(']')?;
    batch.get(index.parse::<usize>().ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed_snapshot::{PackedSnapshot, head};

    /// Creates an entry with this number of bytes of JSON.
    fn entry(sequence: u64, bytes: usize) -> Entry {
        let length = u32::try_from(bytes - head(sequence).len()).unwrap();
        Entry { sequence, packed: PackedSnapshot { blocks: Vec::new(), crc: 0, length } }
    }

    fn check(entries: std::ops::RangeInclusive<u64>, bytes: usize, newest: u64, expected: &[u64]) {
        let entries = entries.map(|it| entry(it, bytes)).collect();
        let (batch, _) = with_newest(entries, Some(entry(newest, 100)), BYTES_MAX);
        let ends: Vec<u64> = batch.iter().map(|it| it.sequence).collect();
        let ends = [&ends[..1], &ends[ends.len().saturating_sub(2)..]].concat();
        assert_eq!(ends, expected);
    }

    #[test]
    fn the_newest_closes_every_batch_of_a_backlog() {
        check(1..=5, 100, 9, &[1, 5, 9]);
        check(1..=5, 100, 5, &[1, 4, 5]);
        check(1..=1000, 100, 2000, &[1, 999, 2000]);
        check(1..=5, BYTES_MAX / 5, 9, &[1, 4, 9]);
        check(1..=1, BYTES_MAX * 2, 9, &[1, 1, 9]);
    }

    #[test]
    fn the_offender_is_found_where_it_is_named() {
        let batch = [7, 8, 12];
        for (message, expected) in [
            ("snapshots[2].tags.A.value must not be null", Some(12)),
            ("body: snapshots[0]: no", Some(7)),
            ("snapshots[3].sequence", None),
            ("snapshots[x]", None),
            ("device_id is empty", None),
        ] {
            assert_eq!(refused_snapshot(message, &batch), expected, "{message}");
        }
    }

    #[test]
    fn a_newest_that_needs_half_of_a_push_does_not_come_along() {
        for (bytes, most, comes) in [
            (BYTES_MAX / 2, BYTES_MAX, true),
            (BYTES_MAX / 2 + 1, BYTES_MAX, false),
            (BYTES_MAX / 4, BYTES_MAX / 2, true),
            (BYTES_MAX / 4 + 1, BYTES_MAX / 2, false),
        ] {
            let (batch, extra) = with_newest(vec![entry(1, 100)], Some(entry(9, bytes)), most);
            assert_eq!((batch.len(), extra.is_some()), (1 + usize::from(comes), comes));
        }
    }
}

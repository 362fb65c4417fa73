//! The entries of a piece on disk: in columns, so that similar values are next to each other, and
//! compressed.
//!
//! [`RowWriter`](super::piece::RowWriter) writes entries in sequence. Here the same data is stored as all
//! tags, all times, all sequence numbers, all lengths, all first bytes of values, all second bytes
//! …, each column after its length, in one frame of zstd (RFC 8878). Numbers keep their bytes, so
//! the decoded piece is identical.

use super::packed::{DamagedEntry, read_bytes, read_number, write_bytes};

/// Columns for the differences of tag, time and sequence number to the previous entry, and the
/// length of the value.
const NUMBERS: usize = 4;
/// Number of first bytes of each value with their own columns: its time, its kind and a REAL.
const PLANES: usize = 6;
/// All columns; the last one has the remaining bytes.
const COLUMNS: usize = NUMBERS + PLANES + 1;
/// The fastest level: the columns contribute most.
const LEVEL: i32 = 1;
/// Longer pieces are not compressed, so that reading one tag does not decompress much.
const LONGEST: usize = 256 << 10;

/// Converts entries to columns; `None` if that is not shorter.
pub(crate) fn pack(entries: &[u8]) -> Option<Vec<u8>> {
    if entries.len() > LONGEST {
        return None;
    }
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    let mut rest = entries;
    while !rest.is_empty() {
        let mut length = 0;
        for column in &mut columns[..NUMBERS] {
            let before = rest;
            length = read_number(&mut rest).ok()?;
            column.extend_from_slice(&before[..before.len() - rest.len()]);
        }
        let mut value = rest.split_off(..usize::try_from(length).ok()?)?;
        for plane in &mut columns[NUMBERS..COLUMNS - 1] {
            plane.extend(value.split_off_first());
        }
        columns[COLUMNS - 1].extend_from_slice(value);
    }
    let mut plain = Vec::with_capacity(entries.len() + 3 * COLUMNS);
    for column in &columns {
        write_bytes(column, &mut plain);
    }
    let packed = zstd::bulk::compress(&plain, LEVEL).ok()?;
    (packed.len() < entries.len()).then_some(packed)
}

/// Converts columns to entries.
pub(crate) fn unpack(packed: &[u8]) -> Result<Vec<u8>, DamagedEntry> {
    let length = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
    let length = length.and_then(|length| usize::try_from(length).ok());
    let length = length.filter(|length| *length <= LONGEST + 3 * COLUMNS);
    let length = length.ok_or(DamagedEntry("a frame's length"))?;
    let plain = zstd::bulk::decompress(packed, length).map_err(|_| DamagedEntry("a frame"))?;
    let (mut rest, mut columns) = (&plain[..], [&[][..]; COLUMNS]);
    for column in &mut columns {
        *column = read_bytes(&mut rest)?.ok_or(DamagedEntry("a column"))?;
    }
    let mut entries = Vec::with_capacity(plain.len());
    while !columns[0].is_empty() {
        let mut length = 0;
        for column in &mut columns[..NUMBERS] {
            let before = *column;
            length = read_number(column)?;
            entries.extend_from_slice(&before[..before.len() - column.len()]);
        }
        let length = usize::try_from(length).map_err(|_| DamagedEntry("a length"))?;
        for plane in columns[NUMBERS..COLUMNS - 1].iter_mut().take(length) {
            entries.push(*plane.split_off_first().ok_or(DamagedEntry("a plane"))?);
        }
        let left = length.saturating_sub(PLANES);
        let left = columns[COLUMNS - 1].split_off(..left).ok_or(DamagedEntry("a value"))?;
        entries.extend_from_slice(left);
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{
            packed::EntryGrouping,
            piece::{Entry, RowWriter},
        },
        *,
    };

    proptest! {
        #[test]
        fn entries_come_back_to_the_byte(
            given in proptest::collection::vec(
                (any::<i64>(), any::<i64>(), any::<u64>(), proptest::collection::vec(any::<u8>(), 0..12)),
                0..200,
            ),
            cut in any::<prop::sample::Index>(),
        ) {
            let entries: Vec<Entry<'_>> = given
                .iter()
                .map(|(tag, at, sequence, value)| {
                    Entry { tag: *tag, at: *at, sequence: *sequence, value }
                })
                .collect();
            let piece: RowWriter = entries.iter().copied().collect();
            if let Some(packed) = pack(piece.bytes()) {
                prop_assert_eq!(&unpack(&packed).unwrap(), piece.bytes());
                // Truncated data never causes a panic.
                let _refused = unpack(&packed[..cut.index(packed.len())]);
            }
            let sealed = piece.seal(EntryGrouping::Push);
            let rows = super::super::piece::read(EntryGrouping::Push, &sealed).unwrap();
            let back: Vec<_> = rows.entries().map(Result::unwrap).collect();
            prop_assert_eq!(back, entries);
        }
    }

    #[test]
    fn what_many_reals_of_one_push_take_is_little_more_than_their_digits() {
        let real = |no: u16| [&[0, 8][..], &(f32::from(no) * 17.0 / 7.0).to_le_bytes()].concat();
        let values: Vec<Vec<u8>> = (0..500).map(real).collect();
        let entry = |(tag, value): (i64, &Vec<u8>)| (tag, value.clone());
        let entries: Vec<_> = (1..).zip(&values).map(entry).collect();
        let piece: RowWriter = entries
            .iter()
            .map(|(tag, value)| Entry { tag: *tag, at: 1_767_225_600_000, sequence: 9, value })
            .collect();
        assert!(piece.bytes().len() > 10 * 500);
        let packed = piece.seal(EntryGrouping::Push).len();
        assert!(packed < 4 * 500 + 100, "{packed}");
    }

    #[test]
    fn what_is_long_stays_as_it_is() {
        let value = vec![7; LONGEST];
        let piece: RowWriter =
            [Entry { tag: 1, at: 2, sequence: 3, value: &value }].into_iter().collect();
        assert!(pack(piece.bytes()).is_none());
        assert!(piece.seal(EntryGrouping::Push).len() > LONGEST);
    }
}

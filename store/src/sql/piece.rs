//! Entries of many tags in one row.
//!
//! Each entry has the differences of its tag's number, its time and its sequence number to the
//! previous entry, and its value after the value's length. This takes three bytes per entry in
//! addition to the value, for the entries of one push and for the history of one tag.

use std::borrow::Cow;

use super::{
    columns,
    packed::{
        self, DamagedEntry, EntryEncoding, EntryGrouping, read_bytes, read_signed, write_bytes,
        write_signed,
    },
    tags::TagNo,
};

/// The state of a tag in one snapshot of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    pub(crate) tag: TagNo,
    /// When it was read, in milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) sequence: u64,
    /// The value, encoded by [`packed::pack`].
    pub(crate) value: &'a [u8],
}

/// A row that is being written.
#[derive(Debug, Default)]
pub(crate) struct RowWriter {
    bytes: Vec<u8>,
    last: (TagNo, i64, i64),
}

impl RowWriter {
    pub(crate) fn push(&mut self, entry: Entry<'_>) {
        let (tag, at, sequence) = self.last;
        let this = (entry.tag, entry.at, entry.sequence.cast_signed());
        write_signed(this.0.wrapping_sub(tag), &mut self.bytes);
        write_signed(this.1.wrapping_sub(at), &mut self.bytes);
        write_signed(this.2.wrapping_sub(sequence), &mut self.bytes);
        write_bytes(entry.value, &mut self.bytes);
        self.last = this;
    }

    /// Its bytes after their checksum, in the shorter form.
    pub(crate) fn seal(&self, of: EntryGrouping) -> Vec<u8> {
        match columns::pack(&self.bytes) {
            Some(columns) => packed::seal(of, EntryEncoding::Columns, &columns),
            None => packed::seal(of, EntryEncoding::Rows, &self.bytes),
        }
    }

    #[cfg(test)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl<'a> FromIterator<Entry<'a>> for RowWriter {
    fn from_iter<T: IntoIterator<Item = Entry<'a>>>(entries: T) -> Self {
        let mut piece = Self::default();
        entries.into_iter().for_each(|entry| piece.push(entry));
        piece
    }
}

/// A row with a valid checksum.
#[derive(Debug)]
pub(crate) struct DecodedRow<'a>(Cow<'a, [u8]>);

/// Decodes a row from [`RowWriter::seal`].
pub(crate) fn read(of: EntryGrouping, sealed: &[u8]) -> Result<DecodedRow<'_>, DamagedEntry> {
    Ok(DecodedRow(match packed::verify_checksum(of, sealed)? {
        (EntryEncoding::Rows, entries) => Cow::Borrowed(entries),
        (EntryEncoding::Columns, columns) => Cow::Owned(columns::unpack(columns)?),
    }))
}

impl DecodedRow<'_> {
    /// Its entries, in the order of writing.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Result<Entry<'_>, DamagedEntry>> {
        let mut rest = &*self.0;
        let mut last = (0_i64, 0_i64, 0_i64);
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let mut next = || {
                last.0 = last.0.wrapping_add(read_signed(&mut rest)?);
                last.1 = last.1.wrapping_add(read_signed(&mut rest)?);
                last.2 = last.2.wrapping_add(read_signed(&mut rest)?);
                let value = read_bytes(&mut rest)?.ok_or(DamagedEntry("an entry's end"))?;
                let (tag, at, sequence) = last;
                Ok(Entry { tag, at, sequence: sequence.cast_unsigned(), value })
            };
            let entry = next();
            if entry.is_err() {
                rest = &[];
            }
            Some(entry)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_in_their_order_whatever_their_numbers() {
        let given = [
            (7, 1_767_225_600_000, 1),
            (3, 1_767_225_600_000, 1),
            (3, -5, u64::MAX >> 11),
            (i64::MAX, i64::MIN, 0),
            (i64::MIN, i64::MAX, 9),
        ]
        .map(|(tag, at, sequence)| Entry { tag, at, sequence, value: &[1, 2, 3] });
        let piece: RowWriter = given.into_iter().collect();
        let sealed = piece.seal(EntryGrouping::Tag);
        let row = read(EntryGrouping::Tag, &sealed).unwrap();
        let back: Vec<_> = row.entries().map(Result::unwrap).collect();
        assert_eq!(back, given);
        assert!(read(EntryGrouping::Push, &sealed).is_err());
        for cut in 1..piece.bytes.len() {
            let bytes = packed::seal(EntryGrouping::Tag, EntryEncoding::Rows, &piece.bytes[..cut]);
            let row = read(EntryGrouping::Tag, &bytes).unwrap();
            let found: Vec<_> = row.entries().collect();
            let whole = found.iter().filter(|entry| entry.is_ok()).count();
            assert!(whole < given.len() && found.len() <= whole + 1, "{cut}: {found:?}");
        }
    }
}

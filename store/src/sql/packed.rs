//! The encoding of a tag's state in one snapshot, in few bytes.
//!
//! A value consists of the difference of its own time to the snapshot's, quality and kind in one
//! byte, the reason's code unless the quality is `good`, and the value itself up to the end.
//! Numbers have seven bits per byte, the lowest first; signed ones are folded (0, −1, 1, −2 …).

use serde::{Deserialize, de::value::StrDeserializer};
use serde_json::Value;
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, Reason, TagValue, history::HistoryEntry},
};

use crate::sql;

/// Bytes that this program did not write.
#[derive(Debug, thiserror::Error)]
#[error("reading a tag's history: {0} does not fit; the database is damaged")]
pub(crate) struct DamagedEntry(pub(crate) &'static str);

impl From<DamagedEntry> for sql::Error {
    fn from(error: DamagedEntry) -> Self {
        let kind = rusqlite::types::Type::Blob;
        rusqlite::Error::FromSqlConversionFailure(0, kind, error.into()).into()
    }
}

const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const SIGNED: u8 = 3;
const UNSIGNED: u8 = 4;
const REAL: u8 = 5;
const TEXT: u8 = 6;
const JSON: u8 = 7;
/// A number with digits that fit into four bytes, like most of a controller's.
const SHORT_REAL: u8 = 8;
/// The bits of the kind; the quality is in the bits above.
const KIND_BITS: u32 = 4;

/// The common value of several entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryGrouping {
    /// The entries of one push, each after its tag.
    Push,
    /// The history of some tags.
    Tag,
    /// The tags of a stream.
    View,
}

/// The encoding of the entries after their checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryEncoding {
    /// One after the other.
    Rows = 0,
    /// In columns, see [`columns`](super::columns).
    Columns = 0x10,
}

/// Size of the checksum, in bytes.
const SEAL: usize = 4;

/// Adds a checksum to entries, because the database has none.
pub(crate) fn seal(of: EntryGrouping, form: EntryEncoding, entries: &[u8]) -> Vec<u8> {
    [&checksum(of, form, entries).to_le_bytes(), entries].concat()
}

/// Checks and removes the checksum of entries; returns their form, too.
pub(crate) fn verify_checksum(
    of: EntryGrouping,
    sealed: &[u8],
) -> Result<(EntryEncoding, &[u8]), DamagedEntry> {
    let (sum, entries) = sealed.split_first_chunk::<SEAL>().ok_or(DamagedEntry("a seal"))?;
    let agrees = |form: &EntryEncoding| u32::from_le_bytes(*sum) == checksum(of, *form, entries);
    let form = [EntryEncoding::Columns, EntryEncoding::Rows].into_iter().find(agrees);
    Ok((form.ok_or(DamagedEntry("a checksum"))?, entries))
}

fn checksum(of: EntryGrouping, form: EntryEncoding, entries: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&[of as u8 + 1 + form as u8]);
    sum.update(entries);
    sum.finalize()
}

/// Appends a value of a snapshot of this time.
pub(crate) fn pack(at: i64, value: &TagValue, out: &mut Vec<u8>) -> sql::Result<()> {
    write_signed(value.timestamp.as_millis() - at, out);
    let short = value.value.as_number().and_then(short);
    let kind = match &value.value {
        Value::Null => NULL,
        Value::Bool(false) => FALSE,
        Value::Bool(true) => TRUE,
        Value::Number(it) if it.is_i64() => SIGNED,
        Value::Number(it) if it.is_u64() => UNSIGNED,
        Value::Number(_) if short.is_some() => SHORT_REAL,
        Value::Number(_) => REAL,
        Value::String(_) => TEXT,
        Value::Array(_) | Value::Object(_) => JSON,
    };
    let quality = match value.quality {
        Quality::Good => 0,
        Quality::Uncertain => 1,
        Quality::Bad => 2,
    };
    out.push(kind | quality << KIND_BITS);
    if value.quality != Quality::Good {
        let code = value.reason.map_or("", Reason::as_str);
        write_number(code.len() as u64, out);
        out.extend_from_slice(code.as_bytes());
    }
    match &value.value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(it) => {
            if let Some(it) = it.as_i64() {
                write_signed(it, out);
            } else if let Some(it) = it.as_u64() {
                write_number(it, out);
            } else if let Some(it) = short {
                out.extend_from_slice(&it.to_le_bytes());
            } else {
                out.extend_from_slice(&it.as_f64().unwrap_or_default().to_le_bytes());
            }
        }
        Value::String(it) => out.extend_from_slice(it.as_bytes()),
        it @ (Value::Array(_) | Value::Object(_)) => serde_json::to_writer(out, it)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?,
    }
    Ok(())
}

/// A real as four bytes, if it is exact.
#[expect(clippy::cast_possible_truncation, reason = "what is truncated is not used")]
fn short(number: &serde_json::Number) -> Option<f32> {
    let it = number.as_f64().filter(|_| number.is_f64())?;
    let short = it as f32;
    (long(short)?.to_bits() == it.to_bits()).then_some(short)
}

/// The shortest digits that identify the number, as a bridge writes it.
fn long(short: f32) -> Option<f64> {
    if short.is_finite() { zmij::Buffer::new().format_finite(short).parse().ok() } else { None }
}

/// Decodes a value of a snapshot of this time, for display.
pub(crate) fn unpack(
    at: i64,
    sequence: u64,
    mut value: &[u8],
) -> Result<HistoryEntry, DamagedEntry> {
    let entry = &mut value;
    let millis = at.checked_add(read_signed(entry)?).ok_or(DamagedEntry("a time"))?;
    let timestamp = Timestamp::from_millis(millis).ok_or(DamagedEntry("a time"))?;
    let head = take(entry, 1)?[0];
    let quality = match head >> KIND_BITS {
        0 => Quality::Good,
        1 => Quality::Uncertain,
        2 => Quality::Bad,
        _ => return Err(DamagedEntry("a quality")),
    };
    let reason = if quality == Quality::Good { None } else { read_reason(entry)? };
    let value = match head & ((1 << KIND_BITS) - 1) {
        NULL => Value::Null,
        FALSE => Value::Bool(false),
        TRUE => Value::Bool(true),
        SIGNED => read_signed(entry)?.into(),
        UNSIGNED => read_number(entry)?.into(),
        REAL => {
            let bytes = take(entry, 8)?.try_into().map_err(|_| DamagedEntry("a real"))?;
            f64::from_le_bytes(bytes).into()
        }
        SHORT_REAL => {
            let bytes = take(entry, 4)?.try_into().map_err(|_| DamagedEntry("a real"))?;
            long(f32::from_le_bytes(bytes)).ok_or(DamagedEntry("a real"))?.into()
        }
        TEXT => str::from_utf8(entry).map_err(|_| DamagedEntry("a text"))?.into(),
        JSON => serde_json::from_slice(entry).map_err(|_| DamagedEntry("a structure"))?,
        _ => return Err(DamagedEntry("a kind")),
    };
    Ok(HistoryEntry { value, timestamp, sequence, quality: Some(quality), reason })
}

/// Appends bytes after their length.
pub(crate) fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    write_number(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

/// Reads the bytes from [`write_bytes`]; `None` at the end.
pub(crate) fn read_bytes<'a>(rest: &mut &'a [u8]) -> Result<Option<&'a [u8]>, DamagedEntry> {
    if rest.is_empty() {
        return Ok(None);
    }
    let length = usize::try_from(read_number(rest)?).map_err(|_| DamagedEntry("a length"))?;
    take(rest, length).map(Some)
}

fn read_reason(entry: &mut &[u8]) -> Result<Option<Reason>, DamagedEntry> {
    let code = read_bytes(entry)?.ok_or(DamagedEntry("a reason"))?;
    if code.is_empty() {
        return Ok(None);
    }
    let code = str::from_utf8(code).map_err(|_| DamagedEntry("a reason"))?;
    Reason::deserialize(StrDeserializer::<serde::de::value::Error>::new(code))
        .map(Some)
        .map_err(|_| DamagedEntry("a reason"))
}

pub(crate) fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

pub(crate) fn write_signed(number: i64, out: &mut Vec<u8>) {
    write_number((number << 1 ^ number >> 63).cast_unsigned(), out);
}

pub(crate) fn read_number(rest: &mut &[u8]) -> Result<u64, DamagedEntry> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = take(rest, 1)?[0];
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(DamagedEntry("a number"))
}

pub(crate) fn read_signed(rest: &mut &[u8]) -> Result<i64, DamagedEntry> {
    let folded = read_number(rest)?;
    Ok((folded >> 1).cast_signed() ^ -(folded & 1).cast_signed())
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], DamagedEntry> {
    rest.split_off(..length).ok_or(DamagedEntry("an entry's end"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Encodes and decodes a value; every truncation of the bytes is refused or decoded as text.
    fn check(value: &Value, quality: Quality, reason: Option<Reason>) {
        for (at, timestamp) in [(0, 0), (1_767_225_600_000, 1_767_225_600_031), (5, -86_400_000)] {
            let timestamp = Timestamp::from_millis(timestamp).unwrap();
            let type_name = "DINT".into();
            let given = TagValue { value: value.clone(), type_name, quality, reason, timestamp };
            let mut bytes = Vec::new();
            pack(at, &given, &mut bytes).unwrap();
            let shown = unpack(at, 7, &bytes).unwrap();
            assert_eq!(shown.value.to_string(), value.to_string());
            assert_eq!((shown.timestamp, shown.sequence), (timestamp, 7));
            assert_eq!((shown.quality, shown.reason), (Some(quality), reason));
            let head = bytes.len() - usize::from(!value.is_string());
            for cut in 0..head {
                let cut = unpack(at, 7, &bytes[..cut]).map(|it| it.value);
                assert!(cut.is_err() || value.is_string(), "{cut:?}");
            }
        }
    }

    #[test]
    fn a_value_comes_back_as_it_went_in() {
        for value in [
            json!(true),
            json!(false),
            json!(0),
            json!(-1),
            json!(i64::MIN),
            json!(i64::MAX),
            json!(u64::MAX),
            json!(-0.0),
            json!(0.1 + 0.2),
            json!(5e-324),
            json!(1.5),
            json!(0.1),
            json!(3.402_823_466_385_288_6e38),
            json!(3.402_823_5e38),
            json!(""),
            json!("NaN"),
            json!("ü\u{0}\u{1f600}"),
            json!([1, { "b": 1, "a": [] }]),
            json!({}),
        ] {
            check(&value, Quality::Good, None);
            check(&value, Quality::Uncertain, Some(Reason::Stale));
        }
        check(&Value::Null, Quality::Bad, Some(Reason::NotConnected));
    }

    #[test]
    fn a_seal_tells_one_changed_bit_and_entries_of_another_kind() {
        let mut sealed = seal(EntryGrouping::Tag, EntryEncoding::Rows, b"entries");
        assert_eq!(
            verify_checksum(EntryGrouping::Tag, &sealed).unwrap(),
            (EntryEncoding::Rows, &b"entries"[..])
        );
        let columns = seal(EntryGrouping::Tag, EntryEncoding::Columns, b"entries");
        assert_eq!(
            verify_checksum(EntryGrouping::Tag, &columns).unwrap().0,
            EntryEncoding::Columns
        );
        assert!(verify_checksum(EntryGrouping::Push, &sealed).is_err());
        assert!(verify_checksum(EntryGrouping::Tag, &sealed[..3]).is_err());
        for bit in 0..sealed.len() * 8 {
            sealed[bit / 8] ^= 1 << (bit % 8);
            assert!(verify_checksum(EntryGrouping::Tag, &sealed).is_err(), "{bit}");
            sealed[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn bytes_that_are_none_of_ours_are_refused() {
        for bytes in [&[0xff; 11][..], &[0, 0x30], &[0, 0x0f], &[0, 7]] {
            assert!(unpack(0, 1, bytes).is_err(), "{bytes:?}");
        }
        assert!(read_bytes(&mut &[5, 1][..]).is_err());
    }
}

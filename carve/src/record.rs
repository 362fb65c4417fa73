//! Records and their columns (§2.1).

use rusqlite::types::Value;

/// SQLite's integer of one to nine bytes, the highest bits first; `at` moves behind it.
pub fn varint(bytes: &[u8], at: &mut usize) -> Option<i64> {
    let mut number = 0_u64;
    for count in 1..=9 {
        let byte = *bytes.get(*at)?;
        *at += 1;
        if count == 9 {
            number = number << 8 | u64::from(byte);
            break;
        }
        number = number << 7 | u64::from(byte & 0x7F);
        if byte < 0x80 {
            break;
        }
    }
    Some(number.cast_signed())
}

/// Four bytes as a number, the highest first.
pub fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// How many bytes a column of this serial type has.
pub fn column_bytes(kind: i64) -> Option<usize> {
    match kind {
        0 | 8 | 9 => Some(0),
        1..=4 => usize::try_from(kind).ok(),
        5 => Some(6),
        6 | 7 => Some(8),
        12.. => usize::try_from((kind - 12) / 2).ok(),
        _ => None,
    }
}

/// A column of this serial type. A text that is no UTF-8 is NULL.
pub fn column(kind: i64, bytes: &[u8]) -> Value {
    match kind {
        1..=6 => {
            let sign = if bytes.first().is_some_and(|it| *it >= 0x80) { -1_i64 } else { 0 };
            Value::Integer(bytes.iter().fold(sign, |sum, it| sum << 8 | i64::from(*it)))
        }
        7 => bytes.try_into().map_or(Value::Null, |it| Value::Real(f64::from_be_bytes(it))),
        8 | 9 => Value::Integer(kind - 8),
        12.. if kind % 2 == 0 => Value::Blob(bytes.to_owned()),
        13.. => String::from_utf8(bytes.to_owned()).map_or(Value::Null, Value::Text),
        _ => Value::Null,
    }
}

/// All columns of a record, whose length agrees with them.
pub fn columns(record: &[u8]) -> Option<Vec<Value>> {
    let mut at = 0;
    let header = usize::try_from(varint(record, &mut at)?).ok()?;
    let mut body = record.get(header..)?;
    let mut columns = Vec::new();
    while at < header {
        let kind = varint(record, &mut at)?;
        columns.push(column(kind, body.split_off(..column_bytes(kind)?)?));
    }
    (at == header && body.is_empty()).then_some(columns)
}

/// Number of bytes of a payload in the page itself (§1.6); `usable` is the usable size of a page,
/// `most` the maximum for a cell of its kind.
pub fn local(usable: usize, most: usize, length: usize) -> usize {
    if length <= most {
        return length;
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let local = least + (length - least) % (usable - 4);
    if local <= most { local } else { least }
}

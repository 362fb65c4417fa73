//! Encodes values into bytes for programs and tests. The driver decodes them.

use jiff::civil;
use tagbridge_driver::Value;
use tagbridge_s7::types::Type;

/// The bytes of one element; `None` if the value does not have this type.
pub(super) fn encode(kind: Type, value: &Value) -> Option<Vec<u8>> {
    Some(match (kind, value) {
        (Type::Byte | Type::USInt, Value::Uint(it)) => vec![u8::try_from(*it).ok()?],
        (Type::Word | Type::UInt, Value::Uint(it)) => u16::try_from(*it).ok()?.to_be_bytes().into(),
        (Type::DWord | Type::UDInt, Value::Uint(it)) => {
            u32::try_from(*it).ok()?.to_be_bytes().into()
        }
        (Type::LWord | Type::ULInt, Value::Uint(it)) => it.to_be_bytes().into(),
        (Type::SInt, Value::Int(it)) => i8::try_from(*it).ok()?.to_be_bytes().into(),
        (Type::Int, Value::Int(it)) => i16::try_from(*it).ok()?.to_be_bytes().into(),
        (Type::DInt, Value::Int(it)) => i32::try_from(*it).ok()?.to_be_bytes().into(),
        (Type::LInt, Value::Int(it)) => it.to_be_bytes().into(),
        (Type::Real, Value::Real(it)) => it.to_be_bytes().into(),
        (Type::LReal, Value::LReal(it)) => it.to_be_bytes().into(),
        (Type::Char, Value::Text(it)) => Some(latin(it)?).filter(|it| it.len() == 1)?,
        (Type::WChar, Value::Text(it)) => Some(utf16(it)).filter(|it| it.len() == 2)?,
        (Type::String(room), Value::Text(it)) => {
            let text = latin(it)?;
            let length = u8::try_from(text.len()).ok().filter(|it| *it <= room)?;
            filled([&[room, length], &text[..]].concat(), kind)
        }
        (Type::WString(room), Value::Text(it)) => {
            let text = utf16(it);
            let length = u16::try_from(text.len() / 2).ok().filter(|it| *it <= room)?;
            filled([&room.to_be_bytes(), &length.to_be_bytes(), &text[..]].concat(), kind)
        }
        (Type::S5Time | Type::Timer, Value::Duration(it)) => {
            s5time(u64::try_from(it.as_millis()).ok()?)?.to_be_bytes().into()
        }
        (Type::Time, Value::Duration(it)) => {
            i32::try_from(it.as_millis()).ok()?.to_be_bytes().into()
        }
        (Type::LTime, Value::Duration(it)) => {
            i64::try_from(it.as_nanos()).ok()?.to_be_bytes().into()
        }
        (Type::Date, Value::Date(it)) => {
            let days = it.duration_since(civil::date(1990, 1, 1)).as_hours() / 24;
            u16::try_from(days).ok()?.to_be_bytes().into()
        }
        (Type::TimeOfDay, Value::TimeOfDay(it)) => {
            u32::try_from(since_midnight(*it) / 1_000_000).ok()?.to_be_bytes().into()
        }
        (Type::LTimeOfDay, Value::TimeOfDay(it)) => since_midnight(*it).to_be_bytes().into(),
        (Type::DateAndTime, Value::DateTime(it)) => {
            tagbridge_s7::codec::clock::encode(*it)[2..].into()
        }
        (Type::LDateTime, Value::DateTime(it)) => {
            let since = it.duration_since(civil::date(1970, 1, 1).at(0, 0, 0, 0));
            i64::try_from(since.as_nanos()).ok()?.to_be_bytes().into()
        }
        (Type::Dtl, Value::DateTime(it)) => dtl(*it)?,
        (Type::Counter, Value::Uint(it)) => three_digits(*it)?.to_be_bytes().into(),
        _ => return None,
    })
}

fn filled(mut bytes: Vec<u8>, kind: Type) -> Vec<u8> {
    bytes.resize(usize::try_from(kind.size()).unwrap_or_default(), 0);
    bytes
}

/// ISO 8859-1.
fn latin(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

/// Three decimal digits in BCD.
fn three_digits(number: u64) -> Option<u16> {
    let number = u16::try_from(number).ok().filter(|it| *it < 1000)?;
    Some(((number / 100) << 8) | ((number / 10 % 10) << 4) | (number % 10))
}

/// The finest time base that represents the span exactly in three digits.
fn s5time(ms: u64) -> Option<u16> {
    let bases: [(u16, u64); 4] = [(0, 10), (1, 100), (2, 1_000), (3, 10_000)];
    let (code, base) =
        bases.into_iter().find(|(_, base)| ms.is_multiple_of(*base) && ms / base < 1000)?;
    Some((code << 12) | three_digits(ms / base)?)
}

fn since_midnight(time: civil::Time) -> u64 {
    let since = time.duration_since(civil::Time::midnight());
    u64::try_from(since.as_nanos()).unwrap_or_default()
}

fn dtl(moment: civil::DateTime) -> Option<Vec<u8>> {
    let small = |it: i8| u8::try_from(it).ok();
    let mut bytes = u16::try_from(moment.year()).ok()?.to_be_bytes().to_vec();
    bytes.extend([
        small(moment.month())?,
        small(moment.day())?,
        small(moment.weekday().to_sunday_one_offset())?,
    ]);
    bytes.extend([small(moment.hour())?, small(moment.minute())?, small(moment.second())?]);
    bytes.extend(u32::try_from(moment.subsec_nanosecond()).ok()?.to_be_bytes());
    Some(bytes)
}

//! Decodes the bytes of one element.

use jiff::{SignedDuration, civil};
use tagbridge_driver::Value;

use super::Type;
use crate::codec::{DecodeError, Reader, bcd};

const MS_PER_DAY: u32 = 86_400_000;
const NS_PER_DAY: u64 = 86_400_000_000_000;

/// The value of one element, which takes [`size`](Type::size) bytes; `bit` is the bit of a `BOOL`.
pub fn decode(kind: Type, bytes: &[u8], bit: u8) -> Result<Value, DecodeError> {
    let mut it = Reader::new(bytes);
    Ok(match kind {
        Type::Bool => Value::Bool(it.u8("BOOL")? >> (bit & 7) & 1 == 1),
        Type::Byte | Type::USInt => Value::Uint(it.u8("byte")?.into()),
        Type::Word | Type::UInt => Value::Uint(it.u16("word")?.into()),
        Type::DWord | Type::UDInt => Value::Uint(it.u32("double word")?.into()),
        Type::LWord | Type::ULInt => Value::Uint(u64::from_be_bytes(it.array("long word")?)),
        Type::SInt => Value::Int(i8::from_be_bytes(it.array("SINT")?).into()),
        Type::Int => Value::Int(i16::from_be_bytes(it.array("INT")?).into()),
        Type::DInt => Value::Int(i32::from_be_bytes(it.array("DINT")?).into()),
        Type::LInt => Value::Int(i64::from_be_bytes(it.array("LINT")?)),
        Type::Real => Value::Real(f32::from_be_bytes(it.array("REAL")?)),
        Type::LReal => Value::LReal(f64::from_be_bytes(it.array("LREAL")?)),
        Type::Char => Value::Text(latin(it.array::<1>("CHAR")?.as_slice())),
        Type::WChar => Value::Text(utf16(&it.array::<2>("WCHAR")?)),
        Type::String(length) => Value::Text(string(&mut it, length)?),
        Type::WString(length) => Value::Text(wide_string(&mut it, length)?),
        Type::S5Time | Type::Timer => Value::Duration(s5time(it.u16("S5TIME")?)?),
        Type::Time => {
            let ms = i32::from_be_bytes(it.array("TIME")?);
            Value::Duration(SignedDuration::from_millis(ms.into()))
        }
        Type::LTime => {
            Value::Duration(SignedDuration::from_nanos(i64::from_be_bytes(it.array("LTIME")?)))
        }
        Type::Date => Value::Date(date(it.u16("DATE")?)?),
        Type::TimeOfDay => Value::TimeOfDay(time_of_day(it.u32("TIME_OF_DAY")?)?),
        Type::LTimeOfDay => {
            Value::TimeOfDay(long_time_of_day(u64::from_be_bytes(it.array("LTIME_OF_DAY")?))?)
        }
        Type::DateAndTime => {
            let stamp = it.array("DATE_AND_TIME")?;
            Value::DateTime(bcd::date_and_time(stamp).ok_or_else(|| {
                wrong("DATE_AND_TIME", "a date and time in BCD", format!("{stamp:02x?}"))
            })?)
        }
        Type::LDateTime => Value::DateTime(long_date_time(i64::from_be_bytes(it.array("LDT")?))?),
        Type::Dtl => Value::DateTime(dtl(&mut it)?),
        Type::Counter => {
            let word = it.u16("COUNTER")?;
            Value::Uint(
                bcd::three_digits(word)
                    .ok_or_else(|| wrong("COUNTER", "three digits in BCD", format!("{word:#06x}")))?
                    .into(),
            )
        }
    })
}

fn wrong(field: &'static str, expected: &'static str, found: String) -> DecodeError {
    DecodeError::new(field, 0, expected, found)
}

/// ISO 8859-1: each byte is the code point of the same number.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

fn utf16(bytes: &[u8]) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|&it| u16::from_be_bytes(it));
    char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Two bytes precede it: maximum length and length in characters.
fn string(reader: &mut Reader<'_>, room: u8) -> Result<String, DecodeError> {
    reader.u8("STRING room")?;
    let length = reader.u8("STRING length")?;
    check_length(length.into(), room.into())?;
    Ok(latin(reader.take("STRING", length.into())?))
}

/// Two words precede it: maximum length and length in UTF-16 units.
fn wide_string(reader: &mut Reader<'_>, room: u16) -> Result<String, DecodeError> {
    reader.u16("WSTRING room")?;
    let length = reader.u16("WSTRING length")?;
    check_length(length, room)?;
    Ok(utf16(reader.take("WSTRING", usize::from(length) * 2)?))
}

fn check_length(length: u16, room: u16) -> Result<(), DecodeError> {
    if length <= room {
        return Ok(());
    }
    Err(DecodeError::new(
        "length of the text",
        0,
        format!("at most {room}: give its room, or there is no text here"),
        length.to_string(),
    ))
}

/// Bits 12 and 13 are the time base: 10 ms, 100 ms, 1 s, 10 s.
fn s5time(word: u16) -> Result<SignedDuration, DecodeError> {
    let base = [10, 100, 1_000, 10_000][usize::from(word >> 12 & 3)];
    let count = bcd::three_digits(word)
        .ok_or_else(|| wrong("S5TIME", "three digits in BCD", format!("{word:#06x}")))?;
    Ok(SignedDuration::from_millis(i64::from(count) * base))
}

fn date(days: u16) -> Result<civil::Date, DecodeError> {
    civil::date(1990, 1, 1)
        .checked_add(SignedDuration::from_hours(i64::from(days) * 24))
        .map_err(|_| wrong("DATE", "days since 1990", days.to_string()))
}

fn time_of_day(ms: u32) -> Result<civil::Time, DecodeError> {
    if ms >= MS_PER_DAY {
        return Err(wrong("TIME_OF_DAY", "less than a day in ms", ms.to_string()));
    }
    long_time_of_day(u64::from(ms) * 1_000_000)
}

fn long_time_of_day(ns: u64) -> Result<civil::Time, DecodeError> {
    let whole = || wrong("LTIME_OF_DAY", "less than a day in ns", ns.to_string());
    if ns >= NS_PER_DAY {
        return Err(whole());
    }
    let span = i64::try_from(ns).map_err(|_| whole())?;
    civil::Time::midnight().checked_add(SignedDuration::from_nanos(span)).map_err(|_| whole())
}

fn long_date_time(ns: i64) -> Result<civil::DateTime, DecodeError> {
    civil::date(1970, 1, 1)
        .at(0, 0, 0, 0)
        .checked_add(SignedDuration::from_nanos(ns))
        .map_err(|_| wrong("LDT", "nanoseconds since 1970", ns.to_string()))
}

/// Year (word), month, day, weekday, hour, minute, second, nanoseconds (double word).
fn dtl(reader: &mut Reader<'_>) -> Result<civil::DateTime, DecodeError> {
    let year = reader.u16("DTL year")?;
    let [month, day, _weekday, hour, minute, second]: [u8; 6] = reader.array("DTL")?;
    let nanosecond = reader.u32("DTL nanosecond")?;
    let small = |it: u8| i8::try_from(it).unwrap_or(i8::MAX);
    civil::DateTime::new(
        i16::try_from(year).unwrap_or(i16::MAX),
        small(month),
        small(day),
        small(hour),
        small(minute),
        small(second),
        i32::try_from(nanosecond).unwrap_or(i32::MAX),
    )
    .map_err(|_| {
        wrong(
            "DTL",
            "a date and time",
            format!("{year}-{month}-{day} {hour}:{minute}:{second}.{nanosecond:09}"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Type, bytes: &[u8], value: Value) {
        assert_eq!(decode(kind, bytes, 0), Ok(value), "{kind} of {bytes:02x?}");
        assert_eq!(bytes.len(), usize::try_from(kind.size()).expect("small"), "{kind}");
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn numbers() {
        check(Type::Byte, &[0xFE], Value::Uint(0xFE));
        check(Type::SInt, &[0xFE], Value::Int(-2));
        check(Type::Word, &[0xFF, 0xFE], Value::Uint(0xFFFE));
        check(Type::Int, &[0xFF, 0xFE], Value::Int(-2));
        check(Type::DInt, &[0x80, 0, 0, 0], Value::Int(i32::MIN.into()));
        check(Type::LInt, &[0x80, 0, 0, 0, 0, 0, 0, 0], Value::Int(i64::MIN));
        check(Type::LWord, &[0xFF; 8], Value::Uint(u64::MAX));
        check(Type::Real, &[0x41, 0x48, 0, 0], Value::Real(12.5));
        check(Type::LReal, &[0x40, 0x29, 0, 0, 0, 0, 0, 0], Value::LReal(12.5));
    }

    #[test]
    fn bits_count_from_the_low_end() {
        for bit in 0..8 {
            assert_eq!(decode(Type::Bool, &[1 << bit], bit), Ok(Value::Bool(true)));
            assert_eq!(decode(Type::Bool, &[!(1 << bit)], bit), Ok(Value::Bool(false)));
        }
    }

    #[test]
    fn texts() {
        check(Type::Char, &[0xE9], text("é"));
        check(Type::WChar, &[0x20, 0xAC], text("€"));
        check(Type::String(4), b"\x04\x02ab\0\0", text("ab"));
        check(Type::WString(2), b"\0\x02\0\x02\0a\x20\xAC", text("a€"));
        let error = decode(Type::String(4), b"\x04\xFFab\0\0", 0).expect_err("too long");
        assert_eq!(error.found, "255");
    }

    #[test]
    fn times() {
        let ms = |ms| Value::Duration(SignedDuration::from_millis(ms));
        check(Type::S5Time, &[0x01, 0x27], ms(1_270));
        check(Type::S5Time, &[0x39, 0x99], ms(9_990_000));
        check(Type::Time, &[0xFF, 0xFF, 0xFF, 0xFF], ms(-1));
        check(Type::LTime, &[0, 0, 0, 0, 0, 0x0F, 0x42, 0x40], ms(1));
        check(Type::Date, &[0, 0], Value::Date(civil::date(1990, 1, 1)));
        check(Type::Date, &[0xFF, 0xFF], Value::Date(civil::date(2169, 6, 6)));
        check(
            Type::TimeOfDay,
            &[0x05, 0x26, 0x5B, 0xFF],
            Value::TimeOfDay(civil::time(23, 59, 59, 999_000_000)),
        );
        check(
            Type::LTimeOfDay,
            &[0, 0, 0, 0, 0, 0, 0, 1],
            Value::TimeOfDay(civil::time(0, 0, 0, 1)),
        );
        let at = civil::date(2026, 11, 21).at(6, 47, 29, 7);
        check(Type::Dtl, &[0x07, 0xEA, 11, 21, 7, 6, 47, 29, 0, 0, 0, 7], Value::DateTime(at));
        check(Type::LDateTime, &[0; 8], Value::DateTime(civil::date(1970, 1, 1).at(0, 0, 0, 0)));
        check(Type::Counter, &[0x01, 0x27], Value::Uint(127));
    }

    #[test]
    fn what_means_nothing_is_an_error() {
        for (it, bytes) in [
            (Type::S5Time, &[0x0A, 0x00][..]),
            (Type::Counter, &[0x0F, 0xFF]),
            (Type::TimeOfDay, &[0x05, 0x26, 0x5C, 0x00]),
            (Type::LTimeOfDay, &[0xFF; 8]),
            (Type::DateAndTime, &[0; 8]),
            (Type::Dtl, &[0; 12]),
            (Type::Dtl, &[0xFF; 12]),
            (Type::Real, &[1, 2, 3]),
            (Type::String(254), b"\xFE\x05ab"),
        ] {
            assert!(decode(it, bytes, 0).is_err(), "{it} of {bytes:02x?}");
        }
    }
}

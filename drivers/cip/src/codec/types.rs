//! CIP's elementary data types and Logix's built-in string.
//!
//! Source: CIP Networks Library volume 1, appendix C-5 and C-6; Rockwell 1756-PM020, "Tag type
//! service parameters". Logix's dates and times (Studio 5000 from version 34 on) use some codes
//! for other types than CIP does; as pylogix (`eip.py`) and pycomm3 (pull request 332) know them.

use std::fmt;

use bytes::BufMut;
use jiff::{SignedDuration, Timestamp, civil};
use tagbridge_driver::Value;

use super::{DecodeError, Reader, identity::latin1};

macro_rules! elementary {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal, $size:expr;)+) => {
        /// An elementary data type.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Elementary {
            $($(#[$doc])* $variant,)+
        }

        impl Elementary {
            /// All types.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The code in the protocol. [`Stime`](Self::Stime) and [`Ldt`](Self::Ldt) share one.
            pub fn code(self) -> u16 {
                match self { $(Self::$variant => $code),+ }
            }

            /// The name in the specification.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// Size of a value in bytes; `None` for texts, whose length varies.
            pub fn size(self) -> Option<usize> {
                match self { $(Self::$variant => $size),+ }
            }
        }
    };
}

elementary! {
    /// µs since 1970 (Logix).
    Dt = 0xC0, "DT", Some(8);
    /// One bit, in a byte.
    Bool = 0xC1, "BOOL", Some(1);
    /// Signed, 8 bits.
    Sint = 0xC2, "SINT", Some(1);
    /// Signed, 16 bits.
    Int = 0xC3, "INT", Some(2);
    /// Signed, 32 bits.
    Dint = 0xC4, "DINT", Some(4);
    /// Signed, 64 bits.
    Lint = 0xC5, "LINT", Some(8);
    /// Unsigned, 8 bits.
    Usint = 0xC6, "USINT", Some(1);
    /// Unsigned, 16 bits.
    Uint = 0xC7, "UINT", Some(2);
    /// Unsigned, 32 bits.
    Udint = 0xC8, "UDINT", Some(4);
    /// Unsigned, 64 bits.
    Ulint = 0xC9, "ULINT", Some(8);
    /// IEEE 754 single precision.
    Real = 0xCA, "REAL", Some(4);
    /// IEEE 754 double precision.
    Lreal = 0xCB, "LREAL", Some(8);
    /// Synchronous time, a number.
    Stime = 0xCC, "STIME", Some(4);
    /// ns since 1970 (Logix, under the code of STIME).
    Ldt = 0xCC, "LDT", Some(8);
    /// Days since 1972.
    Date = 0xCD, "DATE", Some(2);
    /// ms since midnight.
    TimeOfDay = 0xCE, "TIME_OF_DAY", Some(4);
    /// ms since midnight, then days since 1972.
    DateAndTime = 0xCF, "DATE_AND_TIME", Some(6);
    /// 16 bits of length, then characters of one byte, padded to an even number.
    String = 0xD0, "STRING", None;
    /// 8 bits.
    Byte = 0xD1, "BYTE", Some(1);
    /// 16 bits.
    Word = 0xD2, "WORD", Some(2);
    /// 32 bits; the elements of BOOL arrays have this type.
    Dword = 0xD3, "DWORD", Some(4);
    /// 64 bits.
    Lword = 0xD4, "LWORD", Some(8);
    /// A duration in µs, 32 bits (Logix; FTIME elsewhere).
    Time32 = 0xD6, "TIME32", Some(4);
    /// A duration in µs, 64 bits (Logix; LTIME elsewhere).
    Time64 = 0xD7, "TIME", Some(8);
    /// A duration in ms, 16 bits.
    Itime = 0xD8, "ITIME", Some(2);
    /// 8 bits of length, then characters of one byte.
    ShortString = 0xDA, "SHORT_STRING", None;
    /// A duration in ms, 32 bits (not in Logix).
    Time = 0xDB, "TIME", Some(4);
    /// A duration in ns, 64 bits (Logix).
    Ltime = 0xDF, "LTIME", Some(8);
}

impl fmt::Display for Elementary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first day of a DATE.
const DATE_EPOCH: civil::Date = civil::date(1972, 1, 1);

impl Elementary {
    /// The type with this code; [`Stime`](Self::Stime) for the code that two share.
    pub(crate) fn from_code(code: u16) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.code() == code)
    }

    /// The type of this code in a Logix tag list: [`Ldt`](Self::Ldt), never `Stime`.
    pub(crate) fn of_logix(code: u16) -> Option<Self> {
        match Self::from_code(code) {
            Some(Self::Stime) => Some(Self::Ldt),
            other => other,
        }
    }

    /// Number of bits, if it is an integer or a bit string.
    pub fn bits(self) -> Option<u8> {
        match self {
            Self::Sint | Self::Usint | Self::Byte => Some(8),
            Self::Int | Self::Uint | Self::Word => Some(16),
            Self::Dint | Self::Udint | Self::Dword => Some(32),
            Self::Lint | Self::Ulint | Self::Lword => Some(64),
            _ => None,
        }
    }

    /// Appends all values in `bytes`, which must contain whole values only.
    pub(crate) fn decode_run(
        self,
        bytes: &[u8],
        values: &mut Vec<Value>,
    ) -> Result<(), DecodeError> {
        match self {
            Self::Dint => {
                let (elements, []) = bytes.as_chunks::<4>() else {
                    return self.incomplete_elements(bytes);
                };
                values.extend(elements.iter().map(|it| Value::Int(i32::from_le_bytes(*it).into())));
            }
            Self::Int => {
                let (elements, []) = bytes.as_chunks::<2>() else {
                    return self.incomplete_elements(bytes);
                };
                values.extend(elements.iter().map(|it| Value::Int(i16::from_le_bytes(*it).into())));
            }
            Self::Real => {
                let (elements, []) = bytes.as_chunks::<4>() else {
                    return self.incomplete_elements(bytes);
                };
                values.extend(elements.iter().map(|it| Value::Real(f32::from_le_bytes(*it))));
            }
            _ => {
                let mut reader = Reader::new(bytes);
                while !reader.is_empty() {
                    values.push(self.decode(&mut reader)?);
                }
            }
        }
        Ok(())
    }

    fn incomplete_elements(self, bytes: &[u8]) -> Result<(), DecodeError> {
        let found = format!("{} bytes", bytes.len());
        Err(DecodeError::new(self.name(), 0, "whole elements", found))
    }

    /// Decodes one value.
    pub fn decode(self, reader: &mut Reader<'_>) -> Result<Value, DecodeError> {
        let field = self.name();
        let offset = reader.offset();
        let out_of_range = |found: String| {
            DecodeError::new(field, offset, "a value within the type's range", found)
        };
        Ok(match self {
            Self::Bool => Value::Bool(reader.u8(field)? != 0),
            Self::Sint => Value::Int(i8::from_le_bytes(reader.array(field)?).into()),
            Self::Int => Value::Int(i16::from_le_bytes(reader.array(field)?).into()),
            Self::Dint | Self::Stime => Value::Int(i32::from_le_bytes(reader.array(field)?).into()),
            Self::Lint => Value::Int(i64::from_le_bytes(reader.array(field)?)),
            Self::Usint | Self::Byte => Value::Uint(reader.u8(field)?.into()),
            Self::Uint | Self::Word => Value::Uint(reader.u16(field)?.into()),
            Self::Udint | Self::Dword => Value::Uint(reader.u32(field)?.into()),
            Self::Ulint | Self::Lword => Value::Uint(u64::from_le_bytes(reader.array(field)?)),
            Self::Real => Value::Real(f32::from_le_bytes(reader.array(field)?)),
            Self::Lreal => Value::LReal(f64::from_le_bytes(reader.array(field)?)),
            Self::Dt => {
                let us = u64::from_le_bytes(reader.array(field)?);
                i64::try_from(us)
                    .ok()
                    .and_then(|it| Timestamp::from_microsecond(it).ok())
                    .map(Value::Timestamp)
                    .ok_or_else(|| out_of_range(format!("{us} µs")))?
            }
            Self::Ldt => {
                let ns = u64::from_le_bytes(reader.array(field)?);
                Timestamp::from_nanosecond(ns.into())
                    .map(Value::Timestamp)
                    .map_err(|_| out_of_range(format!("{ns} ns")))?
            }
            Self::Date => Value::Date(date(reader.u16(field)?)),
            Self::TimeOfDay => {
                let ms = reader.u32(field)?;
                Value::TimeOfDay(time(ms).ok_or_else(|| out_of_range(format!("{ms} ms")))?)
            }
            Self::DateAndTime => {
                let ms = reader.u32(field)?;
                let time = time(ms).ok_or_else(|| out_of_range(format!("{ms} ms")))?;
                Value::DateTime(date(reader.u16(field)?).to_datetime(time))
            }
            Self::Time32 => {
                let us = i32::from_le_bytes(reader.array(field)?);
                Value::Duration(SignedDuration::from_micros(us.into()))
            }
            Self::Time64 => {
                let us = i64::from_le_bytes(reader.array(field)?);
                Value::Duration(SignedDuration::from_micros(us))
            }
            Self::Ltime => {
                let ns = i64::from_le_bytes(reader.array(field)?);
                Value::Duration(SignedDuration::from_nanos(ns))
            }
            Self::Itime => {
                let ms = i16::from_le_bytes(reader.array(field)?);
                Value::Duration(SignedDuration::from_millis(ms.into()))
            }
            Self::Time => {
                let ms = i32::from_le_bytes(reader.array(field)?);
                Value::Duration(SignedDuration::from_millis(ms.into()))
            }
            Self::String => {
                let length = usize::from(reader.u16(field)?);
                let text = latin1(reader.take(field, length)?);
                // Some devices omit the padding at the end of a reply.
                if length % 2 == 1 && !reader.is_empty() {
                    reader.u8("pad")?;
                }
                Value::Text(text)
            }
            Self::ShortString => {
                let length = usize::from(reader.u8(field)?);
                Value::Text(latin1(reader.take(field, length)?))
            }
        })
    }

    /// Appends one value, for a server. `None`: the value does not have this type, or is out of its
    /// range, and no byte was appended.
    pub fn encode(self, value: &Value, out: &mut Vec<u8>) -> Option<()> {
        match (self, value) {
            (Self::Bool, &Value::Bool(it)) => out.put_u8(if it { 0xFF } else { 0 }),
            (Self::Sint, &Value::Int(it)) => out.put_i8(i8::try_from(it).ok()?),
            (Self::Int, &Value::Int(it)) => out.put_i16_le(i16::try_from(it).ok()?),
            (Self::Dint | Self::Stime, &Value::Int(it)) => {
                out.put_i32_le(i32::try_from(it).ok()?);
            }
            (Self::Lint, &Value::Int(it)) => out.put_i64_le(it),
            (Self::Usint | Self::Byte, &Value::Uint(it)) => out.put_u8(u8::try_from(it).ok()?),
            (Self::Uint | Self::Word, &Value::Uint(it)) => {
                out.put_u16_le(u16::try_from(it).ok()?);
            }
            (Self::Udint | Self::Dword, &Value::Uint(it)) => {
                out.put_u32_le(u32::try_from(it).ok()?);
            }
            (Self::Ulint | Self::Lword, &Value::Uint(it)) => out.put_u64_le(it),
            (Self::Real, &Value::Real(it)) => out.put_f32_le(it),
            (Self::Lreal, &Value::LReal(it)) => out.put_f64_le(it),
            (Self::Dt, Value::Timestamp(it)) => {
                out.put_u64_le(u64::try_from(it.as_microsecond()).ok()?);
            }
            (Self::Ldt, Value::Timestamp(it)) => {
                out.put_u64_le(u64::try_from(it.as_nanosecond()).ok()?);
            }
            (Self::Date, &Value::Date(it)) => out.put_u16_le(days(it)?),
            (Self::TimeOfDay, &Value::TimeOfDay(it)) => out.put_u32_le(milliseconds(it)?),
            (Self::DateAndTime, Value::DateTime(it)) => {
                let (ms, days) = (milliseconds(it.time())?, days(it.date())?);
                out.put_u32_le(ms);
                out.put_u16_le(days);
            }
            (Self::Time32, Value::Duration(it)) => {
                out.put_i32_le(i32::try_from(it.as_micros()).ok()?);
            }
            (Self::Time64, Value::Duration(it)) => {
                out.put_i64_le(i64::try_from(it.as_micros()).ok()?);
            }
            (Self::Ltime, Value::Duration(it)) => {
                out.put_i64_le(i64::try_from(it.as_nanos()).ok()?);
            }
            (Self::Itime, Value::Duration(it)) => {
                out.put_i16_le(i16::try_from(it.as_millis()).ok()?);
            }
            (Self::Time, Value::Duration(it)) => {
                out.put_i32_le(i32::try_from(it.as_millis()).ok()?);
            }
            (Self::String, Value::Text(it)) => {
                let text = to_latin1(it)?;
                out.put_u16_le(u16::try_from(text.len()).ok()?);
                out.put_slice(&text);
                if text.len() % 2 == 1 {
                    out.put_u8(0);
                }
            }
            (Self::ShortString, Value::Text(it)) => {
                let text = to_latin1(it)?;
                out.put_u8(u8::try_from(text.len()).ok()?);
                out.put_slice(&text);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Logix's built-in STRING: a structure of a 32-bit length, 82 characters and two bytes of padding.
pub mod logix_string {
    use super::{BufMut, DecodeError, Reader, Value, latin1, to_latin1};

    /// Handle of the structure.
    pub const HANDLE: u16 = 0x0FCE;
    /// Size of a value, in bytes.
    pub const SIZE: usize = 88;
    /// Maximum number of characters.
    pub const CAPACITY: usize = 82;

    /// Decodes one value.
    pub fn decode(reader: &mut Reader<'_>) -> Result<Value, DecodeError> {
        let length = reader.array("STRING.LEN")?;
        let data = reader.take("STRING.DATA", SIZE - 4)?;
        Ok(Value::Text(text(length, &data[..CAPACITY])))
    }

    /// The text of a string, with its LEN, which the program may set to any invalid value.
    pub(crate) fn text(length: [u8; 4], data: &[u8]) -> String {
        let length = usize::try_from(i32::from_le_bytes(length)).unwrap_or_default();
        latin1(&data[..length.min(data.len())])
    }

    /// Appends one value. `None`: it has too many characters, or some outside of Latin-1.
    pub fn encode(text: &str, out: &mut Vec<u8>) -> Option<()> {
        let text = to_latin1(text).filter(|it| it.len() <= CAPACITY)?;
        out.put_u32_le(u32::try_from(text.len()).ok()?);
        out.put_slice(&text);
        out.put_bytes(0, SIZE - 4 - text.len());
        Some(())
    }
}

fn to_latin1(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|it| u8::try_from(it).ok()).collect()
}

fn date(days: u16) -> civil::Date {
    DATE_EPOCH.saturating_add(SignedDuration::from_hours(24 * i64::from(days)))
}

fn days(date: civil::Date) -> Option<u16> {
    u16::try_from(date.duration_since(DATE_EPOCH).as_hours() / 24).ok()
}

fn time(ms: u32) -> Option<civil::Time> {
    const DAY_MS: u32 = 24 * 60 * 60 * 1000;
    (ms < DAY_MS)
        .then(|| civil::Time::midnight().wrapping_add(SignedDuration::from_millis(ms.into())))
}

fn milliseconds(time: civil::Time) -> Option<u32> {
    u32::try_from(time.duration_since(civil::Time::midnight()).as_millis()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Elementary, value: &Value, bytes: &[u8]) {
        let mut out = Vec::new();
        kind.encode(value, &mut out).unwrap_or_else(|| panic!("{kind}: {value:?}"));
        assert_eq!(out, bytes, "{kind}");
        let mut reader = Reader::new(bytes);
        assert_eq!(kind.decode(&mut reader).as_ref(), Ok(value), "{kind}");
        reader.finish("value").unwrap();
        for cut in 0..bytes.len().saturating_sub(1) {
            assert!(kind.decode(&mut Reader::new(&bytes[..cut])).is_err(), "{kind} cut at {cut}");
        }
    }

    #[test]
    fn values_of_every_type() {
        use Elementary::*;
        check(Bool, &Value::Bool(true), &[0xFF]);
        check(Sint, &Value::Int(-2), &[0xFE]);
        check(Int, &Value::Int(-2), &[0xFE, 0xFF]);
        check(Dint, &Value::Int(i32::MIN.into()), &[0, 0, 0, 0x80]);
        check(Lint, &Value::Int(i64::MIN), &[0, 0, 0, 0, 0, 0, 0, 0x80]);
        check(Usint, &Value::Uint(255), &[0xFF]);
        check(Uint, &Value::Uint(0x1234), &[0x34, 0x12]);
        check(Udint, &Value::Uint(0xFFFF_FFFE), &[0xFE, 0xFF, 0xFF, 0xFF]);
        check(Ulint, &Value::Uint(u64::MAX), &[0xFF; 8]);
        check(Real, &Value::Real(1.5), &[0, 0, 0xC0, 0x3F]);
        check(Lreal, &Value::LReal(1.5), &[0, 0, 0, 0, 0, 0, 0xF8, 0x3F]);
        check(Byte, &Value::Uint(9), &[9]);
        check(Word, &Value::Uint(9), &[9, 0]);
        check(Dword, &Value::Uint(9), &[9, 0, 0, 0]);
        check(Lword, &Value::Uint(9), &[9, 0, 0, 0, 0, 0, 0, 0]);
        check(Stime, &Value::Int(1), &[1, 0, 0, 0]);
        check(Date, &Value::Date(civil::date(1972, 2, 1)), &[31, 0]);
        check(Date, &Value::Date(civil::date(2151, 6, 6)), &[0xFF, 0xFF]);
        check(TimeOfDay, &Value::TimeOfDay(civil::time(0, 0, 1, 0)), &[0xE8, 3, 0, 0]);
        check(
            DateAndTime,
            &Value::DateTime(civil::date(1972, 1, 2).at(0, 0, 1, 0)),
            &[0xE8, 3, 0, 0, 1, 0],
        );
        let duration = |us| Value::Duration(SignedDuration::from_micros(us));
        check(Time32, &duration(-1), &[0xFF; 4]);
        check(Time64, &duration(256), &[0, 1, 0, 0, 0, 0, 0, 0]);
        check(Ltime, &duration(1), &[0xE8, 3, 0, 0, 0, 0, 0, 0]);
        check(Itime, &duration(-1000), &[0xFF, 0xFF]);
        check(Time, &duration(1000), &[1, 0, 0, 0]);
        let second = Value::Timestamp(Timestamp::from_second(1).unwrap());
        check(Dt, &second, &[0x40, 0x42, 0x0F, 0, 0, 0, 0, 0]);
        check(Ldt, &second, &[0x00, 0xCA, 0x9A, 0x3B, 0, 0, 0, 0]);
        check(String, &Value::Text("abc".into()), &[3, 0, b'a', b'b', b'c', 0]);
        check(ShortString, &Value::Text("ü".into()), &[1, 0xFC]);
    }

    #[test]
    fn what_does_not_fit_the_type_is_not_written() {
        let mut out = Vec::new();
        for (kind, value) in [
            (Elementary::Sint, Value::Int(128)),
            (Elementary::Dint, Value::Real(1.0)),
            (Elementary::Usint, Value::Uint(256)),
            (Elementary::Date, Value::Date(civil::date(1971, 12, 31))),
            (Elementary::ShortString, Value::Text("x".repeat(256))),
            (Elementary::String, Value::Text("€".into())),
        ] {
            assert_eq!(kind.encode(&value, &mut out), None, "{kind}");
        }
        assert!(out.is_empty());
        assert!(Elementary::TimeOfDay.decode(&mut Reader::new(&[0xFF; 4])).is_err());
    }

    #[test]
    fn logix_strings() {
        let mut bytes = Vec::new();
        logix_string::encode("Hallo", &mut bytes).unwrap();
        assert_eq!(bytes.len(), logix_string::SIZE);
        let decode = |bytes: &[u8]| logix_string::decode(&mut Reader::new(bytes));
        assert_eq!(decode(&bytes), Ok(Value::Text("Hallo".into())));
        for (length, text) in [(83, "Hallo".to_owned() + &"\0".repeat(77)), (-1, String::new())] {
            bytes[..4].copy_from_slice(&i32::to_le_bytes(length));
            assert_eq!(decode(&bytes), Ok(Value::Text(text)));
        }
        assert_eq!(logix_string::encode(&"x".repeat(83), &mut bytes), None);
    }

    #[test]
    fn codes_lead_back_to_their_type() {
        for &kind in Elementary::ALL {
            let back = Elementary::from_code(kind.code());
            let expected = if kind == Elementary::Ldt { Elementary::Stime } else { kind };
            assert_eq!(back, Some(expected));
        }
        assert_eq!(Elementary::from_code(0x02A0), None);
    }
}

//! The types of S7, with their names and sizes.
//!
//! Source: Siemens "STEP 7 Programming" (TIA Portal), chapter "Data types".

use std::fmt;

/// Default length of a `STRING` or `WSTRING`, in characters.
pub const DEFAULT_LENGTH: u16 = 254;
/// Maximum length of a `WSTRING`, in characters.
pub const MAX_WSTRING: u16 = 16382;

/// A type of one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// One bit.
    Bool,
    /// Eight bits.
    Byte,
    /// 16 bits.
    Word,
    /// 32 bits.
    DWord,
    /// 64 bits.
    LWord,
    /// 8 bits, signed.
    SInt,
    /// 8 bits, unsigned.
    USInt,
    /// 16 bits, signed.
    Int,
    /// 16 bits, unsigned.
    UInt,
    /// 32 bits, signed.
    DInt,
    /// 32 bits, unsigned.
    UDInt,
    /// 64 bits, signed.
    LInt,
    /// 64 bits, unsigned.
    ULInt,
    /// IEEE 754 single precision.
    Real,
    /// IEEE 754 double precision.
    LReal,
    /// One character, ISO 8859-1.
    Char,
    /// One character, UTF-16.
    WChar,
    /// Text with this maximum number of characters (254 or less).
    String(u8),
    /// Text with this maximum number of UTF-16 units (16382 or less).
    WString(u16),
    /// A duration in the format of S5: three digits and a time base.
    S5Time,
    /// A duration in milliseconds.
    Time,
    /// A duration in nanoseconds.
    LTime,
    /// Days since 1990.
    Date,
    /// Milliseconds since midnight.
    TimeOfDay,
    /// Nanoseconds since midnight.
    LTimeOfDay,
    /// Date and time in BCD.
    DateAndTime,
    /// Nanoseconds since 1970, local time.
    LDateTime,
    /// Date and time as separate members.
    Dtl,
    /// The remaining time of a timer of S7-300/400.
    Timer,
    /// A counter of S7-300/400.
    Counter,
}

/// TIA's names first, then other accepted names.
const NAMES: &[(&str, Type)] = &[
    ("BOOL", Type::Bool),
    ("BYTE", Type::Byte),
    ("WORD", Type::Word),
    ("DWORD", Type::DWord),
    ("LWORD", Type::LWord),
    ("SINT", Type::SInt),
    ("USINT", Type::USInt),
    ("INT", Type::Int),
    ("UINT", Type::UInt),
    ("DINT", Type::DInt),
    ("UDINT", Type::UDInt),
    ("LINT", Type::LInt),
    ("ULINT", Type::ULInt),
    ("REAL", Type::Real),
    ("LREAL", Type::LReal),
    ("CHAR", Type::Char),
    ("WCHAR", Type::WChar),
    ("STRING", Type::String(254)),
    ("WSTRING", Type::WString(DEFAULT_LENGTH)),
    ("S5TIME", Type::S5Time),
    ("TIME", Type::Time),
    ("LTIME", Type::LTime),
    ("DATE", Type::Date),
    ("TIME_OF_DAY", Type::TimeOfDay),
    ("LTIME_OF_DAY", Type::LTimeOfDay),
    ("DATE_AND_TIME", Type::DateAndTime),
    ("LDT", Type::LDateTime),
    ("DTL", Type::Dtl),
    ("TIMER", Type::Timer),
    ("COUNTER", Type::Counter),
    ("TOD", Type::TimeOfDay),
    ("LTOD", Type::LTimeOfDay),
    ("DT", Type::DateAndTime),
    ("DATE_AND_LTIME", Type::LDateTime),
];

impl Type {
    /// The type of this name, case-insensitive; strings have the default length.
    pub fn by_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, it)| it)
    }

    /// Size of one element in bytes. A single `BOOL` is read as one byte.
    pub fn size(self) -> u32 {
        match self {
            Self::Bool | Self::Byte | Self::SInt | Self::USInt | Self::Char => 1,
            Self::Word
            | Self::Int
            | Self::UInt
            | Self::WChar
            | Self::S5Time
            | Self::Date
            | Self::Timer
            | Self::Counter => 2,
            Self::DWord | Self::DInt | Self::UDInt | Self::Real | Self::Time | Self::TimeOfDay => 4,
            Self::LWord
            | Self::LInt
            | Self::ULInt
            | Self::LReal
            | Self::LTime
            | Self::LTimeOfDay
            | Self::DateAndTime
            | Self::LDateTime => 8,
            Self::Dtl => 12,
            Self::String(length) => 2 + u32::from(length),
            Self::WString(length) => 4 + 2 * u32::from(length),
        }
    }

    /// Distance between two elements of an array, in bytes: strings begin at even addresses.
    pub fn stride(self) -> u32 {
        match self {
            Self::String(_) => self.size().next_multiple_of(2),
            _ => self.size(),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String(length) => write!(f, "STRING[{length}]"),
            Self::WString(length) => write!(f, "WSTRING[{length}]"),
            _ => {
                let (name, _) =
                    NAMES.iter().find(|(_, known)| known == self).expect("every type has a name");
                f.write_str(name)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_again() {
        for &(name, it) in NAMES {
            assert_eq!(Type::by_name(&name.to_lowercase()), Some(it));
            let shown = it.to_string();
            let shown = shown.split('[').next().expect("a name");
            assert_eq!(Type::by_name(shown), Some(it));
        }
        assert_eq!(Type::by_name("REEL"), None);
    }
}

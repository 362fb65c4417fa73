//! The types of S7: their names, and how many bytes they take.
//!
//! Source: Siemens "STEP 7 Programming" (TIA Portal), chapter "Data types".

use std::fmt;

/// Characters of a `STRING` or `WSTRING` whose length is not given.
pub const DEFAULT_LENGTH: u16 = 254;
/// Most characters of a `WSTRING`.
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
    /// 8 bits with sign.
    SInt,
    /// 8 bits without sign.
    USInt,
    /// 16 bits with sign.
    Int,
    /// 16 bits without sign.
    UInt,
    /// 32 bits with sign.
    DInt,
    /// 32 bits without sign.
    UDInt,
    /// 64 bits with sign.
    LInt,
    /// 64 bits without sign.
    ULInt,
    /// IEEE 754 single precision.
    Real,
    /// IEEE 754 double precision.
    LReal,
    /// One character, ISO 8859-1.
    Char,
    /// One character, UTF-16.
    WChar,
    /// Text of at most so many characters (254 or less).
    String(u8),
    /// Text of at most so many UTF-16 units (16382 or less).
    WString(u16),
    /// A span in the format of S5: three digits and a time base.
    S5Time,
    /// A span in milliseconds.
    Time,
    /// A span in nanoseconds.
    LTime,
    /// Days since 1990.
    Date,
    /// Milliseconds since midnight.
    TimeOfDay,
    /// Nanoseconds since midnight.
    LTimeOfDay,
    /// Date and time in BCD.
    DateAndTime,
    /// Nanoseconds since 1970, local.
    LDateTime,
    /// Date and time by members.
    Dtl,
    /// What is left of a timer of S7-300/400.
    Timer,
    /// A counter of S7-300/400.
    Counter,
}

/// Names as TIA writes them first, then others that are understood.
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
    /// The type of this name in any case, strings with the default length.
    pub fn by_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, it)| it)
    }

    /// Bytes of one element. A `BOOL` takes one byte when it is read by itself.
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

    /// Bytes from one element of an array to the next: strings begin at even addresses.
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

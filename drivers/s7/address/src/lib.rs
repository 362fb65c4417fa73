//! Parses absolute S7 addresses: the position of a tag and its type. The only code that parses
//! `DB1.DBD4:REAL` and its other spellings; has no I/O.

mod kind;
mod mistake;
mod parse;
#[cfg(test)]
mod tests;
mod text;
mod types;

use std::fmt;

pub use self::{
    parse::{Written, parse},
    text::AddressError,
    types::{DEFAULT_LENGTH, MAX_WSTRING, Type},
};

/// Maximum bit address: 24 bits.
pub const MAX_ADDRESS: u32 = 0x00FF_FFFF;
/// Number of bytes in that range.
const MAX_END: u32 = (MAX_ADDRESS + 1) / 8;

/// A memory area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// Data block of this number.
    Block(u16),
    /// Bit memory.
    Memory,
    /// Inputs, as in the process image.
    Inputs,
    /// Outputs, as in the process image.
    Outputs,
    /// Timers of S7-300/400, two bytes each.
    Timers,
    /// Counters of S7-300/400, two bytes each.
    Counters,
}

impl Area {
    /// Number of bytes per number in this area: a timer or a counter takes two.
    pub fn unit(self) -> u32 {
        match self {
            Self::Timers | Self::Counters => 2,
            _ => 1,
        }
    }

    /// The letter of an address; `DB` for blocks.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Block(_) => "DB",
            Self::Memory => "M",
            Self::Inputs => "I",
            Self::Outputs => "Q",
            Self::Timers => "T",
            Self::Counters => "C",
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block(number) => write!(f, "DB{number}"),
            Self::Memory => f.write_str("the bit memory"),
            Self::Inputs => f.write_str("the inputs"),
            Self::Outputs => f.write_str("the outputs"),
            Self::Timers => f.write_str("the timers"),
            Self::Counters => f.write_str("the counters"),
        }
    }
}

/// An address: `DB1.DBD4:REAL`. Displayed in TIA's form, without the leading `%`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address {
    /// The area.
    pub area: Area,
    /// The first byte; twice the number in the areas of timers and counters.
    pub start: u32,
    /// The bit of a `BOOL`, 0 to 7; 0 elsewhere.
    pub bit: u8,
    /// The type.
    pub kind: Type,
    /// Number of elements of an array; `None` for a single value.
    pub count: Option<u32>,
}

impl Address {
    /// Number of bytes from the first to the last one.
    pub fn size(&self) -> u32 {
        match (self.kind, self.count) {
            (kind, None) => kind.size(),
            (Type::Bool, Some(count)) => (u32::from(self.bit) + count).div_ceil(8),
            // The last string of an array needs no padding.
            (kind, Some(count)) => kind.stride() * (count - 1) + kind.size(),
        }
    }

    /// The byte after the last one.
    pub fn end(&self) -> u32 {
        self.start + self.size()
    }

    /// The controller's name of the type: `REAL`, `INT[10]`.
    pub fn type_name(&self) -> String {
        match self.count {
            None => self.kind.to_string(),
            Some(count) => format!("{}[{count}]", self.kind),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.area.letter();
        let start = self.start / self.area.unit();
        let implied = match self.area {
            Area::Timers | Area::Counters => {
                write!(f, "{letter}{start}")?;
                self.kind
            }
            area => {
                let (size, implied) = width(self.kind);
                if let Area::Block(number) = area {
                    write!(f, "DB{number}.")?;
                }
                match (area, implied) {
                    (Area::Block(_), Type::Bool) => write!(f, "DBX{start}.{}", self.bit)?,
                    (_, Type::Bool) => write!(f, "{letter}{start}.{}", self.bit)?,
                    _ => write!(f, "{letter}{size}{start}")?,
                }
                implied
            }
        };
        if implied != self.kind {
            write!(f, ":{}", self.kind)?;
        }
        match self.count {
            Some(count) => write!(f, "[{count}]"),
            None => Ok(()),
        }
    }
}

/// The size letter of a type, and the type that this letter implies. Types of sizes other than 1, 2
/// and 4 bytes are addressed by their first byte.
fn width(kind: Type) -> (char, Type) {
    match kind {
        Type::Bool => ('X', Type::Bool),
        Type::String(_) | Type::WString(_) => ('B', Type::Byte),
        _ => match kind.size() {
            2 => ('W', Type::Word),
            4 => ('D', Type::DWord),
            _ => ('B', Type::Byte),
        },
    }
}

/// A range of an area: the content of one item of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    /// The area.
    pub area: Area,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Range {
    /// Number of bytes.
    #[expect(clippy::len_without_is_empty, reason = "a range is never empty")]
    pub fn len(&self) -> u32 {
        self.end - self.start
    }
}

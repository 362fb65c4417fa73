//! Parses all common spellings of an address.
//!
//! | Written | Meaning | Source |
//! |---|---|---|
//! | `DB1.DBX0.3`, `DB1.DBB0`, `DB1.DBW2`, `DB1.DBD4` | by size | TIA, STEP 7 |
//! | `M0.0`, `MB1`, `MW4`, `MD8`; `I`/`E`, `Q`/`A` | by size | TIA, STEP 7 |
//! | `T5`, `C3`/`Z3` | timer, counter | STEP 7 |
//! | `V0.3`, `VB1`, `VW4`, `VD8` | `DB1`, by size | S7-200, LOGO! |
//! | `DB1,R4`, `DB1.R4`, `DB1,INT2`, `DB1,X0.3`, `DB1,S10.20`, `MR4` | by type | nodes7, others |
//! | `%DB1:4.0:BOOL`, `%DB1:4:REAL` | by byte and type | PLC4X |
//! | `…:REAL` | forces the type | PLC4X |
//! | `…[10]` | an array | |
//! | `…:STRING[20]`, `…:STRING(20)`, `…:STRING[20][3]` | length, then elements | |

use std::str::FromStr;

use crate::{
    Address, Area, MAX_END,
    mistake::{AddressMistake, Number},
    text::{AddressError, Text},
    types::Type,
};

/// Maximum size of one tag, in bytes.
const MAX_SIZE: u32 = 65536;
const MAX_NUMBER: u32 = 65535;

/// A parsed address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The address.
    pub address: Address,
    /// Whether it contained a type, and not only a size, which fits every type of that size.
    pub is_typed: bool,
}

/// Parses an address in any spelling.
pub fn parse(text: &str) -> Result<Written, AddressError> {
    Text { all: text, at: 0 }.address()
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        Ok(parse(text)?.address)
    }
}

/// Area, first byte and bit as entered, and the type that the spelling implies.
pub(super) struct Location {
    pub(super) area: Area,
    pub(super) start: u32,
    bit: Option<u32>,
    /// The position of the bit in the text.
    bit_at: usize,
    pub(super) kind: Option<Type>,
    /// Whether the type is only a size (`DBD`), so that another type of that size may be forced.
    pub(super) size_only: bool,
}

impl Text<'_> {
    fn address(mut self) -> Result<Written, AddressError> {
        self.eat("%");
        let mut place = self.place()?;
        let type_at = self.at;
        if matches!(place.area, Area::Inputs | Area::Outputs)
            && self.rest().eq_ignore_ascii_case(":P")
        {
            let image = &self.all[..type_at];
            return Err(self.error(type_at, |at| AddressMistake::Periphery {
                at,
                text: self.all,
                image,
            }));
        }
        let forced = if self.eat(":") { Some(self.kind()?) } else { None };
        if let Some(forced) = forced {
            self.check_forced(&place, forced, type_at + 1)?;
        }
        let Some(kind) = forced.or(place.kind) else {
            return Err(self.error(type_at, |at| AddressMistake::TypeMissing { at }));
        };
        let count_at = self.at;
        let count = self.bracket()?;
        if self.at < self.all.len() {
            return Err(self.error(self.at, |at| AddressMistake::TooMuch { at, rest: self.rest() }));
        }
        let bit = match (kind, place.bit.take()) {
            (Type::Bool, Some(bit @ 0..=7)) => u8::try_from(bit).unwrap_or_default(),
            (Type::Bool, Some(bit)) => {
                return Err(self.error(place.bit_at, |at| AddressMistake::NoBit { at, bit }));
            }
            (Type::Bool, None) => {
                return Err(self.error(place.bit_at, |at| AddressMistake::BitMissing { at }));
            }
            (_, None | Some(0)) => 0,
            (kind, Some(bit)) => {
                return Err(self.error(place.bit_at, |at| AddressMistake::BitOfWhole {
                    at,
                    kind: kind.to_string(),
                    bit,
                }));
            }
        };
        if count == Some(0) {
            return Err(self.error(count_at, |at| AddressMistake::Empty { at }));
        }
        let start = place.start.saturating_mul(place.area.unit());
        let beyond = || self.error(type_at, |at| AddressMistake::Beyond { at, last: MAX_END - 1 });
        if start >= MAX_END {
            return Err(beyond());
        }
        let address = Address { area: place.area, start, bit, kind, count };
        let elements = count.unwrap_or(1);
        if elements > MAX_SIZE * 8
            || u64::from(kind.stride()) * u64::from(elements) > u64::from(MAX_SIZE) * 8
            || address.size() > MAX_SIZE
        {
            return Err(self.error(count_at, |at| AddressMistake::TooLong {
                at,
                type_name: address.type_name(),
                most: MAX_SIZE,
            }));
        }
        if address.end() > MAX_END {
            return Err(beyond());
        }
        let is_counted = matches!(place.area, Area::Timers | Area::Counters);
        let is_typed = forced.is_some() || !(place.size_only || is_counted);
        Ok(Written { address, is_typed })
    }

    fn place(&mut self) -> Result<Location, AddressError> {
        let at = self.at;
        if self.rest().starts_with(['"', '#']) {
            return Err(AddressError {
                symbolic: true,
                ..self.error(at, |at| AddressMistake::Symbolic { at })
            });
        }
        let letters = self.letters();
        match letters.as_str() {
            "" => Err(self.unknown(at)),
            "DB" => self.in_block(),
            "T" | "C" | "Z" => {
                let start = self.number(Number::Counted)?;
                let (area, kind) = match letters.as_str() {
                    "T" => (Area::Timers, Type::Timer),
                    _ => (Area::Counters, Type::Counter),
                };
                Ok(Location {
                    area,
                    start,
                    bit: None,
                    bit_at: self.at,
                    kind: Some(kind),
                    size_only: false,
                })
            }
            _ => {
                if let Some(wrong) = self.out_of_reach(at, &letters) {
                    return Err(wrong);
                }
                let area = match &letters[..1] {
                    "M" => Area::Memory,
                    "I" | "E" => Area::Inputs,
                    "Q" | "A" => Area::Outputs,
                    // The variable memory of an S7-200 or a LOGO!. With other letters it is a name.
                    "V" if matches!(&letters[1..], "" | "B" | "W" | "D") => Area::Block(1),
                    _ => return Err(self.unknown(at)),
                };
                match &letters[1..] {
                    "" => self.number_of(area, at, Type::Bool, true),
                    size => {
                        let (kind, size_only) = self.short(size, at + 1)?;
                        self.number_of(area, at, kind, size_only)
                    }
                }
            }
        }
    }

    fn in_block(&mut self) -> Result<Location, AddressError> {
        let at = self.at;
        let number = self.number(Number::Block)?;
        let Ok(number @ 1..) = u16::try_from(number) else {
            return Err(self.error(at, |at| AddressMistake::NoBlock {
                at,
                number,
                most: MAX_NUMBER,
            }));
        };
        let area = Area::Block(number);
        if self.eat(":") {
            // PLC4X: `%DB1:4.0:BOOL`.
            let start = self.number(Number::Byte)?;
            let (bit, bit_at) = self.bit()?;
            return Ok(Location { area, start, bit, bit_at, kind: None, size_only: false });
        }
        if !self.eat(".") && !self.eat(",") {
            return Err(self.error(self.at, |at| AddressMistake::NoPlace { at, number }));
        }
        let at = self.at;
        let letters = self.letters();
        let name = match letters.strip_prefix("DB") {
            Some(size @ ("X" | "B" | "W" | "D" | "L")) => size,
            _ => letters.as_str(),
        };
        if name.is_empty() {
            return Err(self.error(at, |at| AddressMistake::NoSize { at, number }));
        }
        let (kind, size_only) = self.short(name, at)?;
        self.number_of(area, at, kind, size_only)
    }

    /// Parses the number after a size or a type: `4`, `0.3`, or `10.20` for a string's byte and
    /// length.
    fn number_of(
        &mut self,
        area: Area,
        at: usize,
        kind: Type,
        size_only: bool,
    ) -> Result<Location, AddressError> {
        let start = self.number(Number::Byte)?;
        let (second, bit_at) = self.bit()?;
        let mut place = Location { area, start, bit: second, bit_at, kind: Some(kind), size_only };
        if let (Type::String(_) | Type::WString(_), Some(room)) = (kind, second) {
            place.kind = Some(self.sized(kind, room, bit_at)?);
            place.bit = None;
        }
        if place.kind == Some(Type::Bool) && second.is_none() {
            return Err(self.error(self.at, |it| AddressMistake::Unnamed {
                at: it,
                text: &self.all[at..self.at],
            }));
        }
        Ok(place)
    }

    /// The correct spelling for an address that the protocol cannot read: the periphery (`PIW256`,
    /// `IW256:P`), the analog inputs and outputs of an S7-200 or a LOGO! (`AIW0`), local data
    /// (`LW4`).
    fn out_of_reach(&self, at: usize, letters: &str) -> Option<AddressError> {
        let number = self.rest().split(|it: char| !it.is_ascii_digit()).next().unwrap_or_default();
        let is_size = |it: &str| matches!(it, "" | "X" | "B" | "W" | "D");
        let (area, size) = letters.split_at_checked(2)?;
        match area {
            _ if number.is_empty() => None,
            "PI" | "PE" | "PQ" | "PA" if is_size(size) => {
                let image = ["I", "Q"][usize::from(area != "PI" && area != "PE")];
                let image = format!("{image}{size}{number}");
                Some(self.error(at, |at| AddressMistake::Periphery {
                    at,
                    text: self.all,
                    image: &image,
                }))
            }
            "AI" | "AE" | "AQ" | "AA" if is_size(size) => {
                Some(self.error(at, |at| AddressMistake::Analog { at, text: self.all }))
            }
            "LB" | "LW" | "LD" if size.is_empty() => {
                Some(self.error(at, |at| AddressMistake::Local { at, text: self.all }))
            }
            _ => None,
        }
    }

    fn unknown(&self, at: usize) -> AddressError {
        self.error(at, |at| AddressMistake::NoArea { at, text: self.all })
    }
}

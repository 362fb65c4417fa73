//! All the ways in which people write an address.
//!
//! | Written | Means | Who writes it so |
//! |---|---|---|
//! | `DB1.DBX0.3`, `DB1.DBB0`, `DB1.DBW2`, `DB1.DBD4` | by size | TIA, STEP 7 |
//! | `M0.0`, `MB1`, `MW4`, `MD8`; `I`/`E`, `Q`/`A` | by size | TIA, STEP 7 |
//! | `T5`, `C3`/`Z3` | timer, counter | STEP 7 |
//! | `DB1,R4`, `DB1.R4`, `DB1,INT2`, `DB1,X0.3`, `DB1,S10.20`, `MR4` | by type | nodes7, others |
//! | `%DB1:4.0:BOOL`, `%DB1:4:REAL` | by byte and type | PLC4X |
//! | `…:REAL` | forces the type | PLC4X |
//! | `…[10]` | an array | |
//! | `…:STRING[20]`, `…:STRING(20)`, `…:STRING[20][3]` | room, then elements | |

use std::str::FromStr;

use super::{Address, Area};
use crate::{
    codec::item,
    types::{MAX_WSTRING, Type},
};

/// Most bytes that one tag may take.
const MAX_SIZE: u32 = 65536;
/// Bytes that 24 bits of bit address reach.
const MAX_END: u32 = (item::MAX_ADDRESS + 1) / 8;
const MAX_NUMBER: u32 = 65535;

/// Types by the short names that stand between area and number, beside the full ones.
const SHORT: &[(&str, Type)] = &[
    ("X", Type::Bool),
    ("B", Type::Byte),
    ("W", Type::Word),
    ("D", Type::DWord),
    ("DW", Type::DWord),
    ("L", Type::LWord),
    ("I", Type::Int),
    ("DI", Type::DInt),
    ("LI", Type::LInt),
    ("R", Type::Real),
    ("LR", Type::LReal),
    ("C", Type::Char),
    ("S", Type::String(254)),
];

/// What is wrong with an address as a person typed it, where, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} (at character {}); {remedy}", at + 1)]
pub struct AddressError {
    /// Where: characters before it.
    pub at: usize,
    /// What is wrong.
    pub what: String,
    /// What to write.
    pub remedy: String,
    /// Whether this is a symbolic name, which a project could resolve.
    pub symbolic: bool,
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        Text { all: text, at: 0 }.address()
    }
}

/// A place in the text.
#[derive(Clone)]
struct Text<'a> {
    all: &'a str,
    at: usize,
}

/// Area, first byte and bit as written, and the type that the spelling implies.
struct Place {
    area: Area,
    start: u32,
    bit: Option<u32>,
    /// Where the bit is written.
    bit_at: usize,
    kind: Option<Type>,
    /// Whether the type is a size only (`DBD`), so that another one of that size may be forced.
    size_only: bool,
}

impl Text<'_> {
    fn address(mut self) -> Result<Address, AddressError> {
        self.eat("%");
        let mut place = self.place()?;
        let type_at = self.at;
        let forced = if self.eat(":") { Some(self.kind()?) } else { None };
        if let Some(forced) = forced {
            self.check_forced(&place, forced, type_at + 1)?;
        }
        let Some(kind) = forced.or(place.kind) else {
            return Err(self.error(
                type_at,
                "the type is missing",
                "write it at the end, like :REAL",
            ));
        };
        let count_at = self.at;
        let count = self.bracket()?;
        if self.at < self.all.len() {
            return Err(self.error(
                self.at,
                format!("`{}` is too much", self.rest()),
                "an address ends after its type and its count, like DB1.DBD0:REAL[10]",
            ));
        }
        let bit = match (kind, place.bit.take()) {
            (Type::Bool, Some(bit @ 0..=7)) => u8::try_from(bit).unwrap_or_default(),
            (Type::Bool, Some(bit)) => {
                return Err(self.error(
                    place.bit_at,
                    format!("there is no bit {bit}"),
                    "a byte has bits 0 to 7",
                ));
            }
            (Type::Bool, None) => {
                return Err(self.error(
                    place.bit_at,
                    "the bit is missing",
                    "write byte and bit, like 0.3",
                ));
            }
            (_, None | Some(0)) => 0,
            (kind, Some(bit)) => {
                return Err(self.error(
                    place.bit_at,
                    format!("{kind} has no bit {bit}"),
                    "leave the bit out, or write X and BOOL, like DB1.DBX0.3",
                ));
            }
        };
        if count == Some(0) {
            return Err(self.error(
                count_at,
                "an array of 0 elements",
                "write how many, like [10]",
            ));
        }
        let start = place.start.saturating_mul(place.area.unit());
        let beyond = || {
            self.error(
                type_at,
                "the address is beyond what S7 can say",
                format!("the last byte is {}", MAX_END - 1),
            )
        };
        if start >= MAX_END {
            return Err(beyond());
        }
        let address = Address { area: place.area, start, bit, kind, count };
        let elements = count.unwrap_or(1);
        if elements > MAX_SIZE * 8
            || u64::from(kind.stride()) * u64::from(elements) > u64::from(MAX_SIZE) * 8
            || address.size() > MAX_SIZE
        {
            return Err(self.error(
                count_at,
                format!("{} is longer than {MAX_SIZE} bytes", address.type_name()),
                "read it in several tags",
            ));
        }
        if address.end() > MAX_END {
            return Err(beyond());
        }
        Ok(address)
    }

    fn place(&mut self) -> Result<Place, AddressError> {
        let at = self.at;
        if self.rest().starts_with(['"', '#']) {
            return Err(AddressError {
                symbolic: true,
                ..self.error(
                    at,
                    "a symbolic name has no address by itself",
                    "give the project that it comes from, or write an address like DB1.DBD4",
                )
            });
        }
        let letters = self.letters();
        match letters.as_str() {
            "" => Err(self.unknown(at)),
            "DB" => self.in_block(),
            "T" | "C" | "Z" => {
                let start = self.number("the number of the timer or counter")?;
                let (area, kind) = match letters.as_str() {
                    "T" => (Area::Timers, Type::Timer),
                    _ => (Area::Counters, Type::Counter),
                };
                Ok(Place {
                    area,
                    start,
                    bit: None,
                    bit_at: self.at,
                    kind: Some(kind),
                    size_only: false,
                })
            }
            _ => {
                let area = match &letters[..1] {
                    "M" => Area::Memory,
                    "I" | "E" => Area::Inputs,
                    "Q" | "A" => Area::Outputs,
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

    fn in_block(&mut self) -> Result<Place, AddressError> {
        let at = self.at;
        let number = self.number("the number of the data block")?;
        let Ok(number @ 1..) = u16::try_from(number) else {
            return Err(self.error(
                at,
                format!("there is no DB{number}"),
                format!("data blocks are numbered 1 to {MAX_NUMBER}"),
            ));
        };
        let area = Area::Block(number);
        if self.eat(":") {
            // PLC4X: `%DB1:4.0:BOOL`.
            let start = self.number("the byte")?;
            let (bit, bit_at) = self.bit()?;
            return Ok(Place { area, start, bit, bit_at, kind: None, size_only: false });
        }
        if !self.eat(".") && !self.eat(",") {
            return Err(self.error(
                self.at,
                "the place in the block is missing",
                format!("write it like DB{number}.DBD4 or DB{number}.DBX0.3"),
            ));
        }
        let at = self.at;
        let letters = self.letters();
        let name = match letters.strip_prefix("DB") {
            Some(size @ ("X" | "B" | "W" | "D" | "L")) => size,
            _ => letters.as_str(),
        };
        if name.is_empty() {
            return Err(self.error(
                at,
                "the size is missing",
                format!("write it like DB{number}.DBD4 or DB{number}.DBX0.3"),
            ));
        }
        let (kind, size_only) = self.short(name, at)?;
        self.number_of(area, at, kind, size_only)
    }

    /// The number after a size or a type: `4`, `0.3`, or `10.20` for a string's byte and room.
    fn number_of(
        &mut self,
        area: Area,
        at: usize,
        kind: Type,
        size_only: bool,
    ) -> Result<Place, AddressError> {
        let start = self.number("the byte")?;
        let (second, bit_at) = self.bit()?;
        let mut place = Place { area, start, bit: second, bit_at, kind: Some(kind), size_only };
        if let (Type::String(_) | Type::WString(_), Some(room)) = (kind, second) {
            place.kind = Some(self.sized(kind, room, bit_at)?);
            place.bit = None;
        }
        if place.kind == Some(Type::Bool) && second.is_none() {
            return Err(self.error(
                self.at,
                format!("`{}` names no bit", &self.all[at..self.at]),
                "write byte and bit, like M0.3, or a size, like MW4 or DB1.DBW4",
            ));
        }
        Ok(place)
    }

    fn check_forced(&self, place: &Place, forced: Type, at: usize) -> Result<(), AddressError> {
        let fits = match (place.area, place.kind, forced) {
            (Area::Timers | Area::Counters, kind, _) => kind == Some(forced),
            (_, _, Type::Timer | Type::Counter) => false,
            (_, None, _) => true,
            (_, Some(kind), _) if kind == forced => true,
            (_, Some(Type::Byte), _) => place.size_only && forced != Type::Bool,
            (_, Some(kind), _) => {
                place.size_only && super::width(forced).1 == kind
                    || kind == Type::LWord && forced.size() == 8
            }
        };
        if fits {
            return Ok(());
        }
        let shown = match place.kind {
            Some(kind) => format!("{forced} cannot be read where {kind} is written"),
            None => format!("{forced} cannot be read from {}", place.area),
        };
        let remedy = match place.area {
            Area::Timers | Area::Counters => "leave the type out".to_owned(),
            _ if matches!(forced, Type::Timer | Type::Counter) => "write T5 or C3".to_owned(),
            area => {
                let sample =
                    Address { area, start: place.start, bit: 0, kind: forced, count: None };
                format!("write {sample}")
            }
        };
        Err(self.error(at, shown, remedy))
    }

    /// A type's name, with the room of a string in brackets or parentheses.
    fn kind(&mut self) -> Result<Type, AddressError> {
        let at = self.at;
        let name = self.word();
        let Some(kind) = Type::by_name(&name) else {
            let what = if name.is_empty() {
                "the type is missing".to_owned()
            } else {
                format!("`{name}` is no type of S7")
            };
            return Err(self.error(
                at,
                what,
                "write one like BOOL, INT, DINT, REAL, STRING[20] or DTL",
            ));
        };
        if !matches!(kind, Type::String(_) | Type::WString(_)) {
            return Ok(kind);
        }
        let at = self.at;
        match self.bracket()? {
            Some(room) => self.sized(kind, room, at),
            None => Ok(kind),
        }
    }

    fn sized(&self, kind: Type, room: u32, at: usize) -> Result<Type, AddressError> {
        let most = if matches!(kind, Type::String(_)) { 254 } else { MAX_WSTRING };
        match (kind, u8::try_from(room), u16::try_from(room)) {
            (Type::String(_), Ok(room @ 1..=254), _) => Ok(Type::String(room)),
            (Type::WString(_), _, Ok(room @ 1..=MAX_WSTRING)) => Ok(Type::WString(room)),
            _ => Err(self.error(
                at,
                format!("a text has no room for {room} characters"),
                format!("write 1 to {most}"),
            )),
        }
    }

    /// The type of a size or a type's name, and whether it is a size only.
    fn short(&self, name: &str, at: usize) -> Result<(Type, bool), AddressError> {
        if let Some(&(_, kind)) = SHORT.iter().find(|(short, _)| *short == name) {
            return Ok((kind, matches!(name, "X" | "B" | "W" | "D" | "L")));
        }
        match Type::by_name(name) {
            Some(Type::Timer | Type::Counter) | None => Err(self.error(
                at,
                format!("`{name}` is neither a size nor a type"),
                "write X, B, W or D and the byte, like DB1.DBD4 or MW4, and force a type by :REAL",
            )),
            Some(kind) => Ok((kind, false)),
        }
    }

    /// A number in brackets or parentheses, where there is one.
    fn bracket(&mut self) -> Result<Option<u32>, AddressError> {
        let close = if self.eat("[") {
            "]"
        } else if self.eat("(") {
            ")"
        } else {
            return Ok(None);
        };
        let number = self.number("the number in the brackets")?;
        if self.eat(close) {
            return Ok(Some(number));
        }
        Err(self.error(
            self.at,
            "the bracket is not closed",
            format!("write {close} after the number"),
        ))
    }

    /// The number after a point, where there is one, and where it stands.
    fn bit(&mut self) -> Result<(Option<u32>, usize), AddressError> {
        if !self.eat(".") {
            return Ok((None, self.at));
        }
        let at = self.at;
        Ok((Some(self.number("the number after the point")?), at))
    }

    fn number(&mut self, what: &str) -> Result<u32, AddressError> {
        let at = self.at;
        let digits = self.while_next(|it| it.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.error(at, format!("{what} is missing"), "write it in digits"));
        }
        digits.parse().map_err(|_| {
            self.error(
                at,
                format!("{digits} is too large"),
                format!("the largest byte is {}", MAX_END - 1),
            )
        })
    }

    /// Letters only, in upper case: what stands in front of a number.
    fn letters(&mut self) -> String {
        // DTL, LDT, TIME_OF_DAY and the like may stand before a number; S5TIME holds a digit.
        if self.rest().get(..6).is_some_and(|it| it.eq_ignore_ascii_case("S5TIME")) {
            self.at += 6;
            return "S5TIME".to_owned();
        }
        self.while_next(|it| it.is_ascii_alphabetic() || it == '_').to_ascii_uppercase()
    }

    fn word(&mut self) -> String {
        self.while_next(|it| it.is_ascii_alphanumeric() || it == '_').to_ascii_uppercase()
    }

    fn while_next(&mut self, fits: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let length = rest.find(|it| !fits(it)).unwrap_or(rest.len());
        let taken = rest[..length].to_owned();
        self.at += length;
        taken
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn rest(&self) -> &str {
        &self.all[self.at..]
    }

    fn unknown(&self, at: usize) -> AddressError {
        self.error(
            at,
            format!("`{}` begins with no area of S7", self.all),
            "write an address like DB1.DBD4, M0.3, IW4, QB0, T5 or C3",
        )
    }

    fn error(&self, at: usize, what: impl Into<String>, remedy: impl Into<String>) -> AddressError {
        AddressError {
            at: self.all[..at.min(self.all.len())].chars().count(),
            what: what.into(),
            remedy: remedy.into(),
            symbolic: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, shown: &str, start: u32, size: u32) {
        for text in [written.to_owned(), written.to_lowercase()] {
            let address: Address = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(address.to_string(), shown, "{text}");
            assert_eq!((address.start, address.size()), (start, size), "{text}");
            let again: Address = shown.parse().unwrap_or_else(|error| panic!("{shown}: {error}"));
            assert_eq!(again, address, "{text} shown as {shown}");
        }
    }

    #[test]
    fn understands_every_spelling_and_shows_tia_s() {
        for (written, shown, start, size) in [
            ("DB1.DBD4", "DB1.DBD4", 4, 4),
            ("%DB1.DBD4", "DB1.DBD4", 4, 4),
            ("DB1.DBX0.3", "DB1.DBX0.3", 0, 1),
            ("DB1.DBX2.6[10]", "DB1.DBX2.6[10]", 2, 2),
            ("DB5.DBB10[20]", "DB5.DBB10[20]", 10, 20),
            ("M0.0", "M0.0", 0, 1),
            ("MX7.1", "M7.1", 7, 1),
            ("MW4", "MW4", 4, 2),
            ("IW4", "IW4", 4, 2),
            ("EW4", "IW4", 4, 2),
            ("I1.7", "I1.7", 1, 1),
            ("E1.7", "I1.7", 1, 1),
            ("QB0", "QB0", 0, 1),
            ("AB0", "QB0", 0, 1),
            ("T5", "T5", 10, 2),
            ("T5[3]", "T5[3]", 10, 6),
            ("T5:TIMER", "T5", 10, 2),
            ("C3", "C3", 6, 2),
            ("Z3", "C3", 6, 2),
            ("DB1,R4", "DB1.DBD4:REAL", 4, 4),
            ("DB1.R4", "DB1.DBD4:REAL", 4, 4),
            ("DB1,REAL4", "DB1.DBD4:REAL", 4, 4),
            ("DB1,INT2", "DB1.DBW2:INT", 2, 2),
            ("DB1,X14.0", "DB1.DBX14.0", 14, 1),
            ("DB1,S10.20", "DB1.DBB10:STRING[20]", 10, 22),
            ("DB1,DTL10", "DB1.DBB10:DTL", 10, 12),
            ("DB1,S5TIME10", "DB1.DBW10:S5TIME", 10, 2),
            ("DB10,LR32", "DB10.DBB32:LREAL", 32, 8),
            ("MR4", "MD4:REAL", 4, 4),
            ("%DB1:4.0:BOOL", "DB1.DBX4.0", 4, 1),
            ("%DB1:4:REAL", "DB1.DBD4:REAL", 4, 4),
            ("%DB1:4.0:INT", "DB1.DBW4:INT", 4, 2),
            ("%MW10", "MW10", 10, 2),
            ("%M10.1:BOOL", "M10.1", 10, 1),
            ("DB1.DBD4:REAL", "DB1.DBD4:REAL", 4, 4),
            ("DB1.DBD4:DWORD", "DB1.DBD4", 4, 4),
            ("DB1.DBB10:STRING[20]", "DB1.DBB10:STRING[20]", 10, 22),
            ("DB1.DBB10:STRING(20)", "DB1.DBB10:STRING[20]", 10, 22),
            ("DB1.DBB10:STRING", "DB1.DBB10:STRING[254]", 10, 256),
            ("DB1.DBB10:STRING[3][4]", "DB1.DBB10:STRING[3][4]", 10, 23),
            ("DB1.DBB10:WSTRING[5]", "DB1.DBB10:WSTRING[5]", 10, 14),
            ("DB1.DBD0:REAL[10]", "DB1.DBD0:REAL[10]", 0, 40),
            ("DB1.DBB8:LREAL", "DB1.DBB8:LREAL", 8, 8),
            ("DB1.DBL8", "DB1.DBB8:LWORD", 8, 8),
            ("DB1.DBL8:LINT", "DB1.DBB8:LINT", 8, 8),
            ("ML8:LREAL", "MB8:LREAL", 8, 8),
            ("DB1.DBB3:SINT", "DB1.DBB3:SINT", 3, 1),
            ("DB1.DBW3:DATE", "DB1.DBW3:DATE", 3, 2),
            ("DB1.DBD3:TOD", "DB1.DBD3:TIME_OF_DAY", 3, 4),
            ("DB1.DBB3:DT", "DB1.DBB3:DATE_AND_TIME", 3, 8),
            ("DB65535.DBB65534:WORD", "DB65535.DBW65534", 65534, 2),
        ] {
            check(written, shown, start, size);
        }
    }

    #[test]
    fn says_what_is_wrong_where_and_what_to_write() {
        for (text, at, says) in [
            ("", 0, "begins with no area"),
            ("Speed", 0, "begins with no area"),
            ("\"DB\".\"Member\"", 0, "give the project"),
            ("DB", 2, "the number of the data block is missing"),
            ("DB0.DBB0", 2, "no DB0"),
            ("DB70000.DBB0", 2, "no DB70000"),
            ("DB1", 3, "write it like DB1.DBD4"),
            ("DB1.", 4, "the size is missing"),
            ("DB1.DBQ4", 4, "neither a size nor a type"),
            ("DB1.DBD", 7, "the byte is missing"),
            ("DB1.DBX4", 8, "names no bit"),
            ("DB1.DBX4.8", 9, "there is no bit 8"),
            ("DB1.DBW4.1", 9, "WORD has no bit 1"),
            ("M0", 2, "names no bit"),
            ("MQ4", 1, "neither a size nor a type"),
            ("DB1.DBW4:REAL", 9, "write DB1.DBD4:REAL"),
            ("DB1.DBD4:STRING[20]", 9, "write DB1.DBB4:STRING[20]"),
            ("DB1.DBD4:REEL", 9, "`REEL` is no type"),
            ("DB1.DBD4:", 9, "the type is missing"),
            ("DB1.DBB4:BOOL", 9, "write DB1.DBX4.0"),
            ("T5:REAL", 3, "leave the type out"),
            ("MW4:TIMER", 4, "write T5"),
            ("%DB1:4", 6, "the type is missing"),
            ("DB1.DBB0[0]", 8, "0 elements"),
            ("DB1.DBB0[5", 10, "not closed"),
            ("DB1.DBB0[70000]", 8, "longer than"),
            ("DB1.DBB0:STRING[255]", 15, "no room for 255"),
            ("DB1.DBB2097152", 14, "beyond"),
            ("DB1.DBB99999999999", 7, "too large"),
            ("DB1.DBD4 ", 8, "too much"),
            ("T4294967295", 11, "beyond"),
        ] {
            let error = text.parse::<Address>().expect_err(text);
            let shown = error.to_string();
            assert!(shown.contains(says), "{text}: {shown}");
            assert_eq!(error.at, at, "{text}: {shown}");
        }
    }
}

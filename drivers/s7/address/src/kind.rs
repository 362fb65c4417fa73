//! Types in an address: as a size, as a short name, or forced at the end.

use crate::{
    Address, Area,
    mistake::AddressMistake,
    parse::Location,
    text::{AddressError, Text},
    types::{MAX_WSTRING, Type},
};

/// Short type names between area and number, in addition to the full names.
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

impl Text<'_> {
    pub(super) fn check_forced(
        &self,
        place: &Location,
        forced: Type,
        at: usize,
    ) -> Result<(), AddressError> {
        let fits = match (place.area, place.kind, forced) {
            (Area::Timers | Area::Counters, kind, _) => kind == Some(forced),
            (_, _, Type::Timer | Type::Counter) => false,
            (_, None, _) => true,
            (_, Some(kind), _) if kind == forced => true,
            (_, Some(Type::Byte), _) => place.size_only && forced != Type::Bool,
            (_, Some(kind), _) => {
                place.size_only && crate::width(forced).1 == kind
                    || kind == Type::LWord && forced.size() == 8
            }
        };
        if fits {
            return Ok(());
        }
        let (area, forced_name) = (place.area.to_string(), forced.to_string());
        let (forced_name, area_name) = (forced_name.as_str(), area.as_str());
        let sample =
            Address { area: place.area, start: place.start, bit: 0, kind: forced, count: None };
        let sample = match forced {
            Type::Timer | Type::Counter => "T5, C3".to_owned(),
            _ => sample.to_string(),
        };
        let sample = sample.as_str();
        Err(self.error(at, |at| match (place.area, place.kind) {
            (Area::Timers | Area::Counters, _) => {
                AddressMistake::ForcedCounted { at, forced: forced_name, area: area_name }
            }
            (_, Some(kind)) => {
                AddressMistake::Forced { at, forced: forced_name, kind: kind.to_string(), sample }
            }
            (_, None) => {
                AddressMistake::ForcedOf { at, forced: forced_name, area: area_name, sample }
            }
        }))
    }

    /// Parses a type's name, with the length of a string in brackets or parentheses.
    pub(super) fn kind(&mut self) -> Result<Type, AddressError> {
        let at = self.at;
        let name = self.word();
        let Some(kind) = Type::by_name(&name) else {
            return Err(self.error(at, |at| match name.as_str() {
                "" => AddressMistake::TypeNameMissing { at },
                name => AddressMistake::NoType { at, name },
            }));
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

    pub(super) fn sized(&self, kind: Type, room: u32, at: usize) -> Result<Type, AddressError> {
        let most = if matches!(kind, Type::String(_)) { 254 } else { MAX_WSTRING };
        match (kind, u8::try_from(room), u16::try_from(room)) {
            (Type::String(_), Ok(room @ 1..=254), _) => Ok(Type::String(room)),
            (Type::WString(_), _, Ok(room @ 1..=MAX_WSTRING)) => Ok(Type::WString(room)),
            _ => Err(self.error(at, |at| AddressMistake::NoRoom { at, room, most })),
        }
    }

    /// The type of a size or of a type's name, and whether it is only a size.
    pub(super) fn short(&self, name: &str, at: usize) -> Result<(Type, bool), AddressError> {
        if let Some(&(_, kind)) = SHORT.iter().find(|(short, _)| *short == name) {
            return Ok((kind, matches!(name, "X" | "B" | "W" | "D" | "L")));
        }
        match Type::by_name(name) {
            Some(Type::Timer | Type::Counter) | None => {
                Err(self.error(at, |at| AddressMistake::UnknownSize { at, name }))
            }
            Some(kind) => Ok((kind, false)),
        }
    }
}

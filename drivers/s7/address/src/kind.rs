//! Types as they stand in an address: as a size, as a short name, or forced at the end.

use crate::{
    Address, Area,
    parse::Location,
    text::{AddressError, Text},
    types::{MAX_WSTRING, Type},
};

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
    pub(super) fn kind(&mut self) -> Result<Type, AddressError> {
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

    pub(super) fn sized(&self, kind: Type, room: u32, at: usize) -> Result<Type, AddressError> {
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
    pub(super) fn short(&self, name: &str, at: usize) -> Result<(Type, bool), AddressError> {
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
}

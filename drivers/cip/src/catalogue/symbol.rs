//! An entry of the tag list, and its type.

use std::{borrow::Cow, sync::Arc};

use tagbridge_driver::{Access, Declared, TagInfo};

use super::{Member, Outline, Template};
use crate::codec::{EPath, Elementary, Segment, class};

/// An entry of the controller's tag list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Symbol {
    /// The name in the controller's spelling, with its program: `Program:Main.Step`.
    pub(crate) name: String,
    /// The path by its instance; see [`Symbol::path_of`].
    pub(crate) path: EPath,
    /// The type of one element.
    pub(crate) kind: Kind,
    /// Size of each dimension, outermost first; 0 for a missing dimension. BOOL arrays count
    /// DWORDs.
    pub(crate) dimensions: [u32; 3],
    /// The external access.
    pub(crate) access: Access,
    /// Whether it is not a tag, or belongs to the system or to a module's internal data.
    pub(crate) is_system: bool,
    /// Whether it is an alias of a tag or of a part of one, as far as that is known.
    pub(crate) is_alias: bool,
}

/// The type of one element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// An elementary type. `Dword` with dimensions is a BOOL array, with 32 BOOLs per element.
    Atomic(Elementary),
    /// A structure.
    Structure(Arc<Template>),
    /// A structure as a project declares it: its members can be read by name, but its data as a
    /// whole cannot be decoded.
    Outline(Arc<Outline>),
    /// The type word, if it is not known or its template could not be read.
    Unknown(u16),
}

/// Maximum nesting level of structures.
pub(crate) const MAX_DEPTH: usize = 32;

impl Symbol {
    /// The path of an instance: the program by name, then the symbol class and the instance.
    pub(crate) fn path_of(program: Option<&str>, instance: u32) -> EPath {
        program
            .map(|it| Segment::Symbol(it.to_owned()))
            .into_iter()
            .chain([Segment::Class(class::SYMBOL), Segment::Instance(instance)])
            .collect()
    }

    /// Whether it is an array of BOOLs, with 32 BOOLs per element.
    pub(crate) fn is_bool_array(&self) -> bool {
        self.kind.is_packed(self.dimensions[0]) && self.dimensions[1] == 0
    }

    /// The kind of the controller's own entry, by its name: `Program`, `Task`, `Routine`.
    fn own_entry(&self) -> Option<Arc<str>> {
        let own = self.is_system && matches!(self.kind, Kind::Unknown(_));
        let name = self.name.rsplit('.').next().filter(|_| own)?;
        name.split_once(':').map(|it| it.0.into())
    }

    /// The description for users.
    pub(crate) fn info(&self) -> TagInfo {
        let mut dimensions: Vec<u32> =
            self.dimensions.iter().copied().take_while(|&it| it > 0).collect();
        if let (true, Some(last)) = (self.is_bool_array(), dimensions.last_mut()) {
            *last = last.saturating_mul(32);
        }
        TagInfo {
            name: self.name.clone(),
            type_name: if self.is_bool_array() {
                Elementary::Bool.name().into()
            } else {
                self.own_entry().unwrap_or_else(|| self.kind.name())
            },
            dimensions,
            access: self.access,
            is_system: self.is_system,
            members: self.kind.declared(0),
        }
    }
}

impl Kind {
    /// Size of one element in bytes, if it is known.
    pub(crate) fn size(&self) -> Option<u32> {
        match self {
            Self::Atomic(it) => it.size().and_then(|it| u32::try_from(it).ok()),
            Self::Structure(it) => Some(it.size),
            Self::Outline(it) => Some(it.template.size),
            Self::Unknown(_) => None,
        }
    }

    /// The controller's name of it.
    pub(crate) fn name(&self) -> Arc<str> {
        match self {
            Self::Atomic(it) => it.name().into(),
            Self::Structure(it) => Arc::clone(&it.name),
            Self::Outline(it) => Arc::clone(&it.template.name),
            Self::Unknown(_) => Arc::from(&*self.text()),
        }
    }

    /// The visible members of one element; empty for a single value, such as a text.
    fn declared(&self, depth: usize) -> Arc<[Declared]> {
        let Self::Structure(template) = self else { return Arc::default() };
        if depth >= MAX_DEPTH || template.text_capacity().is_some() {
            return Arc::default();
        }
        let member = |it: &Member| {
            let (kind, elements) = if it.kind.is_packed(it.elements) {
                (&Self::Atomic(Elementary::Bool), it.elements.saturating_mul(32))
            } else {
                (&it.kind, it.elements)
            };
            Declared {
                name: Arc::clone(&it.name),
                type_name: kind.name(),
                dimensions: (elements > 0).then_some(elements).into_iter().collect(),
                is_alias: false,
                members: it.kind.declared(depth + 1),
            }
        };
        template.visible().map(member).collect()
    }

    /// Whether `elements` of it (0: a scalar) are BOOLs, 32 in each.
    pub(crate) fn is_packed(&self, elements: u32) -> bool {
        elements > 0 && *self == Self::Atomic(Elementary::Dword)
    }

    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Atomic(it) => it.name().into(),
            Self::Structure(it) => (&*it.name).into(),
            Self::Outline(it) => (&*it.template.name).into(),
            Self::Unknown(word) => format!("type {word:#06x}").into(),
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bool_arrays_show_as_bools() {
        let mut symbol = Symbol {
            name: "Flags".into(),
            path: Symbol::path_of(None, 7),
            kind: Kind::Atomic(Elementary::Dword),
            dimensions: [3, 0, 0],
            access: Access::ReadWrite,
            is_system: false,
            is_alias: false,
        };
        let info = symbol.info();
        assert_eq!((&*info.type_name, &*info.dimensions), ("BOOL", &[96][..]));
        symbol.dimensions = [0; 3];
        let info = symbol.info();
        assert_eq!((&*info.type_name, &*info.dimensions), ("DWORD", &[][..]));
    }

    #[test]
    fn tags_of_programs_are_reached_through_them() {
        let path = |program, instance| {
            let mut out = Vec::new();
            Symbol::path_of(program, instance).encode(&mut out);
            out
        };
        assert_eq!(path(None, 7), [0x20, 0x6B, 0x24, 7]);
        assert_eq!(path(None, 0x1_0000), [0x20, 0x6B, 0x26, 0, 0, 0, 1, 0]);
        assert_eq!(path(Some("Program:M"), 0x102), b"\x91\x09Program:M\0\x20\x6B\x25\0\x02\x01");
    }
}

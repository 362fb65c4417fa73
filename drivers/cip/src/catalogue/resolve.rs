//! Resolves a name with the controller's own list.

use std::{fmt::Write, sync::Arc};

use tagbridge_driver::{Access, Cause, Reason, Value};

use super::{Catalogue, Kind, Symbol, value, value::bits};
use crate::codec::{
    DecodeError, EPath, Elementary, Segment,
    tag_name::{self, TagName},
};
use crate::messages::Why;

/// A resolved name.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedName {
    /// The tag at the start of the name.
    pub(crate) symbol: Arc<Symbol>,
    /// The whole name in the controller's spelling.
    pub(crate) name: String,
    /// The parts that can be read for it, from the whole tag to the innermost, each within the
    /// previous one. The last one contains only the requested data, except for the other bits of a
    /// byte.
    pub(crate) pieces: Vec<ReadablePart>,
    /// The requested part of the last piece.
    pub(crate) pick: RequestedPart,
}

/// A part that one read can return.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadablePart {
    /// Its path, by the symbol's instance. Indices of BOOL arrays count DWORDs.
    pub(crate) path: EPath,
    /// Its offset in the tag's data, in bytes.
    pub(crate) offset: u32,
    /// The type of one element.
    pub(crate) kind: Kind,
    /// Number of elements to read, at least 1.
    pub(crate) elements: u32,
    /// For a BOOL in a structure: its bit of the byte at `offset`. A read of the BOOL returns a
    /// whole byte.
    pub(crate) bit: Option<u8>,
}

/// The requested part of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RequestedPart {
    /// All elements, in these dimensions, outermost first; empty for a single element. BOOL arrays
    /// count DWORDs.
    Elements(Vec<u32>),
    /// A bit of an integer.
    Bit(u8),
    /// BOOLs of an array from `first` on, counted from the first DWORD of the piece: an array of
    /// `count`, or a single one.
    Bools { first: u32, count: Option<u32> },
}

impl ReadablePart {
    /// Size of all elements, in bytes.
    pub(crate) fn size(&self) -> Option<u32> {
        self.kind.size()?.checked_mul(self.elements)
    }
}

impl ResolvedName {
    /// The piece that contains only the requested data.
    pub(crate) fn innermost(&self) -> &ReadablePart {
        self.pieces.last().expect("a name resolves to a tag at least")
    }

    /// Why it cannot be read, if its members are only known from the controller's definition.
    pub(crate) fn lack(&self) -> Option<&Cause> {
        match &self.innermost().kind {
            Kind::Outline(it) => Some(&it.lack),
            Kind::Atomic(_) | Kind::Structure(_) | Kind::Unknown(_) => None,
        }
    }

    /// The value, from the data of a read of the innermost piece.
    pub(crate) fn value(&self, bytes: &[u8]) -> Result<Value, DecodeError> {
        let piece = self.innermost();
        let lacks = |what: &'static str| {
            DecodeError::new("tag data", 0, what, format!("{} bytes", bytes.len()))
        };
        match &self.pick {
            RequestedPart::Elements(dimensions) => value(&piece.kind, dimensions, bytes),
            RequestedPart::Bit(bit) => match value(&piece.kind, &[], bytes)? {
                Value::Int(it) => Ok(Value::Bool(it >> bit & 1 == 1)),
                Value::Uint(it) => Ok(Value::Bool(it >> bit & 1 == 1)),
                _ => Err(lacks("an integer")),
            },
            RequestedPart::Bools { first, count } => {
                let Value::Array(bools) = value(&piece.kind, &[piece.elements], bytes)? else {
                    return Err(lacks("BOOLs"));
                };
                let first = *first as usize;
                let found = match count {
                    None => bools.get(first).cloned(),
                    Some(count) => bools
                        .get(first..first + *count as usize)
                        .map(|it| Value::Array(it.to_vec())),
                };
                found.ok_or_else(|| lacks("more BOOLs"))
            }
        }
    }

    /// The controller's name of the value's type: `DINT`, `Motor[5]`, `BOOL[96]`, `REAL[2,3,4]`.
    pub(crate) fn type_name(&self) -> String {
        let kind = &self.innermost().kind;
        match &self.pick {
            RequestedPart::Bit(_) | RequestedPart::Bools { count: None, .. } => "BOOL".to_owned(),
            RequestedPart::Bools { count: Some(count), .. } => format!("BOOL[{count}]"),
            RequestedPart::Elements(dimensions) => match dimensions[..] {
                [] => kind.name().to_string(),
                [count] if kind.is_packed(count) => format!("BOOL[{}]", u64::from(count) * 32),
                _ => format!("{kind}[{}]", listed(dimensions)),
            },
        }
    }
}

/// The tag at the start of a name, with its scope, and the number of the name's parts that it
/// consists of.
pub(super) fn scoped(name: &TagName) -> Option<(String, usize)> {
    match &name.members[..] {
        [program, tag, ..] if is_program(program) => {
            Some((format!("{}.{}", program.name, tag.name), 2))
        }
        [tag, ..] => Some((tag.name.clone(), 1)),
        [] => None,
    }
}

pub(super) fn resolve(catalogue: &Catalogue, name: &TagName) -> Result<ResolvedName, Cause> {
    let (scoped, depth) = scoped(name).ok_or(Reason::UnknownTag)?;
    let symbol = catalogue
        .symbol(&scoped)
        .ok_or_else(|| Cause::new(Reason::UnknownTag, &Why::NoSuchTag { name: &scoped }))?;
    if symbol.access == Access::None {
        return Err(Cause::new(Reason::AccessDenied, &Why::NoAccess { name: &symbol.name }));
    }
    let mut walk = Walk::at(symbol)?;
    let (tag, members) = (&name.members[depth - 1], &name.members[depth..]);
    let run = |is_last: bool| if is_last { name.run } else { None };
    walk.index(tag, run(members.is_empty()))?;
    for (i, member) in members.iter().enumerate() {
        if walk.is_at_its_end() {
            break;
        }
        walk.member(&member.name)?;
        walk.index(member, run(i + 1 == members.len()))?;
    }
    if let Some(bit) = name.bit
        && !walk.is_at_its_end()
    {
        walk.bit(bit)?;
    }
    // Most names have one piece, and there are thousands of names.
    walk.pieces.shrink_to_fit();
    Ok(ResolvedName {
        symbol: Arc::clone(symbol),
        name: walk.name,
        pieces: walk.pieces,
        pick: walk.pick,
    })
}

fn is_program(member: &tag_name::Member) -> bool {
    member.indices.is_empty()
        && member.name.get(..8).is_some_and(|it| it.eq_ignore_ascii_case("Program:"))
}

/// The path from a tag to its innermost part.
struct Walk {
    name: String,
    pieces: Vec<ReadablePart>,
    pick: RequestedPart,
}

impl Walk {
    fn at(symbol: &Symbol) -> Result<Self, Cause> {
        let mut walk = Self {
            name: symbol.name.clone(),
            pieces: Vec::new(),
            pick: RequestedPart::Elements(vec![]),
        };
        let dimensions = symbol.dimensions.iter().copied().take_while(|&it| it > 0).collect();
        walk.enter(symbol.path.clone(), 0, &symbol.kind, dimensions, None)?;
        Ok(walk)
    }

    /// Adds a whole tag or member.
    fn enter(
        &mut self,
        path: EPath,
        offset: u32,
        kind: &Kind,
        dimensions: Vec<u32>,
        bit: Option<u8>,
    ) -> Result<(), Cause> {
        if let Kind::Unknown(word) = kind {
            let type_word = format!("{word:#06x}");
            return Err(mismatch(&Why::Undescribed { name: &self.name, type_word: &type_word }));
        }
        let elements = dimensions.iter().try_fold(1_u32, |all, &it| all.checked_mul(it));
        let elements = elements.ok_or_else(|| out_of_range(&Why::TooMany { name: &self.name }))?;
        self.pieces.push(ReadablePart { path, offset, kind: kind.clone(), elements, bit });
        self.pick = RequestedPart::Elements(dimensions);
        Ok(())
    }

    /// Whether the members of the current type are unknown.
    fn is_at_its_end(&self) -> bool {
        matches!(&self.innermost().kind, Kind::Outline(it) if it.template.members.is_empty())
    }

    fn member(&mut self, name: &str) -> Result<(), Cause> {
        let piece = self.innermost();
        let template = match &piece.kind {
            Kind::Structure(template) => Some(Arc::clone(template)),
            Kind::Outline(outline) => Some(Arc::clone(&outline.template)),
            Kind::Atomic(_) | Kind::Unknown(_) => None,
        };
        let Some(template) = template else {
            let why = Why::NoMember { name: &self.name, kind: &self.kind(), member: name };
            return Err(mismatch(&why));
        };
        if self.pick != RequestedPart::Elements(vec![]) {
            return Err(mismatch(&Why::NameElement { name: &self.name }));
        }
        let member = template.member(name).ok_or_else(|| {
            let why = Why::NoMember { name: &self.name, kind: &template.name, member: name };
            Cause::new(Reason::UnknownTag, &why)
        })?;
        let mut path = piece.path.clone();
        path.0.push(Segment::Symbol(member.name.to_string()));
        let offset = piece.offset.saturating_add(member.offset);
        self.name = format!("{}.{}", self.name, member.name);
        let dimensions = if member.elements == 0 { vec![] } else { vec![member.elements] };
        self.enter(path, offset, &member.kind, dimensions, member.bit)
    }

    /// Adds the element, or the run of elements, of the indices, if there are any.
    fn index(&mut self, member: &tag_name::Member, run: Option<u16>) -> Result<(), Cause> {
        let (&[.., last], RequestedPart::Elements(dimensions)) = (&member.indices[..], &self.pick)
        else {
            return Ok(());
        };
        let (indices, dimensions) = (&member.indices, dimensions.clone());
        if dimensions.is_empty() {
            return Err(mismatch(&Why::NoArray { name: &self.name, kind: self.kind() }));
        }
        if indices.len() != dimensions.len() {
            let (name, sizes) = (self.name.as_str(), &*listed(&dimensions));
            let (count, named) = (dimensions.len(), indices.len());
            return Err(mismatch(&Why::Dimensions { name, count, sizes, named }));
        }
        let piece = self.innermost();
        let is_packed = dimensions.len() == 1 && piece.kind.is_packed(dimensions[0]);
        let count = u32::from(run.unwrap_or(1));
        let mut linear = 0_u32;
        for (i, (&index, &size)) in indices.iter().zip(&dimensions).enumerate() {
            let end = if i + 1 == indices.len() {
                index.checked_add(count)
            } else {
                index.checked_add(1)
            };
            let size = if is_packed { size.saturating_mul(32) } else { size };
            if end.is_none_or(|it| it > size) {
                let sizes = if is_packed { size.to_string() } else { listed(&dimensions) };
                return Err(out_of_range(&Why::Outside { name: &self.name, sizes: &sizes }));
            }
            // Less than the product of the dimensions, which fits.
            linear = linear * size + index;
        }
        let (first, elements) = if is_packed {
            (linear / 32, (linear % 32 + count).div_ceil(32))
        } else {
            (linear, count)
        };
        let wire: Vec<u32> = if is_packed { vec![first] } else { indices.clone() };
        let mut path = piece.path.clone();
        path.0.extend(wire.into_iter().map(Segment::Member));
        let bytes = piece.kind.size().and_then(|it| it.checked_mul(first)).unwrap_or(u32::MAX);
        let element = ReadablePart {
            path,
            offset: piece.offset.saturating_add(bytes),
            kind: piece.kind.clone(),
            elements,
            bit: None,
        };
        self.pieces.push(element);
        self.pick = match (is_packed, run) {
            (true, _) => RequestedPart::Bools { first: linear % 32, count: run.map(u32::from) },
            (false, Some(_)) => RequestedPart::Elements(vec![count]),
            (false, None) => RequestedPart::Elements(vec![]),
        };
        let _ = write!(self.name, "[{}", listed(indices));
        if run.is_some() {
            let _ = write!(self.name, "..{}", last + count - 1);
        }
        self.name.push(']');
        Ok(())
    }

    fn bit(&mut self, bit: u8) -> Result<(), Cause> {
        let width = match &self.pick {
            RequestedPart::Elements(it) if it.is_empty() => bits(&self.innermost().kind),
            _ => None,
        };
        let Some(width) = width else {
            return Err(mismatch(&Why::NoBits { name: &self.name, kind: self.kind() }));
        };
        if bit >= width {
            return Err(out_of_range(&Why::Bits { name: &self.name, width, last: width - 1 }));
        }
        let _ = write!(self.name, ".{bit}");
        self.pick = RequestedPart::Bit(bit);
        Ok(())
    }

    fn innermost(&self) -> &ReadablePart {
        self.pieces.last().expect("entered a tag first")
    }

    /// The name of the current type.
    fn kind(&self) -> String {
        match &self.pick {
            RequestedPart::Bools { .. } | RequestedPart::Bit(_) => {
                Elementary::Bool.name().to_owned()
            }
            RequestedPart::Elements(_) => self.innermost().kind.name().to_string(),
        }
    }
}

fn mismatch(why: &Why<'_>) -> Cause {
    Cause::new(Reason::TypeMismatch, why)
}

fn out_of_range(why: &Why<'_>) -> Cause {
    Cause::new(Reason::OutOfRange, why)
}

fn listed(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests;

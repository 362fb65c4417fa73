//! One step into a symbol: to a member, an element or a bit.

use std::collections::BTreeMap;

use super::{Shape, Step, Symbol, Typed, Types, is_visible};
use crate::{Access, Dimension, Initial, Member, Project, Section, Vendor, siemens::is_structured};

/// The types of a project, and the project.
#[derive(Debug, Clone, Copy)]
pub(crate) struct World<'p> {
    pub(crate) project: &'p Project,
    pub(crate) types: &'p Types,
}

impl<'p> World<'p> {
    pub(crate) fn shape(self, symbol: &Symbol<'p>) -> Shape<'p> {
        self.types.shape(self.project, symbol.typed)
    }

    /// A member of a structure.
    pub(crate) fn member(self, of: &Symbol<'p>, member: &'p Member) -> Symbol<'p> {
        let offset = of.offset.zip(member.bit_offset).and_then(|(a, b)| a.checked_add(b));
        let typed = Typed::of(&member.type_use);
        let is_reference = member.section == Some(Section::InOut)
            && (of.vendor != Vendor::Siemens
                || match self.types.shape(self.project, typed) {
                    // Strings and long times are read as one value, but are passed by pointer.
                    Shape::Scalar(scalar) => is_structured(scalar.name),
                    Shape::Array { .. } | Shape::Structure(_) => true,
                });
        let own = match &member.initial {
            Some(Initial::Scalar(value)) => Some(value.as_str()),
            _ => None,
        };
        let access = match (of.access, member.access, member.section) {
            // Rockwell 1756-PM010: local tags of an add-on instruction have no access by default.
            (Access::None, _, _)
            | (_, Access::None, _)
            | (_, Access::Unknown, Some(Section::Local)) => Access::None,
            (Access::ReadOnly, _, _) | (_, Access::ReadOnly, _) => Access::ReadOnly,
            (of, Access::Unknown, _) => of,
            (_, own, _) => own,
        };
        let mut symbol = Symbol {
            typed,
            offset,
            access,
            reference: of.reference.or(is_reference.then_some(member.name.as_str())),
            ..of.next(Step::Member(&member.name))
        };
        symbol.describe(member.comment.as_deref(), member.unit.as_deref(), own);
        symbol
    }

    /// An element of an array, by its index in memory.
    pub(crate) fn element(
        self,
        of: &Symbol<'p>,
        dimensions: &'p [Dimension],
        element: Typed<'p>,
        position: u64,
    ) -> Symbol<'p> {
        let offset = of.offset.filter(|_| of.vendor == Vendor::Siemens);
        let offset =
            offset.and_then(|it| it.checked_add(self.into(dimensions, element, position)?));
        let mut symbol = Symbol {
            typed: element,
            offset,
            ..of.next(Step::Element(indexes(dimensions, position)))
        };
        symbol.bounds.push(dimensions);
        symbol.describe(None, of.unit, None);
        symbol
    }

    /// A bit of an integer; `None` if the type is not an integer, or has fewer bits.
    pub(crate) fn bit(self, of: &Symbol<'p>, bit: u8) -> Option<Symbol<'p>> {
        let Shape::Scalar(typed) = self.shape(of) else { return None };
        let width = width(typed.name)?;
        if bit >= width {
            return None;
        }
        // The lowest bits are in the last byte.
        let byte = u32::from(width / 8 - 1 - bit / 8);
        let offset = of.offset.map(|it| it.saturating_add(byte * 8 + u32::from(bit % 8)));
        let typed = Typed::scalar("BOOL");
        let mut symbol = Symbol { typed, offset, ..of.next(Step::Bit(bit)) };
        symbol.describe(None, None, None);
        Some(symbol)
    }

    /// The members of a structure that can be accessed from outside.
    pub(crate) fn visible(members: &'p [Member]) -> impl Iterator<Item = &'p Member> {
        members.iter().filter(|member| is_visible(member.section))
    }
}

impl<'p> Symbol<'p> {
    fn next(&self, step: Step<'p>) -> Self {
        let mut next = self.clone();
        next.path.push(step);
        next
    }

    /// Sets comment, unit and start value: those of the tag for this part take precedence over
    /// those of the type.
    fn describe(&mut self, comment: Option<&'p str>, unit: Option<&'p str>, own: Option<&'p str>) {
        let parts = match &self.tag.initial {
            Some(Initial::Parts(parts)) => Some(parts),
            _ => None,
        };
        let nothing = self.tag.comments.is_empty() && self.tag.units.is_empty();
        if nothing && parts.is_none() {
            (self.comment, self.unit, self.initial) = (comment, unit, own);
            return;
        }
        let key = self.key();
        self.comment = filed(&self.tag.comments, &key).or(comment);
        self.unit = filed(&self.tag.units, &key).or(unit);
        self.initial = parts.and_then(|parts| filed(parts, &key)).or(own);
    }
}

/// Looks up an operand; not case-sensitive.
fn filed<'p>(map: &'p BTreeMap<String, String>, key: &str) -> Option<&'p str> {
    let exact = map.get(key).or_else(|| map.get(&key.to_ascii_uppercase()));
    exact
        .or_else(|| map.iter().find(|(own, _)| own.eq_ignore_ascii_case(key)).map(|(_, it)| it))
        .map(String::as_str)
}

/// The indexes of the element at this index in memory; the last one changes fastest.
fn indexes(dimensions: &[Dimension], position: u64) -> Vec<i32> {
    let mut rest = position;
    let mut indexes: Vec<i32> = dimensions
        .iter()
        .rev()
        .map(|dimension| {
            let count = u64::from(dimension.count()).max(1);
            let at = i64::try_from(rest % count).unwrap_or_default();
            rest /= count;
            i32::try_from(i64::from(dimension.low) + at).unwrap_or(i32::MAX)
        })
        .collect();
    indexes.reverse();
    indexes
}

/// The index in memory of an element; `None` if an index is out of bounds.
pub(crate) fn position(dimensions: &[Dimension], indexes: &[i32]) -> Option<u64> {
    if dimensions.len() != indexes.len() {
        return None;
    }
    dimensions.iter().zip(indexes).try_fold(0_u64, |position, (dimension, index)| {
        if !(dimension.low..=dimension.high).contains(index) {
            return None;
        }
        let at = u64::try_from(i64::from(*index) - i64::from(dimension.low)).ok()?;
        position.checked_mul(u64::from(dimension.count()))?.checked_add(at)
    })
}

/// Number of elements in all dimensions.
pub(crate) fn count(dimensions: &[Dimension]) -> u64 {
    dimensions.iter().fold(1, |count: u64, it| count.saturating_mul(u64::from(it.count())))
}

/// The number of bits of an integer or a bit string.
fn width(name: &str) -> Option<u8> {
    Some(match name.to_ascii_uppercase().as_str() {
        "SINT" | "USINT" | "BYTE" => 8,
        "INT" | "UINT" | "WORD" => 16,
        "DINT" | "UDINT" | "DWORD" => 32,
        "LINT" | "ULINT" | "LWORD" => 64,
        _ => return None,
    })
}

//! Expands a tag to its members, elements and bits, one level at a time and on demand: a project
//! may have 100,000 tags with a thousand leaves each.

mod layout;
mod leaves;
mod name;
mod shape;
mod step;

use tagbridge_driver::{Cause, Reason};
use tagbridge_texts::Coded;

pub use self::leaves::Leaves;
pub(crate) use self::{
    layout::elementary,
    shape::{Shape, Typed, Types},
    step::{World, count, position},
};
use crate::{Access, Dimension, Initial, Place, Published, Section, Tag, Vendor, reason::Why};

/// Maximum nesting of structures and arrays. A type that contains itself would have no end.
pub(crate) const MAX_DEPTH: usize = 64;

/// A tag, or a member, an element or a bit of one.
#[derive(Debug, Clone)]
pub struct Symbol<'p> {
    /// The tag of the symbol.
    pub tag: &'p Tag,
    /// The path from the tag to the symbol; empty for the tag itself.
    pub path: Vec<Step<'p>>,
    /// The bounds of the arrays on the path, one for each element in it.
    pub(crate) bounds: Vec<&'p [Dimension]>,
    /// Its comment.
    pub comment: Option<&'p str>,
    /// The unit of its value, if the project contains it.
    pub unit: Option<&'p str>,
    /// Its start value, if it is a scalar and the project contains it.
    pub initial: Option<&'p str>,
    /// The access from outside: the most restrictive one of the tag and the members on the path.
    pub access: Access,
    pub(crate) vendor: Vendor,
    pub(crate) typed: Typed<'p>,
    /// The offset from the tag's beginning in bits, if the layout is known.
    offset: Option<u32>,
    /// A member on the path that is not stored, but refers to a variable of the caller.
    reference: Option<&'p str>,
}

/// A step from a tag to one of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<'p> {
    /// A member, by name.
    Member(&'p str),
    /// An element, with one index for each dimension.
    Element(Vec<i32>),
    /// A bit of an integer; the lowest one is 0.
    Bit(u8),
}

impl<'p> Symbol<'p> {
    pub(crate) fn of(tag: &'p Tag, vendor: Vendor) -> Self {
        let typed = Typed::of(&tag.type_use);
        let initial = match &tag.initial {
            Some(Initial::Scalar(value)) => Some(value.as_str()),
            _ => None,
        };
        Self {
            tag,
            path: Vec::new(),
            bounds: Vec::new(),
            comment: tag.comment.as_deref(),
            unit: tag.unit.as_deref(),
            initial,
            access: tag.access,
            vendor,
            typed,
            offset: Some(0),
            reference: None,
        }
    }

    /// The type of one element, in the notation of the file: `DINT`, `Motor_UDT`.
    pub fn type_name(&self) -> &'p str {
        self.typed.name
    }

    /// The bounds of an array, the outermost first; empty for other values.
    pub fn dimensions(&self) -> &'p [Dimension] {
        self.typed.dimensions
    }

    /// The maximum length of a string, in characters, if its type contains it.
    pub fn length(&self) -> Option<u32> {
        self.typed.length
    }

    /// Where the symbol is stored, as far as the project contains it.
    pub fn place(&self) -> Place {
        match (&self.tag.place, self.offset) {
            (Place::Block { block, number, bit }, Some(offset)) => {
                let bit = bit.saturating_add(offset);
                Place::Block { block: block.clone(), number: *number, bit }
            }
            (Place::Block { block, .. }, None) => {
                Place::Optimised { block: block.clone(), certain: false }
            }
            (Place::Area { area, bit }, Some(offset)) => {
                Place::Area { area: *area, bit: bit.saturating_add(offset) }
            }
            (Place::Area { .. }, None) => Place::Nowhere {
                reason: Why::LayoutUnknown { type_name: &self.tag.type_use.name }.message(),
            },
            (Place::Node { path, published }, _) => {
                Place::Node { path: format!("{path}{}", self.operand()), published: *published }
            }
            (place, _) => place.clone(),
        }
    }

    /// Why the symbol cannot be read at all; `None` if at least one way may work.
    pub fn hidden(&self) -> Option<Cause> {
        if let Some(member) = self.reference {
            return Some(Cause::new(Reason::NoAddress, &Why::InOut { member }));
        }
        match &self.tag.place {
            Place::Nowhere { reason } => {
                Some(self.denied().unwrap_or_else(|| Cause::new(Reason::NoAddress, reason.clone())))
            }
            Place::Node { published: Published::No, .. } => {
                Some(Cause::new(Reason::AccessDenied, &Why::NotInConfiguration))
            }
            // In S7, access rights hide names, but not memory: absolute addresses still work.
            Place::Symbol | Place::Node { .. } => self.denied(),
            _ => None,
        }
    }

    /// Why the symbol cannot be read by name.
    pub(crate) fn denied(&self) -> Option<Cause> {
        (self.access == Access::None).then(|| {
            let why = match self.vendor {
                Vendor::AllenBradley => Why::AccessNone,
                Vendor::Siemens => Why::NotForHmi,
                Vendor::Codesys => Why::NotPublished,
            };
            Cause::new(Reason::AccessDenied, &why)
        })
    }

    /// The offset from the tag's beginning in bits, if the layout is known.
    pub(crate) fn offset(&self) -> Option<u32> {
        self.offset
    }
}

/// Whether the members of a section can be accessed from outside.
fn is_visible(section: Option<Section>) -> bool {
    !matches!(section, Some(Section::Temp | Section::Return | Section::External))
}

#[cfg(test)]
mod tests;

//! From a tag to its members, elements and bits, one step at a time and only on demand: a project
//! may have 100,000 tags of a thousand leaves each.

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

/// Structures and arrays inside of each other. A type that contains itself would go on without end.
pub(crate) const MAX_DEPTH: usize = 64;

/// A tag, or a member, an element or a bit of one.
#[derive(Debug, Clone)]
pub struct Symbol<'p> {
    /// The tag that it is or belongs to.
    pub tag: &'p Tag,
    /// The way from the tag to it; empty for the tag itself.
    pub path: Vec<Step<'p>>,
    /// The bounds of the arrays on that way, one for each element in it.
    pub(crate) bounds: Vec<&'p [Dimension]>,
    /// What its authors say of it.
    pub comment: Option<&'p str>,
    /// The unit that its value is in, where the project tells one.
    pub unit: Option<&'p str>,
    /// What it starts with, where it is a scalar and the project tells.
    pub initial: Option<&'p str>,
    /// What an outsider may do with it: the least of what the tag and the members on the way
    /// allow.
    pub access: Access,
    pub(crate) vendor: Vendor,
    pub(crate) typed: Typed<'p>,
    /// From where the tag begins, in bits, where the layout tells.
    offset: Option<u32>,
    /// A member on the way that is not stored but refers to what a caller has.
    reference: Option<&'p str>,
}

/// One step from a tag to something in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<'p> {
    /// A member, by name.
    Member(&'p str),
    /// An element, one index for each dimension.
    Element(Vec<i32>),
    /// A bit of an integer, the lowest being 0.
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

    /// The type of one element as the file writes it: `DINT`, `Motor_UDT`.
    pub fn type_name(&self) -> &'p str {
        self.typed.name
    }

    /// The bounds of an array, outermost first; none for anything else.
    pub fn dimensions(&self) -> &'p [Dimension] {
        self.typed.dimensions
    }

    /// The most characters of a string that says so.
    pub fn length(&self) -> Option<u32> {
        self.typed.length
    }

    /// Where it is to be read, as far as the project tells.
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

    /// Why nobody outside can read it, however he asks; `None` where one way at least may work.
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
            // S7 hides names, not memory: absolute addresses still work.
            Place::Symbol | Place::Node { .. } => self.denied(),
            _ => None,
        }
    }

    /// Why nobody can read it by name.
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

    /// Its offset from the tag's beginning in bits, where the layout tells.
    pub(crate) fn offset(&self) -> Option<u32> {
        self.offset
    }
}

/// What a member is to an outsider.
fn is_visible(section: Option<Section>) -> bool {
    !matches!(section, Some(Section::Temp | Section::Return | Section::External))
}

#[cfg(test)]
mod tests;

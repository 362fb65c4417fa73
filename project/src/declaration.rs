//! Declarations in the form of IEC 61131-3: the common part of SCL, DB, UDT and AWL sources and of
//! the declarations of CODESYS objects.
//!
//! The parser is tolerant: a part that it cannot parse becomes a [`Problem`] with a line, the
//! declaration is skipped, and parsing continues after the next `;`. Bodies are not parsed. Time
//! and memory are proportional to the length of the text, and nesting is limited to [`MAX_DEPTH`].

mod cursor;
mod lower;
mod token;
mod type_expr;
mod unit;
mod variable;

#[cfg(test)]
mod tests;

use tagbridge_texts::Message;

pub(crate) use tagbridge_structured_text::{Attribute, evaluate};

pub(crate) use self::{
    cursor::{Cursor, Dialect},
    lower::{Enumerations, Lowering},
    token::Token,
    type_expr::{Bounds, EnumItem, TypeExpr, is_end},
    unit::{Head, TypeDeclaration, Unit, declared, unit},
    variable::{SectionDeclaration, Variable},
};

/// Maximum nesting of structures, arrays and references. S7 allows eight levels. A deeper nesting
/// than this could exceed the limit of JSON parsers, which is 128 levels.
pub(crate) const MAX_DEPTH: usize = 32;

/// A part that could not be parsed, and was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The line, from 1.
    pub(crate) line: u32,
    /// What is wrong.
    pub(crate) what: Message,
}

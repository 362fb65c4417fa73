//! Declarations as IEC 61131-3 writes them: what SCL, DB, UDT and AWL sources and the
//! declaration parts of CODESYS objects have in common.
//!
//! The scanner is tolerant: what it does not understand becomes a [`Problem`] with a line, the
//! declaration in question is left out, and scanning goes on behind the next `;`. Bodies are never
//! looked into. It needs time and memory in proportion to the text, and nests no deeper than
//! [`MAX_DEPTH`].

mod attribute;
mod constant;
mod cursor;
mod lower;
mod token;
mod type_expr;
mod unit;
mod variable;

#[cfg(test)]
mod tests;

use tagbridge_texts::Message;

pub(crate) use self::{
    attribute::Attribute,
    constant::evaluate,
    cursor::{Cursor, Dialect},
    lower::Lowering,
    token::Token,
    type_expr::{Bounds, EnumItem, TypeExpr, is_end},
    unit::{Head, TypeDeclaration, Unit, declared, unit},
    variable::{SectionDeclaration, Variable},
};

/// How deep structures, arrays and references may nest. S7 allows eight levels; what is nested
/// deeper than this would be too deep for readers of JSON, which take 128 levels.
pub(crate) const MAX_DEPTH: usize = 32;

/// Something that was not understood and left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// From 1.
    pub(crate) line: u32,
    /// What is wrong.
    pub(crate) what: Message,
}

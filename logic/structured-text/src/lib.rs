//! Structured text in its three dialects: from characters to statements.
//!
//! Parsing never fails: every text becomes statements. Text that cannot be parsed becomes an
//! [`Opaque`](StatementKind::Opaque) statement, and the text around it is parsed. Tokens cover the
//! text without gaps, so that they reproduce it exactly; all locations in the tree are [`Span`]s of
//! it.
//!
//! Written from IEC 61131-3 §7.3, Rockwell 1756-PM007, and the SCL and ST chapters of the help of
//! TIA Portal and CODESYS.

mod address;
mod attribute;
mod constant;
mod ending;
mod ends;
mod expression;
mod lexer;
mod literal;
mod operand;
mod parser;
mod pragma;
mod quoted;
mod span;
pub mod standard;
mod statement;
#[cfg(test)]
mod tests;
mod tree;
mod values;
mod walk;

pub use self::quoted::unescaped;
pub use self::{
    address::{absolute_address, absolute_area, data_block_name},
    attribute::Attribute,
    constant::evaluate,
    ends::{comment_end, is_word, pragma_end, quoted_end},
    lexer::{Token, TokenKind, tokens},
    literal::{integer, is_date, milliseconds},
    parser::{
        SyntaxError, condition, parse, parse_at, parse_operand, parse_part_strictly, parse_strictly,
    },
    pragma::variables_in_pragma,
    span::Span,
    tree::{
        Argument, ArgumentHow, Arm, Assignment, Branch, Expression, ExpressionKind, Operand,
        Operator, Part, PartKind, Root, Sign, Statement, StatementKind, Why,
    },
    values::{repeated, split},
    walk::{TextElement, called, calls, walk},
};

/// The dialect of structured text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Logix: names can contain `:`, `[:=]` is a non-retentive assignment.
    Logix,
    /// SCL: names in double quotes, `#local`, regions.
    Siemens,
    /// CODESYS and IEC: wide text in double quotes, nested comments, `S=`, `R=`, `REF=`, pointers.
    Codesys,
}

//! Structured text in its three dialects: from characters to statements.
//!
//! Total: every text becomes statements. What is not understood is one
//! [`Opaque`](StatementKind::Opaque) statement, and what stands around it is read. Tokens cover the
//! text without a gap, so that they write it again as it was; all that the tree says of a place is
//! a [`Span`] of it.
//!
//! Written from IEC 61131-3 §7.3, Rockwell 1756-PM007, and the SCL and ST chapters of the help of
//! TIA Portal and CODESYS.

mod ending;
mod ends;
mod expression;
mod lexer;
mod literal;
mod operand;
mod parser;
mod quoted;
mod span;
mod statement;
#[cfg(test)]
mod tests;
mod tree;

pub use self::quoted::unescaped;
pub use self::{
    ends::{comment_end, is_word, pragma_end, quoted_end},
    lexer::{Token, TokenKind, tokens},
    literal::milliseconds,
    parser::{
        SyntaxError, condition, parse, parse_at, parse_operand, parse_part_strictly, parse_strictly,
    },
    span::Span,
    tree::{
        Argument, ArgumentHow, Arm, Assignment, Branch, Expression, ExpressionKind, Operand,
        Operator, Part, PartKind, Root, Sign, Statement, StatementKind, Why,
    },
};

/// Whose structured text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Logix: names may hold `:`, `[:=]` assigns what is not kept.
    Logix,
    /// SCL: names in double quotes, `#local`, regions.
    Siemens,
    /// CODESYS and IEC: wide text in double quotes, comments nest, `S=`, `R=`, `REF=`, pointers.
    Codesys,
}

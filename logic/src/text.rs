//! Structured text: converts statements to reads, writes, conditions and calls.

mod lower;

use tagbridge_structured_text::{
    Argument, ArgumentHow, Arm, Assignment, Branch, Expression, ExpressionKind, Operand, Operator,
    Part, PartKind, Root, Sign, Statement, StatementKind, Why, condition, parse, parse_at,
    parse_operand,
};
pub use tagbridge_structured_text::{Dialect, TokenKind, called, calls, tokens};

pub(crate) use self::lower::{
    Declarations, Scopes, chart, condition_at, constant, list, network, network_operand, routine,
    statements_at,
};

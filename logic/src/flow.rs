//! What a part of a drawing is to those behind it.

use crate::expr::ExprId;

/// What a part is to those behind it in series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// A condition more.
    And(ExprId),
    /// A condition in place of all before it.
    Instead(ExprId),
    /// Nothing: what it does depends on what is before it.
    Through,
}

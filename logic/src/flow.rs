//! The power flow through a part of a drawing.

use crate::expr::ExprId;

/// The condition that a part passes to the parts after it in series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The condition before it and this one.
    And(ExprId),
    /// This condition instead of all before it.
    Instead(ExprId),
    /// The condition before it, unchanged.
    Through,
}

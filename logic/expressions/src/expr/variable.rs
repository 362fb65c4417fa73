use super::{Comparison, ExprId, Scalar, regions::Regions};

/// A variable of a condition: it can change independently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// The kind of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// The value of an expression that is not a condition: a place, a computed number, an edge.
    Value(ExprId),
    /// The comparison of two values.
    Order(ExprId, ExprId),
    /// A comparison of texts.
    Texts(ExprId),
}

/// A variable of a condition, and the values that the condition distinguishes.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The kind of the variable.
    pub kind: VariableKind,
    /// Its current value, if known; for two values, the first minus the second.
    pub now: Option<Scalar>,
    pub(super) regions: Regions,
    pub(super) state: Option<usize>,
}

impl Variable {
    /// The expressions that it contains.
    pub fn made_of(&self) -> Vec<ExprId> {
        match self.kind {
            VariableKind::Value(id) | VariableKind::Texts(id) => vec![id],
            VariableKind::Order(left, right) => vec![left, right],
        }
    }
}

/// The test of one variable in a condition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Test {
    /// It is on.
    On,
    /// It is off.
    Off,
    /// It has this comparison with a number.
    Than(Comparison, f64),
}

impl Test {
    /// The negated test.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
            Self::Than(how, number) => Self::Than(how.opposite(), number),
        }
    }
}

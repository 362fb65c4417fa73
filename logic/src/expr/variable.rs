use super::{Comparison, ExprId, Scalar, regions::Regions};

/// A variable of a condition: what can change by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// What a variable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// The value of an expression that is no condition itself: a place, a computed number, an edge.
    Value(ExprId),
    /// How two values compare.
    Order(ExprId, ExprId),
    /// A comparison of texts.
    Texts(ExprId),
}

/// A variable of a condition, and the values of it that make a difference.
#[derive(Debug, Clone)]
pub struct Variable {
    /// What it is.
    pub kind: VariableKind,
    /// The value that it has now, as far as it is known; of two values the first less the second.
    pub now: Option<Scalar>,
    pub(super) regions: Regions,
    pub(super) state: Option<usize>,
}

impl Variable {
    /// The expressions that it is made of.
    pub(crate) fn made_of(&self) -> Vec<ExprId> {
        match self.kind {
            VariableKind::Value(id) | VariableKind::Texts(id) => vec![id],
            VariableKind::Order(left, right) => vec![left, right],
        }
    }
}

/// What a condition asks of one variable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Test {
    /// That it is on.
    On,
    /// That it is off.
    Off,
    /// That it compares so with a number.
    Than(Comparison, f64),
}

impl Test {
    /// What holds where this one does not.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
            Self::Than(how, number) => Self::Than(how.opposite(), number),
        }
    }
}

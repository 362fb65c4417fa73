use std::ops::Not;

/// The truth of a condition in Kleene's three-valued logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds for all unknown values.
    True,
    /// It does not hold for any unknown values.
    False,
    /// It depends on unknown values.
    Unknown,
}

impl Truth {
    /// Conjunction.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::True, Self::True) => Self::True,
            _ => Self::Unknown,
        }
    }

    /// Disjunction.
    pub fn or(self, other: Self) -> Self {
        !(!self).and(!other)
    }
}

impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl From<Option<bool>> for Truth {
    fn from(value: Option<bool>) -> Self {
        value.map_or(Self::Unknown, Self::from)
    }
}

/// The value of a place.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// A bit.
    Bool(bool),
    /// A whole number, or a time in milliseconds.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(Box<str>),
}

impl Scalar {
    /// As a bit: a number is true if it is not zero; a text has no bit.
    pub fn bit(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Int(value) => Some(*value != 0),
            Self::Real(value) => Some(*value != 0.0),
            Self::Text(_) => None,
        }
    }

    /// As a number, if it is one; a bit is 0 or 1. Whole numbers beyond 2^53 are rounded.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Bool(value) => Some(f64::from(u8::from(*value))),
            #[expect(clippy::cast_precision_loss, reason = "said in the docs")]
            Self::Int(value) => Some(*value as f64),
            Self::Real(value) if value.is_nan() => None,
            Self::Real(value) => Some(*value),
            Self::Text(_) => None,
        }
    }
}

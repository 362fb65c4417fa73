use std::ops::Not;

/// What is known of a condition: Kleene's three values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds whatever the unknown values are.
    True,
    /// It does not hold whatever the unknown values are.
    False,
    /// It depends on values that are not known.
    Unknown,
}

impl Truth {
    /// Both.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::True, Self::True) => Self::True,
            _ => Self::Unknown,
        }
    }

    /// Any.
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

/// A value that a place has.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// A bit.
    Bool(bool),
    /// A whole number; a time in milliseconds.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(Box<str>),
}

impl Scalar {
    /// As a bit: a number is one where it is not zero, a text never.
    pub fn bit(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Int(value) => Some(*value != 0),
            Self::Real(value) => Some(*value != 0.0),
            Self::Text(_) => None,
        }
    }

    /// As a number, where it is one; a bit is 0 or 1. Whole numbers beyond 2^53 are rounded.
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

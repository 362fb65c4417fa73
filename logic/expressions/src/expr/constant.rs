use super::Scalar;
use crate::ids::NameId;

/// A literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constant {
    /// TRUE or FALSE.
    Bool(bool),
    /// A whole number, or a time in milliseconds.
    Int(i64),
    /// A number with a fraction, as the bits of an IEEE 754 double.
    Real(u64),
    /// A text without quotes.
    Text(NameId),
}

impl Constant {
    /// A number with a fraction.
    pub fn real(value: f64) -> Self {
        Self::Real(value.to_bits())
    }

    /// Its value, if it is a number or a bit.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Self::Bool(value) => Some(Scalar::Bool(value)),
            Self::Int(value) => Some(Scalar::Int(value)),
            Self::Real(bits) => Some(Scalar::Real(f64::from_bits(bits))),
            Self::Text(_) => None,
        }
    }
}

//! Why a type of a generated controller is invalid.

use tagbridge_texts::Coded;

/// Why a type is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "simulator-type")]
pub enum TypeProblem {
    /// The type is empty.
    Empty,
    /// The closing bracket of the dimensions is missing.
    NoBracket,
    /// The element type of the array is missing.
    NoElement,
    /// A dimension does not have two bounds.
    NoBounds,
    /// A dimension is not a number above 0.
    NoSize,
    /// The type is not defined, or only after its use.
    Unknown,
    /// More than three dimensions.
    ThreeDimensions,
    /// More than one dimension in a member, or in an array of bits.
    OneDimension,
    /// Too many elements.
    TooManyElements,
    /// An array of arrays.
    ArrayOfArrays,
}

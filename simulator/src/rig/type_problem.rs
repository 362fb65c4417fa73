//! What is wrong with a type that a made-up controller was told.

use tagbridge_texts::Coded;

/// It.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "simulator-type")]
pub enum TypeProblem {
    /// Nothing is written.
    Empty,
    /// The dimensions have no end.
    NoBracket,
    /// What the array is of is missing.
    NoElement,
    /// A dimension is not written as two bounds.
    NoBounds,
    /// A dimension is no number above 0.
    NoSize,
    /// It is defined nowhere, or only further down.
    Unknown,
    /// More than three dimensions.
    ThreeDimensions,
    /// More than one dimension in a member, or in an array of bits.
    OneDimension,
    /// More elements than there may be.
    TooManyElements,
    /// An array of arrays.
    ArrayOfArrays,
}

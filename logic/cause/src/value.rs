//! Values that a controller has.

use tagbridge_logic::expr::Scalar;

/// Whether two values are the same; numbers with a fraction as far as a controller's are exact.
pub(crate) fn same(one: &Scalar, other: &Scalar) -> bool {
    match (one, other) {
        (Scalar::Text(one), Scalar::Text(other)) => one == other,
        _ => match (one.number(), other.number()) {
            (Some(one), Some(other)) => {
                (one - other).abs() <= 1e-5 * one.abs().max(other.abs()).max(1e-6)
            }
            _ => false,
        },
    }
}

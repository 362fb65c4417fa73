//! Standard functions of IEC 61131-3: conversions of numbers (§6.6.2.5.3), and those of numbers and
//! of selection (§6.6.2.5.2 and §6.6.2.5.6).

use tagbridge_logic::expr::Scalar;

use crate::width::Width;

/// What a function gives back; none where it is no standard function, or a fraction does not fit the type of
/// its result.
pub(crate) fn standard(name: &str, given: &[Scalar]) -> Option<Scalar> {
    let name = name.to_uppercase();
    match (name.split_once("_TO_"), given) {
        (Some((from, to)), [value]) if is_number(from) => converted(to, value),
        (None, [Scalar::Int(value)]) if name == "ABS" => value.checked_abs().map(Scalar::Int),
        (None, [Scalar::Real(value)]) if name == "ABS" => Some(Scalar::Real(value.abs())),
        (None, [one, other]) if name == "MIN" => least(one, other),
        (None, [one, other]) if name == "MAX" => greatest(one, other),
        (None, [low, value, high]) if name == "LIMIT" => least(&greatest(low, value)?, high),
        _ => None,
    }
}

/// Whether a function is one of these.
pub(crate) fn is_standard(name: &str) -> bool {
    let name = name.to_uppercase();
    match name.split_once("_TO_") {
        Some((from, to)) => is_number(from) && is_number(to),
        None => ["ABS", "MIN", "MAX", "LIMIT"].contains(&name.as_str()),
    }
}

fn is_number(name: &str) -> bool {
    matches!(name, "REAL" | "LREAL" | "BOOL") || Width::of_type(name).is_some()
}

/// A number as another type: its lowest bits, or rounded to the nearest whole number, to the even one of
/// two. What a fraction becomes that is too large is not the same in all controllers.
fn converted(to: &str, value: &Scalar) -> Option<Scalar> {
    if let Some(width) = Width::of_type(to) {
        return match value {
            Scalar::Int(value) => Some(Scalar::Int(width.fit(*value))),
            Scalar::Bool(value) => Some(Scalar::Int(i64::from(*value))),
            Scalar::Real(value) => {
                // What is too large stays at the end, outside all types but LINT.
                #[expect(clippy::cast_possible_truncation, reason = "held against the width")]
                let whole = value.round_ties_even() as i64;
                width.holds(whole).then_some(Scalar::Int(whole))
            }
            Scalar::Text(_) => None,
        };
    }
    match to {
        "REAL" | "LREAL" => value.number().map(Scalar::Real),
        "BOOL" => Some(Scalar::Bool(value.number()? != 0.0)),
        _ => None,
    }
}

fn least(one: &Scalar, other: &Scalar) -> Option<Scalar> {
    let first = one.number()? <= other.number()?;
    Some(if first { one.clone() } else { other.clone() })
}

fn greatest(one: &Scalar, other: &Scalar) -> Option<Scalar> {
    let first = one.number()? >= other.number()?;
    Some(if first { one.clone() } else { other.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_other_types() {
        let check = |name: &str, given: &[Scalar], expected: Option<Scalar>| {
            assert_eq!(standard(name, given), expected, "{name}");
        };
        check("REAL_TO_INT", &[Scalar::Real(2.5)], Some(Scalar::Int(2)));
        check("real_to_int", &[Scalar::Real(3.5)], Some(Scalar::Int(4)));
        check("REAL_TO_INT", &[Scalar::Real(40_000.0)], None);
        check("INT_TO_REAL", &[Scalar::Int(-7)], Some(Scalar::Real(-7.0)));
        check("DINT_TO_SINT", &[Scalar::Int(128)], Some(Scalar::Int(-128)));
        check("INT_TO_WORD", &[Scalar::Int(-1)], Some(Scalar::Int(65_535)));
        check("BOOL_TO_INT", &[Scalar::Bool(true)], Some(Scalar::Int(1)));
        check("INT_TO_BOOL", &[Scalar::Int(2)], Some(Scalar::Bool(true)));
        check("INT_TO_STRING", &[Scalar::Int(2)], None);
        check("TIME_TO_DINT", &[Scalar::Int(2)], None);
        check("ABS", &[Scalar::Real(-1.5)], Some(Scalar::Real(1.5)));
        check("MIN", &[Scalar::Int(2), Scalar::Int(1)], Some(Scalar::Int(1)));
        check("MAX", &[Scalar::Real(2.0), Scalar::Real(3.0)], Some(Scalar::Real(3.0)));
        let limits = [Scalar::Int(0), Scalar::Int(120), Scalar::Int(100)];
        check("LIMIT", &limits, Some(Scalar::Int(100)));
        check("Level", &[Scalar::Int(1)], None);
    }
}

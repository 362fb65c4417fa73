//! Standard functions of IEC 61131-3: conversions (§6.6.2.5.3), numeric and selection functions
//! (§6.6.2.5.2 and §6.6.2.5.6).

use tagbridge_code::Width;
use tagbridge_logic::expr::Scalar;

/// The result of a function; `None` if it is not a standard function, or a fraction does not fit
/// the type of its result.
pub fn standard(name: &str, given: &[Scalar]) -> Option<Scalar> {
    let name = name.to_uppercase();
    match (name.split_once("_TO_"), given) {
        (Some((from, to)), [value]) if is_number(from) => converted(to, value),
        (None, [Scalar::Int(value)]) if name == "ABS" => value.checked_abs().map(Scalar::Int),
        (None, [Scalar::Real(value)]) if name == "ABS" => Some(Scalar::Real(value.abs())),
        (None, [one, other]) if name == "MIN" => least(one, other),
        (None, [one, other]) if name == "MAX" => greatest(one, other),
        (None, [Scalar::Int(value), Scalar::Int(count)]) => {
            shifted(&name, *value, *count).map(Scalar::Int)
        }
        (None, [Scalar::Bool(second), zero, one]) if name == "SEL" => {
            Some(if *second { one.clone() } else { zero.clone() })
        }
        (None, [low, value, high]) if name == "LIMIT" => least(&greatest(low, value)?, high),
        _ => None,
    }
}

/// Whether a function is one of these.
pub(crate) fn is_standard(name: &str) -> bool {
    let name = name.to_uppercase();
    match name.split_once("_TO_") {
        Some((from, to)) => is_number(from) && is_number(to),
        None => ["ABS", "MIN", "MAX", "LIMIT", "SEL"].contains(&name.as_str()),
    }
}

fn is_number(name: &str) -> bool {
    matches!(name, "REAL" | "LREAL" | "BOOL") || Width::of_type(name).is_some()
}

/// Converts a number to another type: its lowest bits, or rounded to the nearest whole number (half
/// to even). Controllers differ for fractions that are too large.
fn converted(to: &str, value: &Scalar) -> Option<Scalar> {
    if let Some(width) = Width::of_type(to) {
        return match value {
            Scalar::Int(value) => Some(Scalar::Int(width.fit(*value))),
            Scalar::Bool(value) => Some(Scalar::Int(i64::from(*value))),
            Scalar::Real(value) => {
                // A value that is too large becomes the limit of LINT, which is outside all other
                // types.
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

/// Shifts and rotates of statement lists: the lower word, or the double word, of the accumulator,
/// by the lowest byte of the count (S7-300/400 Statement List Reference, A5E00706960, §11). Bits
/// beyond the width become zero, or the sign.
fn shifted(name: &str, value: i64, count: i64) -> Option<i64> {
    let count = u32::try_from(count & 0xFF).ok()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is shifted")]
    let (word, double) = (value as u16, value as u32);
    let above =
        if (i16::MIN.into()..=u16::MAX.into()).contains(&value) { 0 } else { value & !0xFFFF };
    let of_word = |word: u16| Some(above | i64::from(word));
    match name {
        "SLW" => of_word(word.checked_shl(count).unwrap_or(0)),
        "SRW" => of_word(word.checked_shr(count).unwrap_or(0)),
        "SSI" => {
            let shifted = word.cast_signed() >> count.min(15);
            if above == 0 { Some(shifted.into()) } else { of_word(shifted.cast_unsigned()) }
        }
        "SLD" => Some(double.checked_shl(count).unwrap_or(0).into()),
        "SRD" => Some(double.checked_shr(count).unwrap_or(0).into()),
        "SSD" => Some((double.cast_signed() >> count.min(31)).into()),
        "RLD" => Some(double.rotate_left(count % 32).into()),
        "RRD" => Some(double.rotate_right(count % 32).into()),
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
        let selected = [Scalar::Bool(true), Scalar::Int(5), Scalar::Int(6)];
        check("SEL", &selected, Some(Scalar::Int(6)));
        check("Level", &[Scalar::Int(1)], None);
        for (name, value, count, expected) in [
            ("SLW", 0x1234, 4, 0x2340),
            ("SLW", -1, 4, 0xFFF0),
            ("SLW", 0x0001_8001, 1, 0x0001_0002),
            ("SRW", 0x8000, 15, 1),
            ("SRW", 1, 16, 0),
            ("SSI", -8, 2, -2),
            ("SSI", 0x8000, 200, -1),
            ("SLD", 0x8000_0001, 1, 2),
            ("SRD", 0x8000_0000, 31, 1),
            ("SSD", -8, 2, -2),
            ("RLD", 0x8000_0001, 1, 3),
            ("RRD", 1, 33, 0x8000_0000),
        ] {
            check(name, &[Scalar::Int(value), Scalar::Int(count)], Some(Scalar::Int(expected)));
        }
    }
}

//! Values in the format of sources: `16#0F`, `INT#5`, `1.5e3`, `T#1h_30m`, `'text$R'`,
//! `D#2026-11-21`.
//!
//! Source: Siemens "STEP 7 Programming" (TIA Portal), chapter "Data types", constants.

use jiff::civil;
use tagbridge_driver::Value;
use tagbridge_s7::types::Type;

use crate::rig::literal;

/// Returns the value of a constant for a type; `None` if it is invalid.
pub(super) fn value(kind: Type, text: &str) -> Option<Value> {
    Some(match kind {
        Type::Bool => Value::Bool(literal::truth(text)?),
        Type::Byte
        | Type::Word
        | Type::DWord
        | Type::LWord
        | Type::USInt
        | Type::UInt
        | Type::UDInt
        | Type::ULInt
        | Type::Counter => Value::Uint(u64::try_from(literal::integer(text)?).ok()?),
        Type::SInt | Type::Int | Type::DInt | Type::LInt => {
            let number = literal::integer(text)?;
            // 16#FF is -1 in eight bits; 255 is out of range.
            let is_pattern = text.contains('#');
            let bits = kind.size() * 8;
            let number = if is_pattern { literal::of_pattern(number, bits) } else { number };
            Value::Int(i64::try_from(number).ok()?)
        }
        Type::Real => Value::Real(literal::real(text)?),
        Type::LReal => Value::LReal(literal::real(text)?),
        Type::Char | Type::WChar | Type::String(_) | Type::WString(_) => {
            Value::Text(literal::characters(text)?)
        }
        Type::S5Time | Type::Timer | Type::Time | Type::LTime => {
            Value::Duration(literal::span(text)?)
        }
        Type::Date => Value::Date(literal::moment(text)?.date()),
        Type::TimeOfDay | Type::LTimeOfDay => Value::TimeOfDay(literal::moment(text)?.time()),
        Type::DateAndTime | Type::LDateTime | Type::Dtl => Value::DateTime(literal::moment(text)?),
    })
}

/// The initial value of this type if the source has no value and zero bytes would be invalid:
/// points in time, whose first month is 1.
pub(super) fn default_value(kind: Type) -> Option<Value> {
    let first = |year| Value::DateTime(civil::date(year, 1, 1).at(0, 0, 0, 0));
    match kind {
        Type::DateAndTime => Some(first(1990)),
        Type::Dtl => Some(first(1970)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn constants_as_sources_write_them() {
        let ms = |ms| Value::Duration(SignedDuration::from_millis(ms));
        let text = |text: &str| Value::Text(text.to_owned());
        let date = civil::date(2026, 11, 21);
        for (kind, written, expected) in [
            (Type::Bool, "TRUE", Some(Value::Bool(true))),
            (Type::Bool, "BOOL#0", Some(Value::Bool(false))),
            (Type::Byte, "B#16#F0", Some(Value::Uint(0xF0))),
            (Type::DWord, "16#89AB_CDEF", Some(Value::Uint(0x89AB_CDEF))),
            (Type::Word, "2#101", Some(Value::Uint(5))),
            (Type::Int, "-500", Some(Value::Int(-500))),
            (Type::Int, "INT#5", Some(Value::Int(5))),
            (Type::SInt, "16#FF", Some(Value::Int(-1))),
            (Type::DInt, "L#2147483647", Some(Value::Int(2_147_483_647))),
            (Type::Real, "1.5e3", Some(Value::Real(1500.0))),
            (Type::LReal, "LREAL#0.1", Some(Value::LReal(0.1))),
            (Type::Char, "'F'", Some(text("F"))),
            (Type::String(20), "'it$'s$R$41 $$'", Some(text("it's\rA $"))),
            (Type::WString(5), "WSTRING#'$20AC'", Some(text("€"))),
            (Type::Time, "T#1m_30s500ms", Some(ms(90_500))),
            (Type::Time, "TIME#-1.5s", Some(ms(-1500))),
            (Type::S5Time, "S5T#10s", Some(ms(10_000))),
            (Type::Date, "D#2026-11-21", Some(Value::Date(date))),
            (
                Type::TimeOfDay,
                "TOD#12:30:00.5",
                Some(Value::TimeOfDay(civil::time(12, 30, 0, 500_000_000))),
            ),
            (Type::Dtl, "DTL#2026-11-21-06:07:08", Some(Value::DateTime(date.at(6, 7, 8, 0)))),
            (Type::Int, "#other", None),
            (Type::Time, "T#5", None),
            (Type::String(5), "'", None),
            (Type::String(5), "'a$", None),
            (Type::Dtl, "DTL#é", None),
        ] {
            assert_eq!(value(kind, written), expected, "{kind} {written}");
        }
    }
}

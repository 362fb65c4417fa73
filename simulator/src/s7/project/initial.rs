//! Values as sources write them: `16#0F`, `INT#5`, `1.5e3`, `T#1h_30m`, `'text$R'`,
//! `D#2026-11-21`.
//!
//! Source: Siemens "STEP 7 Programming" (TIA Portal), chapter "Data types", constants.

use jiff::{SignedDuration, civil};
use tagbridge_driver::Value;
use tagbridge_s7::types::Type;

/// What a constant means to a type; `None` where it means nothing.
pub(super) fn value(kind: Type, text: &str) -> Option<Value> {
    let text = text.trim();
    Some(match kind {
        Type::Bool => Value::Bool(truth(text)?),
        Type::Byte
        | Type::Word
        | Type::DWord
        | Type::LWord
        | Type::USInt
        | Type::UInt
        | Type::UDInt
        | Type::ULInt
        | Type::Counter => Value::Uint(u64::try_from(integer(text)?).ok()?),
        Type::SInt | Type::Int | Type::DInt | Type::LInt => Value::Int(signed(kind, text)?),
        Type::Real => Value::Real(plain(text).parse().ok()?),
        Type::LReal => Value::LReal(plain(text).parse().ok()?),
        Type::Char | Type::WChar | Type::String(_) | Type::WString(_) => {
            Value::Text(characters(text)?)
        }
        Type::S5Time | Type::Timer | Type::Time | Type::LTime => Value::Duration(span(text)?),
        Type::Date => Value::Date(plain(text).parse().ok()?),
        Type::TimeOfDay | Type::LTimeOfDay => Value::TimeOfDay(time(plain(text))?),
        Type::DateAndTime | Type::LDateTime | Type::Dtl => Value::DateTime(moment(plain(text))?),
    })
}

fn truth(text: &str) -> Option<bool> {
    match plain(text).to_ascii_uppercase().as_str() {
        "TRUE" => Some(true),
        "FALSE" => Some(false),
        _ => Some(integer(text)? != 0),
    }
}

/// Behind the type that a constant may name.
fn plain(text: &str) -> &str {
    text.split_once('#').map_or(text, |(_, rest)| rest)
}

/// `5`, `-5`, `1_000`, `16#0F`, `INT#5`, `B#16#0F`, `DW#16#1`.
fn integer(text: &str) -> Option<i128> {
    let mut parts = text.rsplit('#');
    let digits = parts.next()?.replace('_', "");
    let radix = parts.next().and_then(|it| it.parse().ok()).filter(|it| (2..=16).contains(it));
    i128::from_str_radix(&digits, radix.unwrap_or(10)).ok()
}

/// `16#FF` is -1 of eight bits.
fn signed(kind: Type, text: &str) -> Option<i64> {
    let number = integer(text)?;
    let bits = kind.size() * 8;
    let limit = 1_i128 << (bits - 1);
    let number = if text.contains('#') && number >= limit { number - 2 * limit } else { number };
    i64::try_from(number).ok()
}

/// Between quotes: `$$`, `$'`, `$L`, `$N`, `$P`, `$R`, `$T`, and a character by two or four digits.
fn characters(text: &str) -> Option<String> {
    let begin = text.find('\'')?;
    let inside = text[begin..].strip_prefix('\'')?.strip_suffix('\'')?;
    let wide = text[..begin].starts_with(['W', 'w']);
    let mut out = String::new();
    let mut rest = inside;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let escaped = rest.chars().next()?;
        let digits = rest.get(..if wide { 4 } else { 2 });
        let by_number = digits.and_then(|it| Some((u32::from_str_radix(it, 16).ok()?, it.len())));
        let (char, length) = match (escaped.to_ascii_uppercase(), by_number) {
            (_, Some((number, length))) => (char::from_u32(number)?, length),
            ('L' | 'N', _) => ('\n', 1),
            ('P', _) => ('\u{c}', 1),
            ('R', _) => ('\r', 1),
            ('T', _) => ('\t', 1),
            _ => (escaped, escaped.len_utf8()),
        };
        out.push(char);
        rest = &rest[length..];
    }
    out.push_str(rest);
    Some(out)
}

/// `T#1d2h_3m4s5ms`, `S5T#10s`, `LT#5us`, `T#-1.5s`.
fn span(text: &str) -> Option<SignedDuration> {
    const UNITS: [(&str, f64); 7] = [
        ("ms", 1e6),
        ("us", 1e3),
        ("ns", 1.0),
        ("d", 86_400e9),
        ("h", 3_600e9),
        ("m", 60e9),
        ("s", 1e9),
    ];
    let text = plain(text).to_ascii_lowercase().replace('_', "");
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.as_str()),
    };
    let mut nanoseconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|it: char| !it.is_ascii_digit() && it != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let (unit, factor) = UNITS.iter().find(|(unit, _)| rest.starts_with(unit))?;
        nanoseconds += number * factor;
        rest = &rest[unit.len()..];
    }
    SignedDuration::try_from_secs_f64((sign * nanoseconds).round() / 1e9).ok()
}

/// `12:30:00.5`
fn time(text: &str) -> Option<civil::Time> {
    text.parse().ok()
}

/// `2026-11-21-12:30:00.5`
fn moment(text: &str) -> Option<civil::DateTime> {
    let (date, rest) = text.split_at_checked(10)?;
    Some(date.parse::<civil::Date>().ok()?.to_datetime(time(rest.strip_prefix('-')?)?))
}

#[cfg(test)]
mod tests {
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

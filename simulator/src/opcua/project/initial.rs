//! Values as declarations write them: `16#FF`, `INT#5`, `TRUE`, `'text$N'`, `T#1m30s`,
//! `DT#2024-01-31-12:00:00`, `E_State.Running` (IEC 61131-3 §6.3).

use jiff::Timestamp;
use opcua::types::VariantScalarTypeId as Wire;
use tagbridge_driver::Value;

use crate::opcua::{
    memory::Memory,
    types::{Scalar, Shape},
};

/// Puts a value into memory; nothing happens where it is not understood, or nobody can see it.
pub(super) fn set(memory: &mut Memory, name: &str, text: &str) {
    let Some(shape) = memory.shape(name) else { return };
    if let Some(value) = value(&shape, text.trim()) {
        // What does not fit is not what the project meant either.
        let _ = memory.set(name, &value);
    }
}

fn value(shape: &Shape, text: &str) -> Option<Value> {
    match shape {
        Shape::Scalar(it) => scalar(*it, text),
        Shape::Enumeration(it) => {
            let name = text.rsplit(['.', '#']).next().unwrap_or(text);
            let named = it.values.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let number = || i64::try_from(integer(text)?).ok();
            Some(Value::Int(named.map(|(_, number)| i64::from(*number)).or_else(number)?))
        }
        Shape::Structure(_) | Shape::Array(_) => None,
    }
}

fn scalar(it: Scalar, text: &str) -> Option<Value> {
    Some(match it.wire {
        Wire::Boolean => Value::Bool(truth(text)?),
        Wire::SByte | Wire::Int16 | Wire::Int32 | Wire::Int64 => {
            Value::Int(i64::try_from(integer(text)?).ok()?)
        }
        Wire::Byte | Wire::UInt16 | Wire::UInt32 | Wire::UInt64 => {
            Value::Uint(u64::try_from(integer(text)?).ok()?)
        }
        Wire::Float => Value::Real(real(text)?),
        Wire::Double if it.name.ends_with("TIME") => Value::LReal(milliseconds(text)?),
        Wire::Double => Value::LReal(real(text)?),
        Wire::DateTime => Value::Timestamp(moment(text)?),
        Wire::String => Value::Text(characters(text)?),
        _ => return None,
    })
}

fn truth(text: &str) -> Option<bool> {
    let bare = text.rsplit('#').next().unwrap_or(text);
    match bare.to_ascii_uppercase().as_str() {
        "TRUE" | "1" => Some(true),
        "FALSE" | "0" => Some(false),
        _ => None,
    }
}

/// An integer in any radix, with or without its type: `-5`, `16#FF`, `INT#16#7F`.
fn integer(text: &str) -> Option<i128> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let mut parts = text.rsplit('#');
    let digits = parts.next()?.replace('_', "");
    let radix = parts.next().and_then(|it| it.parse().ok()).filter(|it| (2..=16).contains(it));
    let number = i128::from_str_radix(&digits, radix.unwrap_or(10)).ok()?;
    Some(if negative { -number } else { number })
}

fn real<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.rsplit('#').next().unwrap_or(text).replace('_', "").parse().ok()
}

/// `T#-2h3m4.5s`, `TIME#100ms`, as milliseconds.
fn milliseconds(text: &str) -> Option<f64> {
    let (_, text) = text.split_once('#')?;
    let text = text.replace('_', "").to_ascii_lowercase();
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let mut sum = 0.0;
    while !rest.is_empty() {
        let number = rest.find(|it: char| it.is_ascii_alphabetic())?;
        let end = rest[number..].find(|it: char| !it.is_ascii_alphabetic());
        let end = end.map_or(rest.len(), |end| number + end);
        let factor = match &rest[number..end] {
            "d" => 86_400_000.0,
            "h" => 3_600_000.0,
            "m" => 60_000.0,
            "s" => 1000.0,
            "ms" => 1.0,
            "us" => 1e-3,
            "ns" => 1e-6,
            _ => return None,
        };
        sum += rest[..number].parse::<f64>().ok()? * factor;
        rest = &rest[end..];
    }
    Some(if negative { -sum } else { sum })
}

/// `DT#2024-01-31-12:00:00`, `DATE#2024-01-31`, `TOD#12:00:00.5`: of a time of day, on the first
/// day that OPC UA's clients expect.
fn moment(text: &str) -> Option<Timestamp> {
    let (_, text) = text.split_once('#')?;
    let text = match text.split_at_checked(10) {
        Some((date, time)) if date.matches('-').count() == 2 => match time.strip_prefix('-') {
            Some(time) => format!("{date}T{}", seconds(time)),
            None => format!("{date}T00:00:00"),
        },
        _ => format!("1970-01-01T{}", seconds(text)),
    };
    format!("{text}Z").parse().ok()
}

/// Seconds may be left out.
fn seconds(time: &str) -> String {
    let missing = if time.matches(':').count() == 1 { ":00" } else { "" };
    format!("{time}{missing}")
}

/// What stands between quotes: `$N`, `$$`, `$'` and `$0A` are one character each.
fn characters(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|it| ['\'', '"'].contains(it))?;
    let digits = if quote == '"' { 4 } else { 2 };
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut read = String::new();
    let mut rest = inside.chars();
    while let Some(one) = rest.next() {
        if one != '$' {
            read.push(one);
            continue;
        }
        let escaped = rest.next()?;
        read.push(match escaped.to_ascii_uppercase() {
            'L' | 'N' => '\n',
            'P' => '\u{c}',
            'R' => '\r',
            'T' => '\t',
            high if high.is_ascii_hexdigit() => {
                let code: String =
                    [high].into_iter().chain(rest.by_ref().take(digits - 1)).collect();
                char::from_u32(u32::from_str_radix(&code, 16).ok()?)?
            }
            other => other,
        });
    }
    Some(read)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::opcua::{Declaration, Model, Unit, layout::Layout};

    #[test]
    fn values_are_what_declarations_write() {
        let moment = |text: &str| Value::Timestamp(text.parse().unwrap());
        for (type_text, text, expected) in [
            ("BOOL", "TRUE", Some(Value::Bool(true))),
            ("BOOL", "BOOL#1", Some(Value::Bool(true))),
            ("INT", "-5", Some(Value::Int(-5))),
            ("INT", "INT#16#7F", Some(Value::Int(127))),
            ("INT", "16#FFFF", None),
            ("BYTE", "2#1010_0001", Some(Value::Uint(0xA1))),
            ("ULINT", "18446744073709551615", Some(Value::Uint(u64::MAX))),
            ("UINT", "-1", None),
            ("UINT", "GVL.MAX", None),
            ("REAL", "REAL#1.5E1", Some(Value::Real(15.0))),
            ("REAL", "3", Some(Value::Real(3.0))),
            ("LREAL", "0.1", Some(Value::LReal(0.1))),
            ("TIME", "T#1m30s500ms", Some(Value::LReal(90_500.0))),
            ("TIME", "TIME#-1.5s", Some(Value::LReal(-1500.0))),
            ("TIME", "T#5x", None),
            ("STRING(9)", "'a$'b$N$41$$'", Some(Value::Text("a'b\nA$".into()))),
            ("WSTRING", "\"\u{fc}$0416\"", Some(Value::Text("\u{fc}\u{416}".into()))),
            ("STRING", "'a$", None),
            ("DT", "DT#2024-01-31-12:30:00", Some(moment("2024-01-31T12:30:00Z"))),
            ("DATE", "D#2024-01-31", Some(moment("2024-01-31T00:00:00Z"))),
            ("TOD", "TOD#12:30:00.5", Some(moment("1970-01-01T12:30:00.5Z"))),
            ("State", "State.Busy", Some(Value::Int(5))),
            ("State", "busy", Some(Value::Int(5))),
            ("State", "0", Some(Value::Int(0))),
        ] {
            let model = Model::new("D")
                .enumeration("State", [("Idle", 1), ("Busy", 5)])
                .unit(Unit::program("P", [Declaration::new("x", type_text)]));
            let mut memory = Memory::new(Arc::new(Layout::new(&model).unwrap()));
            let before = memory.value("P.x").unwrap();
            set(&mut memory, "P.x", text);
            assert_eq!(memory.value("P.x"), Ok(expected.unwrap_or(before)), "{type_text} {text}");
        }
    }
}

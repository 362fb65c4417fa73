//! Values in the format of an L5X file: `16#00ff`, `1.5e+002`, `'text$0A'`,
//! `DT#2022-01-01-06:00:00Z`.
//!
//! Source: Rockwell 1756-RM084, "Data formats".

use jiff::tz::TimeZone;
use tagbridge_driver::Value;

use crate::{
    logix::{Atomic, Memory, types::Element},
    rig::literal,
};

/// Writes a value to memory, unless its text cannot be parsed.
pub(super) fn set(memory: &mut Memory, name: &str, text: &str) {
    let value = match memory.element(name) {
        Ok(Element::Atomic(atomic)) => value(atomic, text),
        Ok(Element::Structure(_)) => {
            bytes(text).map(|bytes| Value::Text(bytes.into_iter().map(char::from).collect()))
        }
        Err(_) => None,
    };
    if let Some(value) = value {
        // A value that does not fit the type is ignored.
        let _ = memory.set(name, &value);
    }
}

fn value(atomic: Atomic, text: &str) -> Option<Value> {
    Some(match atomic {
        Atomic::Bool => Value::Bool(number(text)? != 0),
        Atomic::Real => Value::Real(text.parse().ok().or_else(|| special(text))?),
        Atomic::Lreal => Value::LReal(text.parse().ok().or_else(|| special(text).map(f64::from))?),
        Atomic::Dt | Atomic::Ldt => {
            let moment = literal::moment(text)?.to_zoned(TimeZone::UTC).ok()?;
            Value::Timestamp(moment.timestamp())
        }
        Atomic::Time32 | Atomic::Time | Atomic::Ltime => Value::Duration(literal::span(text)?),
        Atomic::Sint | Atomic::Int | Atomic::Dint | Atomic::Lint => {
            let number = literal::of_pattern(number(text)?, 8 * atomic.size());
            Value::Int(i64::try_from(number).ok()?)
        }
        Atomic::Usint
        | Atomic::Uint
        | Atomic::Udint
        | Atomic::Ulint
        | Atomic::Byte
        | Atomic::Word
        | Atomic::Dword
        | Atomic::Lword => Value::Uint(u64::try_from(number(text)?).ok()?),
    })
}

/// An integer; the bytes of characters form one.
fn number(text: &str) -> Option<i128> {
    match bytes(text) {
        Some(bytes) => Some(bytes.iter().fold(0, |number, byte| number << 8 | i128::from(*byte))),
        None => literal::integer(text),
    }
}

/// Infinity and not-a-number, as old versions write them.
fn special(text: &str) -> Option<f32> {
    match text {
        "1.$" | "1.#INF" => Some(f32::INFINITY),
        "-1.$" | "-1.#INF" => Some(f32::NEG_INFINITY),
        "1.#QNAN" | "-1.#QNAN" | "-1.#IND" => Some(f32::NAN),
        _ => None,
    }
}

/// The bytes between quotes.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let text = literal::characters(text)?;
    Some(text.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::SignedDuration;

    use super::*;
    use crate::logix::Model;

    #[test]
    fn values_are_what_the_file_writes() {
        let moment = |text: &str| Value::Timestamp(text.parse().unwrap());
        for (type_text, text, expected) in [
            ("BOOL", "1", Some(Value::Bool(true))),
            ("BOOL", "2#0", Some(Value::Bool(false))),
            ("SINT", "16#ff", Some(Value::Int(-1))),
            ("SINT", "-128", Some(Value::Int(-128))),
            ("SINT", "'$00'", Some(Value::Int(0))),
            ("DINT", "'$00$01ab'", Some(Value::Int(0x0001_6162))),
            ("INT", "8#000_017", Some(Value::Int(15))),
            ("LINT", "-9223372036854775808", Some(Value::Int(i64::MIN))),
            ("ULINT", "16#ffff_ffff_ffff_ffff", Some(Value::Uint(u64::MAX))),
            ("USINT", "255", Some(Value::Uint(255))),
            ("USINT", "256", None),
            ("REAL", "1.50000000e+001", Some(Value::Real(15.0))),
            ("REAL", "-1.#INF", Some(Value::Real(f32::NEG_INFINITY))),
            ("LREAL", "0.1", Some(Value::LReal(0.1))),
            ("STRING", "'a$$b$'c$0Ad'", Some(Value::Text("a$b'c\nd".into()))),
            (
                "LDT",
                "LDT#2022-01-01-06:00:00.100_100_100Z",
                Some(moment("2022-01-01T06:00:00.1001001Z")),
            ),
            ("DT", "DT#1970-01-02-00:00:00Z", Some(moment("1970-01-02T00:00:00Z"))),
            (
                "TIME",
                "T#-2h_3m_4s_1us",
                Some(Value::Duration(SignedDuration::from_micros(-7_384_000_001))),
            ),
            (
                "LTIME",
                "LT#1d_5ns",
                Some(Value::Duration(SignedDuration::from_nanos(86_400_000_000_005))),
            ),
            ("TIME32", "T32#5x", None),
            ("DINT", "", None),
            ("DINT", "99#1", None),
            ("DINT", "#", None),
            ("STRING", "'$", None),
            ("REAL", "x", None),
        ] {
            let mut model = Model::new();
            model.add("T", type_text).unwrap();
            let mut memory = Memory::new(Arc::new(model));
            let zero = memory.value("T").unwrap();
            set(&mut memory, "T", text);
            assert_eq!(memory.value("T"), Ok(expected.unwrap_or(zero)), "{type_text} {text}");
        }
    }
}

//! Values in the format of declarations: `16#FF`, `INT#5`, `TRUE`, `'text$N'`, `T#1m30s`,
//! `DT#2024-01-31-12:00:00`, `E_State.Running` (IEC 61131-3 §6.3).

use jiff::tz::TimeZone;
use opcua::types::VariantScalarTypeId as Wire;
use tagbridge_driver::Value;

use crate::{
    opcua::{
        memory::Memory,
        types::{Scalar, Shape},
    },
    rig::literal,
};

/// Writes a value to memory, unless its text cannot be parsed or it has no node.
pub(super) fn set(memory: &mut Memory, name: &str, text: &str) {
    let Some(shape) = memory.shape(name) else { return };
    if let Some(value) = value(&shape, text.trim()) {
        // A value that does not fit the type is ignored.
        let _ = memory.set(name, &value);
    }
}

fn value(shape: &Shape, text: &str) -> Option<Value> {
    match shape {
        Shape::Scalar(it) => scalar(*it, text),
        Shape::Enumeration(it) => {
            let name = text.rsplit(['.', '#']).next().unwrap_or(text);
            let named = it.values.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let number = || i64::try_from(literal::integer(text)?).ok();
            Some(Value::Int(named.map(|(_, number)| i64::from(*number)).or_else(number)?))
        }
        Shape::Structure(_) | Shape::Array(_) => None,
    }
}

fn scalar(scalar: Scalar, text: &str) -> Option<Value> {
    Some(match scalar.wire {
        Wire::Boolean => Value::Bool(literal::truth(text)?),
        Wire::SByte | Wire::Int16 | Wire::Int32 | Wire::Int64 => {
            Value::Int(i64::try_from(literal::integer(text)?).ok()?)
        }
        Wire::Byte | Wire::UInt16 | Wire::UInt32 | Wire::UInt64 => {
            Value::Uint(u64::try_from(literal::integer(text)?).ok()?)
        }
        Wire::Float => Value::Real(literal::real(text)?),
        Wire::Double if scalar.name.ends_with("TIME") => {
            Value::LReal(literal::span(text)?.as_millis_f64())
        }
        Wire::Double => Value::LReal(literal::real(text)?),
        Wire::DateTime => {
            let moment = literal::moment(text)?.to_zoned(TimeZone::UTC).ok()?;
            Value::Timestamp(moment.timestamp())
        }
        Wire::String => Value::Text(literal::characters(text)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::opcua::{Declaration, Model, ProgramUnit, layout::Layout};

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
                .unit(ProgramUnit::program("P", [Declaration::new("x", type_text)]));
            let mut memory = Memory::new(Arc::new(Layout::new(&model).unwrap()));
            let before = memory.value("P.x").unwrap();
            set(&mut memory, "P.x", text);
            assert_eq!(memory.value("P.x"), Ok(expected.unwrap_or(before)), "{type_text} {text}");
        }
    }
}

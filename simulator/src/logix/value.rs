//! Converts between the bytes of tag memory and values.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tagbridge_driver::Value;

use super::{
    location::{Location, is_bool_array},
    memory::Scalar,
    model::Model,
    structure::Structure,
    types::{Atomic, Element, TagType},
};

/// Returns the value at a location: a scalar, a structure, or nested arrays, outermost dimension
/// first.
pub(super) fn decode(model: &Model, location: &Location, memory: &[u8]) -> Value {
    let bytes = &memory[location.offset as usize..];
    if location.bit.is_some() {
        return Value::Bool(bool::take(bytes, location.bit));
    }
    decode_type(model, location.tag_type(), bytes)
}

fn decode_type(model: &Model, tag_type: TagType, bytes: &[u8]) -> Value {
    if is_bool_array(&tag_type) {
        let bits = tag_type.count() as usize * 32;
        return Value::Array(
            (0..bits).map(|at| Value::Bool(bytes[at / 8] & 1 << (at % 8) != 0)).collect(),
        );
    }
    let [outer, middle, inner] = tag_type.dimensions;
    if outer == 0 {
        return decode_element(model, tag_type.element, bytes);
    }
    let row = TagType { dimensions: [middle, inner, 0], ..tag_type };
    let step = (model.size_of(row.element) * row.count()) as usize;
    Value::Array(
        (0..outer as usize).map(|at| decode_type(model, row, &bytes[at * step..])).collect(),
    )
}

fn decode_element(model: &Model, element: Element, bytes: &[u8]) -> Value {
    match element {
        Element::Atomic(atomic) => decode_atomic(atomic, bytes),
        Element::Structure(id) => {
            let structure = model.structure(id);
            match structure.text_capacity() {
                Some(capacity) => decode_text(capacity, bytes),
                None => decode_structure(model, structure, bytes),
            }
        }
    }
}

fn decode_atomic(atomic: Atomic, bytes: &[u8]) -> Value {
    match atomic {
        Atomic::Bool => Value::Bool(bool::take(bytes, None)),
        Atomic::Sint => Value::Int(i8::take(bytes, None).into()),
        Atomic::Int => Value::Int(i16::take(bytes, None).into()),
        Atomic::Dint => Value::Int(i32::take(bytes, None).into()),
        Atomic::Lint => Value::Int(i64::take(bytes, None)),
        Atomic::Usint | Atomic::Byte => Value::Uint(u8::take(bytes, None).into()),
        Atomic::Uint | Atomic::Word => Value::Uint(u16::take(bytes, None).into()),
        Atomic::Udint | Atomic::Dword => Value::Uint(u32::take(bytes, None).into()),
        Atomic::Ulint | Atomic::Lword => Value::Uint(u64::take(bytes, None)),
        Atomic::Real => Value::Real(f32::take(bytes, None)),
        Atomic::Lreal => Value::LReal(f64::take(bytes, None)),
        Atomic::Dt => moment(Timestamp::from_microsecond(i64::take(bytes, None)), bytes),
        Atomic::Ldt => moment(Timestamp::from_nanosecond(u64::take(bytes, None).into()), bytes),
        Atomic::Time32 => {
            Value::Duration(SignedDuration::from_micros(i32::take(bytes, None).into()))
        }
        Atomic::Time => Value::Duration(SignedDuration::from_micros(i64::take(bytes, None))),
        Atomic::Ltime => Value::Duration(SignedDuration::from_nanos(i64::take(bytes, None))),
    }
}

/// A point in time, or the number if it is outside the calendar.
fn moment(moment: Result<Timestamp, jiff::Error>, bytes: &[u8]) -> Value {
    moment.map_or_else(|_| Value::Uint(u64::take(bytes, None)), Value::Timestamp)
}

/// A character is a byte. The program can write any LEN: it may be negative or too large.
fn decode_text(capacity: u32, bytes: &[u8]) -> Value {
    let length = i32::take(bytes, None).clamp(0, capacity.cast_signed());
    let characters = &bytes[4..4 + length.unsigned_abs() as usize];
    Value::Text(characters.iter().copied().map(char::from).collect())
}

fn decode_structure(model: &Model, structure: &Structure, bytes: &[u8]) -> Value {
    Value::Struct(
        structure
            .members
            .iter()
            .filter(|member| !member.hidden)
            .map(|member| {
                let at = &bytes[member.offset as usize..];
                let value = match member.bit {
                    Some(_) => Value::Bool(bool::take(at, member.bit)),
                    None => decode_type(model, member.shape, at),
                };
                (Arc::from(member.name.as_str()), value)
            })
            .collect(),
    )
}

/// Writes a value to the location where [`decode`] reads it. `None` if it has another shape or does
/// not fit. A structure value may have only some of its members.
pub(super) fn encode(
    model: &Model,
    location: &Location,
    value: &Value,
    memory: &mut [u8],
) -> Option<()> {
    let bytes = &mut memory[location.offset as usize..];
    if location.bit.is_some() {
        let Value::Bool(bit) = value else { return None };
        bit.put(bytes, location.bit);
        return Some(());
    }
    encode_type(model, location.tag_type(), value, bytes)
}

fn encode_type(model: &Model, tag_type: TagType, value: &Value, bytes: &mut [u8]) -> Option<()> {
    let [outer, middle, inner] = tag_type.dimensions;
    if outer == 0 {
        return encode_element(model, tag_type.element, value, bytes);
    }
    let Value::Array(values) = value else {
        return None;
    };
    if is_bool_array(&tag_type) {
        if values.len() != outer as usize * 32 {
            return None;
        }
        for (at, value) in values.iter().enumerate() {
            let Value::Bool(bit) = value else { return None };
            bit.put(&mut bytes[at / 8..], u8::try_from(at % 8).ok());
        }
        return Some(());
    }
    if values.len() != outer as usize {
        return None;
    }
    let row = TagType { dimensions: [middle, inner, 0], ..tag_type };
    let step = (model.size_of(row.element) * row.count()) as usize;
    for (at, value) in values.iter().enumerate() {
        encode_type(model, row, value, &mut bytes[at * step..])?;
    }
    Some(())
}

fn encode_element(model: &Model, element: Element, value: &Value, bytes: &mut [u8]) -> Option<()> {
    match (element, value) {
        (Element::Atomic(atomic), value) => encode_atomic(atomic, value, bytes),
        (Element::Structure(id), Value::Text(text)) => {
            let capacity = model.structure(id).text_capacity()? as usize;
            encode_text(capacity, text, bytes)
        }
        (Element::Structure(id), Value::Struct(members)) => {
            let structure = model.structure(id);
            for (name, value) in members {
                let member = structure.member(name)?;
                let at = &mut bytes[member.offset as usize..];
                match (member.bit, value) {
                    (Some(_), Value::Bool(bit)) => bit.put(at, member.bit),
                    (Some(_), _) => return None,
                    (None, value) => encode_type(model, member.shape, value, at)?,
                }
            }
            Some(())
        }
        _ => None,
    }
}

fn encode_text(capacity: usize, text: &str, bytes: &mut [u8]) -> Option<()> {
    let characters = text.chars().map(u8::try_from).collect::<Result<Vec<_>, _>>().ok()?;
    if characters.len() > capacity {
        return None;
    }
    i32::try_from(characters.len()).ok()?.put(bytes, None);
    bytes[4..4 + capacity].fill(0);
    bytes[4..4 + characters.len()].copy_from_slice(&characters);
    Some(())
}

fn encode_atomic(atomic: Atomic, value: &Value, bytes: &mut [u8]) -> Option<()> {
    /// An integer that fits into `T`, signed or unsigned.
    fn integer<T: TryFrom<i64> + TryFrom<u64> + Scalar>(
        value: &Value,
        bytes: &mut [u8],
    ) -> Option<()> {
        let own = match value {
            Value::Int(value) => T::try_from(*value).ok()?,
            Value::Uint(value) => T::try_from(*value).ok()?,
            _ => return None,
        };
        own.put(bytes, None);
        Some(())
    }
    match (atomic, value) {
        (Atomic::Bool, Value::Bool(bit)) => bit.put(bytes, None),
        (Atomic::Real, Value::Real(number)) => number.put(bytes, None),
        (Atomic::Lreal, Value::LReal(number)) => number.put(bytes, None),
        (Atomic::Dt, Value::Timestamp(it)) => it.as_microsecond().put(bytes, None),
        (Atomic::Ldt, Value::Timestamp(it)) => {
            u64::try_from(it.as_nanosecond()).ok()?.put(bytes, None);
        }
        (Atomic::Time32, Value::Duration(it)) => {
            i32::try_from(it.as_micros()).ok()?.put(bytes, None);
        }
        (Atomic::Time, Value::Duration(it)) => {
            i64::try_from(it.as_micros()).ok()?.put(bytes, None);
        }
        (Atomic::Ltime, Value::Duration(it)) => {
            i64::try_from(it.as_nanos()).ok()?.put(bytes, None);
        }
        (
            Atomic::Bool
            | Atomic::Real
            | Atomic::Lreal
            | Atomic::Dt
            | Atomic::Ldt
            | Atomic::Time32
            | Atomic::Time
            | Atomic::Ltime,
            _,
        ) => return None,
        (Atomic::Sint, _) => return integer::<i8>(value, bytes),
        (Atomic::Int, _) => return integer::<i16>(value, bytes),
        (Atomic::Dint, _) => return integer::<i32>(value, bytes),
        (Atomic::Lint, _) => return integer::<i64>(value, bytes),
        (Atomic::Usint | Atomic::Byte, _) => return integer::<u8>(value, bytes),
        (Atomic::Uint | Atomic::Word, _) => return integer::<u16>(value, bytes),
        (Atomic::Udint | Atomic::Dword, _) => return integer::<u32>(value, bytes),
        (Atomic::Ulint | Atomic::Lword, _) => return integer::<u64>(value, bytes),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logix::Memory;

    fn memory() -> Memory {
        let mut model = Model::new();
        model
            .add_structure(
                "Motor",
                &[("On", "BOOL"), ("Label", "STRING"), ("Temps", "REAL[2]"), ("Bits", "BOOL[32]")],
            )
            .unwrap();
        for (name, type_text) in [
            ("B", "BOOL"),
            ("S", "SINT"),
            ("U", "ULINT"),
            ("L", "LREAL"),
            ("Born", "DT"),
            ("Precise", "LDT"),
            ("Short", "TIME32"),
            ("Long", "TIME"),
            ("Fine", "LTIME"),
            ("Grid", "INT[2,2]"),
            ("Flags", "BOOL[32]"),
            ("Text", "STRING"),
            ("Motors", "Motor[2]"),
        ] {
            model.add(name, type_text).unwrap();
        }
        Memory::new(Arc::new(model))
    }

    #[test]
    fn what_goes_in_comes_out() {
        let bits = |on: usize| Value::Array((0..32).map(|at| Value::Bool(at == on)).collect());
        let ints = |a, b| Value::Array(vec![Value::Int(a), Value::Int(b)]);
        let motor = |on, label: &str, warm| {
            Value::Struct(vec![
                ("On".into(), Value::Bool(on)),
                ("Label".into(), Value::Text(label.into())),
                ("Temps".into(), Value::Array(vec![Value::Real(warm), Value::Real(-warm)])),
                ("Bits".into(), bits(5)),
            ])
        };
        for (name, value) in [
            ("B", Value::Bool(true)),
            ("S", Value::Int(-128)),
            ("S.7", Value::Bool(false)),
            ("U", Value::Uint(u64::MAX)),
            ("U.63", Value::Bool(true)),
            ("L", Value::LReal(-1e300)),
            ("Born", Value::Timestamp(Timestamp::constant(1_700_000_000, 1_000))),
            ("Precise", Value::Timestamp(Timestamp::constant(1_700_000_000, 1))),
            ("Short", Value::Duration(SignedDuration::from_micros(-1))),
            ("Long", Value::Duration(SignedDuration::from_hours(-1))),
            ("Fine", Value::Duration(SignedDuration::from_nanos(7))),
            ("Grid", Value::Array(vec![ints(1, 2), ints(-3, 4)])),
            ("Grid[1,0]", Value::Int(7)),
            ("Flags", bits(31)),
            ("Flags[3]", Value::Bool(true)),
            ("Text", Value::Text("Käse".into())),
            ("Text", Value::Text(String::new())),
            ("Motors[1]", motor(true, "belt", 40.5)),
            ("Motors", Value::Array(vec![motor(false, "", 1.0), motor(true, "x", 2.0)])),
            ("Motors[1].On", Value::Bool(false)),
        ] {
            let mut memory = memory();
            memory.set(name, &value).expect(name);
            assert_eq!(memory.value(name), Ok(value), "{name}");
        }
    }

    #[test]
    fn refuses_what_does_not_fit() {
        for (name, value) in [
            ("S", Value::Int(128)),
            ("U", Value::Int(-1)),
            ("B", Value::Int(1)),
            ("L", Value::Real(1.0)),
            ("Short", Value::Duration(SignedDuration::from_hours(1))),
            ("Born", Value::Int(1)),
            ("Precise", Value::Timestamp(Timestamp::constant(-1, 0))),
            ("Grid", Value::Array(vec![Value::Int(1), Value::Int(2)])),
            ("Flags", Value::Array(vec![Value::Bool(true)])),
            ("Text", Value::Text("x".repeat(83))),
            ("Motors[0]", Value::Text("x".into())),
            ("Motors[0]", Value::Struct(vec![("Nope".into(), Value::Bool(true))])),
        ] {
            assert!(memory().set(name, &value).is_err(), "{name} {value:?}");
        }
    }
}

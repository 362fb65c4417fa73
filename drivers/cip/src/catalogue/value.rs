//! Decodes bytes to values.

use std::sync::Arc;

use tagbridge_driver::Value;

use super::{Kind, Member, Template};
use crate::codec::{DecodeError, Elementary, Reader, types::logix_string};

/// Maximum number of values per byte, and an additional allowance; templates with overlapping
/// members could produce any number.
const VALUES_PER_BYTE: usize = 16;
const VALUES_BESIDE: usize = 4096;

/// Decodes the value in `bytes`: elements of `kind` in these `dimensions`, outermost first; empty
/// for a scalar.
///
/// BOOL arrays (`Dword` with dimensions, which count DWORDs) become BOOLs, strings become texts,
/// and structures have their visible members in the order of the definition. One padding byte after
/// the last element is allowed.
pub(crate) fn value(kind: &Kind, dimensions: &[u32], bytes: &[u8]) -> Result<Value, DecodeError> {
    let mut decoder = Decoder { left: bytes.len() * VALUES_PER_BYTE + VALUES_BESIDE };
    let mut reader = Reader::new(bytes);
    let value = decoder.elements(kind, dimensions, &mut reader)?;
    if reader.left() == 1 {
        reader.u8("pad")?;
    }
    reader.finish("tag data")?;
    Ok(value)
}

struct Decoder {
    /// Number of values that may still be created.
    left: usize,
}

impl Decoder {
    /// Reads the elements of the dimensions. BOOLs are packed, in one dimension only.
    fn elements(
        &mut self,
        kind: &Kind,
        dimensions: &[u32],
        reader: &mut Reader<'_>,
    ) -> Result<Value, DecodeError> {
        match *dimensions {
            [dwords] if kind.is_packed(dwords) => self.bools(dwords, reader),
            _ => self.array(kind, dimensions, reader),
        }
    }

    fn bools(&mut self, dwords: u32, reader: &mut Reader<'_>) -> Result<Value, DecodeError> {
        let mut values = Vec::new();
        for _ in 0..dwords {
            let bits = reader.u32("BOOL array")?;
            for bit in 0..32 {
                self.count(reader)?;
                values.push(Value::Bool(bits >> bit & 1 == 1));
            }
        }
        Ok(Value::Array(values))
    }

    fn array(
        &mut self,
        kind: &Kind,
        dimensions: &[u32],
        reader: &mut Reader<'_>,
    ) -> Result<Value, DecodeError> {
        self.count(reader)?;
        let Some((&count, inner)) = dimensions.split_first() else {
            return self.element(kind, reader);
        };
        // Every element has at least one byte, so the dimensions cannot cause a large allocation.
        let mut values = Vec::with_capacity((count as usize).min(reader.left()));
        for _ in 0..count {
            values.push(self.array(kind, inner, reader)?);
        }
        Ok(Value::Array(values))
    }

    fn element(&mut self, kind: &Kind, reader: &mut Reader<'_>) -> Result<Value, DecodeError> {
        match kind {
            Kind::Atomic(it) => it.decode(reader),
            Kind::Structure(it) => {
                let offset = reader.offset();
                let bytes = reader.take("structure", it.size as usize)?;
                self.structure(it, bytes)
                    .map_err(|error| DecodeError { offset: error.offset + offset, ..error })
            }
            Kind::Outline(it) => {
                let found = it.template.name.to_string();
                let expected = "a structure that the controller defines";
                Err(DecodeError::new("type", reader.offset(), expected, found))
            }
            Kind::Unknown(word) => {
                let found = format!("{word:#06x}");
                Err(DecodeError::new("type", reader.offset(), "a type that is known", found))
            }
        }
    }

    fn structure(&mut self, template: &Template, bytes: &[u8]) -> Result<Value, DecodeError> {
        if let Some(capacity) = template.text_capacity() {
            return text(capacity, bytes);
        }
        let mut members = Vec::with_capacity(template.members.len());
        for member in template.visible() {
            members.push((Arc::clone(&member.name), self.member(member, bytes)?));
        }
        Ok(Value::Struct(members))
    }

    /// A member of a structure that is in `bytes`.
    fn member(&mut self, member: &Member, bytes: &[u8]) -> Result<Value, DecodeError> {
        let mut reader = Reader::new(bytes);
        reader.take("member's offset", member.offset as usize)?;
        match (member.bit, member.elements, &member.kind) {
            (Some(bit), ..) => {
                self.count(&reader)?;
                Ok(Value::Bool(reader.u8("BOOL")? >> bit & 1 == 1))
            }
            (None, 0, Kind::Atomic(kind)) => {
                self.count(&reader)?;
                kind.decode(&mut reader)
            }
            (None, 0, kind) => self.elements(kind, &[], &mut reader),
            (None, elements, kind) => self.elements(kind, &[elements], &mut reader),
        }
    }

    fn count(&mut self, reader: &Reader<'_>) -> Result<(), DecodeError> {
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            let expected = "members that lie side by side";
            DecodeError::new("structure", reader.offset(), expected, "more than its bytes can hold")
        })?;
        Ok(())
    }
}

fn text(capacity: u32, bytes: &[u8]) -> Result<Value, DecodeError> {
    let mut reader = Reader::new(bytes);
    let length = reader.array("LEN")?;
    let data = reader.take("DATA", capacity as usize)?;
    Ok(Value::Text(logix_string::text(length, data)))
}

/// Number of bits, if the type is an integer whose bits have names.
pub(super) fn bits(kind: &Kind) -> Option<u8> {
    match kind {
        Kind::Atomic(it) => Elementary::bits(*it),
        Kind::Structure(_) | Kind::Outline(_) | Kind::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::template::tests::{atomic, member, motor, string, template},
        *,
    };

    const DINT: Kind = Kind::Atomic(Elementary::Dint);

    fn check(kind: &Kind, dimensions: &[u32], bytes: &[u8], expected: &Value) {
        assert_eq!(value(kind, dimensions, bytes).as_ref(), Ok(expected), "{kind}");
        for cut in 0..bytes.len() {
            assert!(value(kind, dimensions, &bytes[..cut]).is_err(), "{kind} cut at {cut}");
        }
        let longer = [bytes, &[0, 0]].concat();
        assert!(value(kind, dimensions, &longer).is_err(), "{kind} too long");
    }

    fn ints(values: &[i64]) -> Value {
        Value::Array(values.iter().copied().map(Value::Int).collect())
    }

    fn bytes_of_motor() -> Vec<u8> {
        let mut bytes = vec![0b10, 0, 0, 0];
        bytes.extend(1.5_f32.to_le_bytes());
        bytes.extend([1, 0, 0xFF, 0xFF]);
        bytes.extend(0x8000_0001_u32.to_le_bytes());
        bytes.extend([2, 0, 0, 0]);
        bytes.extend(b"okay");
        bytes.resize(40, 0);
        bytes
    }

    fn value_of_motor() -> Value {
        let bits = (0..32).map(|it| Value::Bool(it == 0 || it == 31)).collect();
        Value::Struct(vec![
            ("On".into(), Value::Bool(false)),
            ("Fault".into(), Value::Bool(true)),
            ("Speed".into(), Value::Real(1.5)),
            ("Temps".into(), ints(&[1, -1])),
            ("Bits".into(), Value::Array(bits)),
            ("Label".into(), Value::Text("ok".into())),
        ])
    }

    #[test]
    fn scalars_and_arrays() {
        check(&DINT, &[], &[1, 0, 0, 0], &Value::Int(1));
        let int = Kind::Atomic(Elementary::Int);
        check(&int, &[3], &[1, 0, 2, 0, 3, 0], &ints(&[1, 2, 3]));
        let rows = Value::Array(vec![ints(&[1, 2]), ints(&[3, 4])]);
        check(&int, &[2, 2], &[1, 0, 2, 0, 3, 0, 4, 0], &rows);
        let dword = Kind::Atomic(Elementary::Dword);
        check(&dword, &[], &[1, 0, 0, 0], &Value::Uint(1));
        let bools = (0..32).map(|it| Value::Bool(it == 9)).collect();
        check(&dword, &[1], &[0, 2, 0, 0], &Value::Array(bools));
        let row = Value::Array(vec![Value::Uint(1)]);
        check(&dword, &[1, 1], &[1, 0, 0, 0], &Value::Array(vec![row]));
        assert_eq!(
            value(&Kind::Atomic(Elementary::Sint), &[], &[5, 0]),
            Ok(Value::Int(5)),
            "padded"
        );
    }

    #[test]
    fn structures_have_their_visible_members_in_order() {
        check(&Kind::Structure(motor()), &[], &bytes_of_motor(), &value_of_motor());
        let two = [bytes_of_motor(), bytes_of_motor()].concat();
        let values = Value::Array(vec![value_of_motor(), value_of_motor()]);
        check(&Kind::Structure(motor()), &[2], &two, &values);
    }

    #[test]
    fn structures_lie_in_structures() {
        let members = vec![
            member("Motors", 4, Kind::Structure(motor()), 2),
            atomic("Total", 84, Elementary::Dint, 0),
        ];
        let line = Kind::Structure(template("Line", 88, members));
        let bytes = [&[0; 4][..], &bytes_of_motor(), &bytes_of_motor(), &[7, 0, 0, 0]].concat();
        let expected = Value::Struct(vec![
            ("Motors".into(), Value::Array(vec![value_of_motor(), value_of_motor()])),
            ("Total".into(), Value::Int(7)),
        ]);
        check(&line, &[], &bytes, &expected);
    }

    #[test]
    fn texts_are_as_long_as_they_say_within_their_room() {
        let text = |length: i32| {
            let mut bytes = length.to_le_bytes().to_vec();
            bytes.extend(b"abc\0");
            value(&Kind::Structure(string(3)), &[], &bytes)
        };
        for (length, expected) in [(0, ""), (2, "ab"), (3, "abc"), (4, "abc"), (-1, "")] {
            assert_eq!(text(length), Ok(Value::Text(expected.into())), "{length}");
        }
    }

    #[test]
    fn nothing_lies_outside_of_its_structure() {
        for member in [
            atomic("A", 4, Elementary::Dint, 0),
            atomic("A", u32::MAX, Elementary::Dint, 0),
            atomic("A", 0, Elementary::Dint, u32::MAX),
            atomic("A", 0, Elementary::Dint, 2),
        ] {
            let kind = Kind::Structure(template("T", 4, vec![member]));
            assert!(value(&kind, &[], &[0; 4]).is_err(), "{kind:?}");
        }
        let error = value(&Kind::Unknown(0x8123), &[], &[0; 4]).unwrap_err().to_string();
        assert!(error.contains("0x8123"), "{error}");
    }

    /// Sixteen levels with sixteen members each at the same offset would be 16^16 values.
    #[test]
    fn members_on_top_of_each_other_come_to_an_end() {
        let mut kind = Kind::Atomic(Elementary::Sint);
        for _ in 0..16 {
            let members = (0..16).map(|it| member(&format!("M{it}"), 0, kind.clone(), 0));
            kind = Kind::Structure(template("T", 1, members.collect()));
        }
        let error = value(&kind, &[], &[0]).unwrap_err().to_string();
        assert!(error.contains("more than its bytes can hold"), "{error}");
    }
}

//! Read Tag, Read Tag Fragmented, and their replies.
//!
//! Source: Rockwell 1756-PM020, "Read Tag service" and "Read Tag Fragmented service".

use std::{borrow::Cow, fmt};

use bytes::BufMut;
use tagbridge_driver::Value;

use super::{DecodeError, EPath, Elementary, Reader, Request, Service, types::logix_string};

/// Marks a structure, instead of a type code.
const STRUCTURE: u16 = 0x02A0;

/// Reads `elements` elements from the element at this path on.
pub fn read_tag(path: EPath, elements: u16) -> Request {
    Request::new(Service::READ_TAG, path, elements.to_le_bytes().to_vec())
}

/// Reads the part of `elements` elements that fits, from byte `offset` of their data on.
pub fn read_tag_fragmented(path: EPath, elements: u16, offset: u32) -> Request {
    let mut data = Vec::with_capacity(6);
    data.put_u16_le(elements);
    data.put_u32_le(offset);
    Request::new(Service::READ_TAG_FRAGMENTED, path, data)
}

/// Data of a Read Tag or Read Tag Fragmented request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadTag {
    /// Number of elements.
    pub elements: u16,
    /// Offset of the first byte; `None` in Read Tag.
    pub offset: Option<u32>,
}

impl ReadTag {
    /// Decodes the data of either service.
    pub fn decode(data: &[u8], fragmented: bool) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let it = Self {
            elements: reader.u16("number of elements")?,
            offset: fragmented.then(|| reader.u32("offset")).transpose()?,
        };
        reader.finish("read tag")?;
        Ok(it)
    }
}

/// The type of a reply's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TagType {
    /// An elementary type.
    Elementary(Elementary),
    /// A structure.
    Structure {
        /// Identifies the structure's definition.
        handle: u16,
    },
    /// A code that is not in the specification.
    Unknown(u16),
}

impl TagType {
    /// The type of the elements of BOOL arrays, with 32 BOOLs each.
    pub const DWORD: Self = Self::Elementary(Elementary::Dword);
    /// Logix's built-in STRING.
    pub const LOGIX_STRING: Self = Self::Structure { handle: logix_string::HANDLE };

    /// Size of the type in a reply, in bytes.
    pub(crate) fn header_size(self) -> usize {
        match self {
            Self::Structure { .. } => 4,
            Self::Elementary(_) | Self::Unknown(_) => 2,
        }
    }

    /// Size of an element in bytes, if all elements have the same size.
    pub fn element_size(self) -> Option<usize> {
        match self {
            Self::Elementary(kind) => kind.size(),
            Self::LOGIX_STRING => Some(logix_string::SIZE),
            Self::Structure { .. } | Self::Unknown(_) => None,
        }
    }

    /// The controller's name of it, as far as it is known without the controller's definitions.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::Elementary(kind) => kind.name().into(),
            Self::LOGIX_STRING => "STRING".into(),
            Self::Structure { handle } => format!("structure {handle:#06x}").into(),
            Self::Unknown(code) => format!("type {code:#06x}").into(),
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let code = reader.u16("tag type")?;
        if code == STRUCTURE {
            let handle = reader.u16("structure handle")?;
            return Ok(Self::Structure { handle });
        }
        Ok(Elementary::from_code(code).map_or(Self::Unknown(code), Self::Elementary))
    }

    /// Appends the type, as it precedes the data of a response.
    pub fn encode(self, out: &mut Vec<u8>) {
        match self {
            Self::Elementary(kind) => out.put_u16_le(kind.code()),
            Self::Unknown(code) => out.put_u16_le(code),
            Self::Structure { handle } => {
                out.put_u16_le(STRUCTURE);
                out.put_u16_le(handle);
            }
        }
    }
}

impl fmt::Display for TagType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Data of a reply to either service: a type, and values or a part of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedData<'a> {
    /// The type of an element.
    pub kind: TagType,
    /// The elements.
    pub bytes: &'a [u8],
}

impl<'a> TypedData<'a> {
    /// Decodes it.
    pub fn decode(data: &'a [u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        Ok(Self { kind: TagType::decode(&mut reader)?, bytes: reader.rest() })
    }

    /// Encodes it.
    pub fn encode(&self, out: &mut Vec<u8>) {
        self.kind.encode(out);
        out.put_slice(self.bytes);
    }

    /// The type, with the one ambiguous code resolved by the size of the data.
    pub fn resolved(self, elements: usize) -> TagType {
        match self.kind {
            TagType::Elementary(Elementary::Stime)
                if self.bytes.len() >= elements.saturating_mul(8) && elements > 0 =>
            {
                TagType::Elementary(Elementary::Ldt)
            }
            kind => kind,
        }
    }

    /// Decodes the `elements` values. One padding byte after them is allowed.
    ///
    /// Structures with an unknown definition cannot be decoded.
    pub fn values(self, elements: usize) -> Result<Vec<Value>, DecodeError> {
        let mut reader = Reader::new(self.bytes);
        // Every value has at least one byte, so the number of elements cannot cause a large
        // allocation.
        let mut values = Vec::with_capacity(elements.min(self.bytes.len()));
        let kind = self.resolved(elements);
        for _ in 0..elements {
            values.push(match kind {
                TagType::Elementary(kind) => kind.decode(&mut reader)?,
                TagType::LOGIX_STRING => logix_string::decode(&mut reader)?,
                TagType::Structure { .. } | TagType::Unknown(_) => {
                    let expected = "an elementary type or STRING";
                    return Err(DecodeError::new("tag type", 0, expected, kind.name()));
                }
            });
        }
        if reader.left() == 1 {
            reader.u8("pad")?;
        }
        reader.finish("tag data")?;
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Incoming, epath::Segment};

    fn path() -> EPath {
        EPath(vec![Segment::Symbol("Count".into()), Segment::Member(7)])
    }

    #[test]
    fn requests_read_back() {
        let bytes = read_tag(path(), 20).to_bytes();
        assert_eq!(bytes, b"\x4C\x05\x91\x05Count\0\x28\x07\x14\0");
        let incoming = Incoming::decode(&bytes).unwrap();
        let decoded = ReadTag::decode(incoming.data, false);
        assert_eq!(decoded, Ok(ReadTag { elements: 20, offset: None }));

        let bytes = read_tag_fragmented(path(), 20, 480).to_bytes();
        let incoming = Incoming::decode(&bytes).unwrap();
        let decoded = ReadTag::decode(incoming.data, true);
        assert_eq!(decoded, Ok(ReadTag { elements: 20, offset: Some(480) }));
        assert!(ReadTag::decode(incoming.data, false).is_err());
    }

    fn check(data: &[u8], elements: usize, kind: &str, values: &[Value]) {
        let typed = TypedData::decode(data).unwrap();
        assert_eq!(typed.resolved(elements).name(), kind);
        assert_eq!(typed.values(elements).unwrap(), values);
        let mut out = Vec::new();
        typed.encode(&mut out);
        assert_eq!(out, data);
    }

    #[test]
    fn replies_have_their_values() {
        check(&[0xC4, 0, 1, 0, 0, 0, 2, 0, 0, 0], 2, "DINT", &[Value::Int(1), Value::Int(2)]);
        check(&[0xC2, 0, 5], 1, "SINT", &[Value::Int(5)]);
        check(&[0xC2, 0, 5, 0], 1, "SINT", &[Value::Int(5)]);
        check(&[0xCC, 0, 5, 0, 0, 0], 1, "STIME", &[Value::Int(5)]);
        let epoch = Value::Timestamp(jiff::Timestamp::UNIX_EPOCH);
        check(&[0xCC, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1, "LDT", &[epoch]);
        let mut string = vec![0xA0, 0x02, 0xCE, 0x0F];
        logix_string::encode("Hi", &mut string).unwrap();
        check(&string, 1, "STRING", &[Value::Text("Hi".into())]);
    }

    #[test]
    fn refuses_data_that_is_not_the_elements_asked_for() {
        for (data, elements) in [
            (&[0xC4, 0, 1, 0, 0][..], 1),
            (&[0xC4, 0, 1, 0, 0, 0], 2),
            (&[0xC4, 0, 1, 0, 0, 0, 2, 0, 0, 0], 1),
            (&[0xC4, 0], 65535),
            (&[0x34, 0x12, 1], 1),
            (&[0xA0, 0x02, 0x34, 0x12, 1, 2, 3, 4], 1),
        ] {
            assert!(TypedData::decode(data).unwrap().values(elements).is_err(), "{data:02x?}");
        }
        assert!(TypedData::decode(&[0xA0, 0x02, 1]).is_err());
    }
}

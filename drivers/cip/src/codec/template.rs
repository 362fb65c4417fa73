//! Definitions of structures: the template class.
//!
//! Source: Rockwell 1756-PM020, "Template object" and "Read Template service".

use bytes::BufMut;

use super::{
    DecodeError, EPath, Reader, Reply, Request, Service, attribute_list, class,
    identity::{latin1, latin1_bytes},
    symbol_list::TypeWord,
};

const HANDLE: u16 = 1;
const MEMBER_COUNT: u16 = 2;
const DEFINITION_WORDS: u16 = 4;
const STRUCTURE_SIZE: u16 = 5;
/// The order that pycomm3 uses.
const ATTRIBUTES: [u16; 4] = [DEFINITION_WORDS, STRUCTURE_SIZE, MEMBER_COUNT, HANDLE];

/// Number of bytes by which the size in the attribute exceeds the definition, as in the manual,
/// libplctag and pylogix; pycomm3 reads two more.
const BEYOND: u32 = 23;
/// Size of a member without its name, in bytes.
const MEMBER_SIZE: usize = 8;

/// Requests the size of a template.
pub(crate) fn attributes_request(template: u16) -> Request {
    attribute_list::request(EPath::object(class::TEMPLATE, template.into()), &ATTRIBUTES)
}

/// Requests only the handle of a template.
pub(crate) fn handle_request(template: u16) -> Request {
    attribute_list::request(EPath::object(class::TEMPLATE, template.into()), &[HANDLE])
}

/// Size of a successful response to [`handle_request`], in bytes.
pub const HANDLE_REPLY_SIZE: usize = Reply::HEADER_SIZE + 2 + 4 + 2;

/// Size of a successful response to [`attributes_request`], in bytes.
pub const ATTRIBUTES_REPLY_SIZE: usize = Reply::HEADER_SIZE + 2 + 4 * 4 + 2 * 4 + 2 * 2;

/// Decodes the data of a response to [`handle_request`].
pub(crate) fn decode_handle(data: &[u8]) -> Result<u16, DecodeError> {
    let mut handle = 0;
    attribute_list::decode_reply(data, &[HANDLE], |_, reader| {
        handle = reader.u16("structure handle")?;
        Ok(())
    })?;
    Ok(handle)
}

/// Requests `count` bytes of a definition from `offset` on; the response may contain fewer.
pub fn read_request(template: u16, offset: u32, count: u16) -> Request {
    let mut data = Vec::with_capacity(6);
    data.put_u32_le(offset);
    data.put_u16_le(count);
    Request::new(Service::READ_TAG, EPath::object(class::TEMPLATE, template.into()), data)
}

/// The sizes of a structure and of its definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributes {
    /// The handle that a response contains instead of a type code.
    pub handle: u16,
    /// Number of members, with hidden ones.
    pub member_count: u16,
    /// Size of the definition in words of 32 bits.
    pub definition_words: u32,
    /// Size of one value, in bytes.
    pub structure_size: u32,
}

impl Attributes {
    /// Decodes the data of a response to [`attributes_request`].
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut it = Self { handle: 0, member_count: 0, definition_words: 0, structure_size: 0 };
        attribute_list::decode_reply(data, &ATTRIBUTES, |attribute, reader| {
            match attribute {
                HANDLE => it.handle = reader.u16("structure handle")?,
                MEMBER_COUNT => it.member_count = reader.u16("member count")?,
                DEFINITION_WORDS => it.definition_words = reader.u32("definition size")?,
                _ => it.structure_size = reader.u32("structure size")?,
            }
            Ok(())
        })?;
        Ok(it)
    }

    /// Encodes the data of a response.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(30);
        out.put_u16_le(4);
        let mut put = |attribute: u16, value: &[u8]| {
            out.put_u16_le(attribute);
            out.put_u16_le(0);
            out.put_slice(value);
        };
        put(DEFINITION_WORDS, &self.definition_words.to_le_bytes());
        put(STRUCTURE_SIZE, &self.structure_size.to_le_bytes());
        put(MEMBER_COUNT, &self.member_count.to_le_bytes());
        put(HANDLE, &self.handle.to_le_bytes());
        out
    }

    /// Size of the definition in bytes, with the names.
    pub fn definition_size(&self) -> u32 {
        self.definition_words.saturating_mul(4).saturating_sub(BEYOND)
    }
}

/// A structure's definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The structure's name, without the notes of the engineering tool after it.
    pub name: String,
    /// The members, in order.
    pub members: Vec<MemberDefinition>,
}

/// A member of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberDefinition {
    /// Its name; empty if it has none.
    pub name: String,
    /// Number of elements of an array, the bit number of a BOOL, or 0.
    pub info: u16,
    /// Its type.
    pub kind: TypeWord,
    /// Its offset in the structure, in bytes.
    pub offset: u32,
}

impl Definition {
    /// Decodes a whole definition: eight bytes for each member, then the names, the structure's own
    /// first, each with a zero after it.
    pub fn decode(data: &[u8], member_count: u16) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let count = usize::from(member_count);
        let mut infos = Reader::new(reader.take("members", count * MEMBER_SIZE)?);
        let mut names = reader.rest().split(|&it| it == 0).map(latin1);
        // The names of the firmware's own structures have no notes.
        let mut name = names.next().unwrap_or_default();
        name.truncate(name.find(';').unwrap_or(name.len()));
        let is_printable = !name.is_empty() && !name.contains(char::is_control);
        if !is_printable {
            let at = count * MEMBER_SIZE;
            return Err(DecodeError::new("structure name", at, "a name", format!("{name:?}")));
        }
        let members = (0..count)
            .map(|_| {
                Ok(MemberDefinition {
                    info: infos.u16("member info")?,
                    kind: TypeWord(infos.u16("member type")?),
                    offset: infos.u32("member offset")?,
                    name: names.next().unwrap_or_default(),
                })
            })
            .collect::<Result<_, DecodeError>>()?;
        Ok(Self { name, members })
    }

    /// Encodes it, padded to whole words.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for member in &self.members {
            out.put_u16_le(member.info);
            out.put_u16_le(member.kind.0);
            out.put_u32_le(member.offset);
        }
        out.extend(latin1_bytes(&self.name));
        out.put_slice(b";n\0");
        for member in &self.members {
            out.extend(latin1_bytes(&member.name));
            out.put_u8(0);
        }
        out.resize(out.len().next_multiple_of(4), 0);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_as_the_manual_writes_them() {
        let bytes = attributes_request(0x123).to_bytes();
        assert_eq!(bytes, b"\x03\x03\x20\x6C\x25\0\x23\x01\x04\0\x04\0\x05\0\x02\0\x01\0");
        let bytes = read_request(0x45, 500, 300).to_bytes();
        assert_eq!(bytes, b"\x4C\x02\x20\x6C\x24\x45\xF4\x01\0\0\x2C\x01");
    }

    #[test]
    fn attributes_read_back() {
        let it = Attributes {
            handle: 0x0FCE,
            member_count: 2,
            definition_words: 18,
            structure_size: 88,
        };
        let bytes = it.encode();
        assert_eq!(Attributes::decode(&bytes), Ok(it));
        assert_eq!(it.definition_size(), 49);
        for cut in 0..bytes.len() {
            assert!(Attributes::decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let small = Attributes { definition_words: 3, ..it };
        assert_eq!(small.definition_size(), 0);
        assert_eq!(
            Attributes { definition_words: u32::MAX, ..it }.definition_size(),
            u32::MAX - 23
        );
    }

    fn member(name: &str, info: u16, kind: u16, offset: u32) -> MemberDefinition {
        MemberDefinition { name: name.into(), info, kind: TypeWord(kind), offset }
    }

    #[test]
    fn definitions_read_back() {
        let it = Definition {
            name: "Motor".into(),
            members: vec![
                member("ZZZZZZZZZZMotor0", 0, 0xC2, 0),
                member("On", 0, 0xC1, 0),
                member("Temps", 3, 0x20CA, 4),
                member("", 0, 0x8123, 16),
            ],
        };
        let bytes = it.encode();
        assert_eq!(Definition::decode(&bytes, 4), Ok(it.clone()));
        assert!(Definition::decode(&bytes[..31], 4).is_err());
        assert!(Definition::decode(&bytes[..32], 4).is_err(), "no name");
        assert!(Definition::decode(&bytes, u16::MAX).is_err());
        // A truncation at the end of the names does not change the members.
        let cut = Definition::decode(&bytes[..bytes.len() - 2], 4).unwrap();
        assert_eq!(cut, it);
    }

    #[test]
    fn a_name_without_notes_is_a_name() {
        let it = Definition::decode(b"TIMER\0CTL\0PRE", 0).unwrap();
        assert_eq!((&*it.name, it.members.len()), ("TIMER", 0));
        assert!(Definition::decode(b"\x02\x03\x01\0CTL\0", 0).is_err(), "no text");
    }
}

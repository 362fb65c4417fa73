//! The tag list: `Get_Instance_Attribute_List` of the symbol class, page by page.
//!
//! Source: Rockwell 1756-PM020, "Tag names and type codes"; attribute 10 (external access), which
//! is missing in the manual, as pycomm3 reads it.

use bytes::BufMut;
use tagbridge_driver::Access;

use super::{
    DecodeError, EPath, Reader, Request, Segment, Service, attribute_list, class, identity::latin1,
};

const NAME: u16 = 1;
const TYPE: u16 = 2;
const DIMENSIONS: u16 = 8;
const ACCESS: u16 = 10;

/// Maximum length of a name in a path.
const MAX_NAME: usize = 255;

/// Requests one page of the symbols of the controller, or of a program (`Program:Main`), from this
/// instance on. Without `access`, which old controllers do not support.
pub fn request(program: Option<&str>, instance: u32, access: bool) -> Request {
    let path: EPath = program
        .map(|it| Segment::Symbol(it.to_owned()))
        .into_iter()
        .chain([Segment::Class(class::SYMBOL), Segment::Instance(instance)])
        .collect();
    let attributes: &[u16] =
        if access { &[NAME, TYPE, DIMENSIONS, ACCESS] } else { &[NAME, TYPE, DIMENSIONS] };
    let data = attribute_list::encode(attributes);
    Request::new(Service::INSTANCE_ATTRIBUTE_LIST, path, data)
}

/// One symbol of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number in its scope; ascending from page to page.
    pub instance: u32,
    /// Its name, without the program.
    pub name: String,
    /// Its type.
    pub kind: TypeWord,
    /// Elements in each dimension, outermost first; 0 for a missing dimension.
    pub dimensions: [u32; 3],
    /// The external access.
    pub access: Access,
}

impl Entry {
    /// Decodes a page of entries, with or without `access`.
    pub fn decode_page(data: &[u8], access: bool) -> Result<Vec<Self>, DecodeError> {
        let mut reader = Reader::new(data);
        let mut entries = Vec::new();
        while !reader.is_empty() {
            entries.push(Self::decode(&mut reader, access)?);
        }
        Ok(entries)
    }

    fn decode(reader: &mut Reader<'_>, access: bool) -> Result<Self, DecodeError> {
        let instance = reader.u32("symbol instance")?;
        let offset = reader.offset();
        let length = usize::from(reader.u16("symbol name length")?);
        if length == 0 || length > MAX_NAME {
            let expected = format!("1 to {MAX_NAME}");
            let found = length.to_string();
            return Err(DecodeError::new("symbol name length", offset, expected, found));
        }
        let name = latin1(reader.take("symbol name", length)?);
        let kind = TypeWord(reader.u16("symbol type")?);
        let mut dimensions = [0; 3];
        for dimension in &mut dimensions {
            *dimension = reader.u32("array dimension")?;
        }
        // A scalar's dimensions have no meaning.
        dimensions[kind.rank()..].fill(0);
        let access =
            if access { access_of(reader.u8("external access")?) } else { Access::Unknown };
        Ok(Self { instance, name, kind, dimensions, access })
    }

    /// Appends the entry in the format of a page, with or without its access.
    ///
    /// # Panics
    /// If the name has a character outside of Latin-1 or more than 65535 characters.
    pub fn encode(&self, access: bool, out: &mut Vec<u8>) {
        let name: Vec<u8> = self
            .name
            .chars()
            .map(|it| u8::try_from(it).expect("a symbol's name is Latin-1"))
            .collect();
        out.put_u32_le(self.instance);
        out.put_u16_le(u16::try_from(name.len()).expect("a symbol's name is short"));
        out.put_slice(&name);
        out.put_u16_le(self.kind.0);
        for dimension in self.dimensions {
            out.put_u32_le(dimension);
        }
        if access {
            out.put_u8(match self.access {
                Access::ReadWrite => 0,
                Access::Unknown => 1,
                Access::ReadOnly => 2,
                Access::None => 3,
            });
        }
    }
}

fn access_of(byte: u8) -> Access {
    match byte & 3 {
        0 => Access::ReadWrite,
        2 => Access::ReadOnly,
        3 => Access::None,
        _ => Access::Unknown,
    }
}

/// The type of a symbol or of a member of a structure, in one word.
///
/// Bits 0 to 11: a type code, or the instance of a template; 12: system; 13 and 14: number of
/// dimensions; 15: a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypeWord(pub u16);

impl TypeWord {
    /// Whether it is not a tag, but one of the controller's own entries.
    pub fn is_system(self) -> bool {
        self.0 & 0x1000 != 0
    }

    /// Number of dimensions, 0 to 3.
    pub fn rank(self) -> usize {
        usize::from(self.0 >> 13 & 3)
    }

    /// For a structure, the instance of its template.
    pub fn template(self) -> Option<u16> {
        (self.0 & 0x8000 != 0 && !self.is_system()).then_some(self.0 & 0x0FFF)
    }

    /// The code of an elementary type. Bits 8 to 10 of a BOOL are the number of the bit in its
    /// host.
    pub fn code(self) -> Option<u16> {
        (self.0 & 0x9000 == 0).then_some(self.0 & 0x00FF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Incoming;

    #[test]
    fn requests_read_back() {
        let bytes = request(Some("Program:Main"), 300, true).to_bytes();
        let path = b"\x91\x0CProgram:Main\x20\x6B\x25\0\x2C\x01";
        assert_eq!(bytes, [b"\x55\x0A", &path[..], b"\x04\0\x01\0\x02\0\x08\0\x0A\0"].concat());
        let bytes = request(None, 0, false).to_bytes();
        assert_eq!(bytes, b"\x55\x02\x20\x6B\x24\0\x03\0\x01\0\x02\0\x08\0");
        let incoming = Incoming::decode(&bytes).unwrap();
        assert_eq!(attribute_list::decode(incoming.data), Ok(vec![1, 2, 8]));
    }

    fn entry(instance: u32, name: &str, word: u16, dimensions: [u32; 3], access: Access) -> Entry {
        Entry { instance, name: name.into(), kind: TypeWord(word), dimensions, access }
    }

    #[test]
    fn pages_read_back() {
        let entries = [
            entry(1, "Count", 0x20C4, [100, 0, 0], Access::ReadOnly),
            entry(0x1_0000, "Program:Main", 0x1068, [0; 3], Access::Unknown),
            entry(0x1_0001, "Motor", 0x8123, [0; 3], Access::None),
            entry(0x1_0002, "Cube", 0x60C3, [2, 3, 4], Access::ReadWrite),
        ];
        let mut page = Vec::new();
        for it in &entries {
            it.encode(true, &mut page);
        }
        assert_eq!(Entry::decode_page(&page, true).unwrap(), entries);
        let whole: Vec<usize> =
            entries.iter().map(|it| 4 + 2 + it.name.len() + 2 + 12 + 1).collect();
        let mut end = 0;
        for size in whole {
            for cut in end + 1..end + size {
                assert!(Entry::decode_page(&page[..cut], true).is_err(), "cut at {cut}");
            }
            end += size;
        }
        let mut old = Vec::new();
        entries[0].encode(false, &mut old);
        let expected = Entry { access: Access::Unknown, ..entries[0].clone() };
        assert_eq!(Entry::decode_page(&old, false), Ok(vec![expected]));
    }

    #[test]
    fn a_name_has_an_end() {
        let mut page = Vec::new();
        entry(1, &"x".repeat(256), 0xC4, [0; 3], Access::ReadWrite).encode(true, &mut page);
        let error = Entry::decode_page(&page, true).unwrap_err();
        assert_eq!((error.field, error.offset), ("symbol name length", 4));
    }

    #[test]
    fn type_words_say_what_it_is() {
        for (word, rank, template, code) in [
            (0x00C4, 0, None, Some(0xC4)),
            (0x02C1, 0, None, Some(0xC1)),
            (0x20D3, 1, None, Some(0xD3)),
            (0x60CA, 3, None, Some(0xCA)),
            (0x8FCE, 0, Some(0xFCE), None),
            (0xA123, 1, Some(0x123), None),
            (0x1068, 0, None, None),
            (0x9068, 0, None, None),
        ] {
            let it = TypeWord(word);
            assert_eq!(
                (it.rank(), it.template(), it.code()),
                (rank, template, code),
                "{word:#06x}"
            );
        }
    }
}

//! Padded EPATHs: the segments that identify an object, a tag or a port.
//!
//! Source: CIP Networks Library volume 1, appendix C-1; symbols: Rockwell 1756-PM020, "CIP
//! Addressing Examples".

mod route;

use bytes::BufMut;

pub use route::{RouteError, parse_route};

use super::{DecodeError, Reader};

/// Maximum length of a path in bytes: its size is one byte that counts words.
pub const MAX_PATH: usize = 255 * 2;

/// One segment of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A hop: through this port, to this address.
    Port {
        /// 1 is the backplane; networks begin at 2.
        port: u16,
        /// The address.
        link: Link,
    },
    /// A class of objects.
    Class(u32),
    /// One object of the previous class.
    Instance(u32),
    /// An element of the previous array.
    Member(u32),
    /// A connection point.
    ConnectionPoint(u32),
    /// An attribute of the previous object.
    Attribute(u32),
    /// A tag, a program or a member by name (ANSI extended symbol).
    Symbol(String),
}

/// The address of a hop.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Link {
    /// A slot or node number.
    Number(u8),
    /// An IP address or host name.
    Address(String),
}

/// A segment, borrowed from the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SegmentRef<'a> {
    Port { port: u16, link: LinkRef<'a> },
    Class(u32),
    Instance(u32),
    Member(u32),
    ConnectionPoint(u32),
    Attribute(u32),
    Symbol(&'a str),
}

/// The address of a hop, borrowed from the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkRef<'a> {
    Number(u8),
    Address(&'a str),
}

/// A path of segments.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct EPath(pub Vec<Segment>);

const PORT_EXTENDED_LINK: u8 = 0x10;
const PORT_EXTENDED: u8 = 0x0F;
const SYMBOL: u8 = 0x91;

impl EPath {
    /// A class and one of its instances.
    pub fn object(class: u32, instance: u32) -> Self {
        Self(vec![Segment::Class(class), Segment::Instance(instance)])
    }

    /// An attribute of an object.
    pub fn attribute(class: u32, instance: u32, attribute: u32) -> Self {
        let mut path = Self::object(class, instance);
        path.0.push(Segment::Attribute(attribute));
        path
    }

    /// Whether the path is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Decodes a whole path.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes);
        let mut segments = Vec::new();
        while !reader.is_empty() {
            segments.push(SegmentRef::decode(&mut reader)?.to_owned());
        }
        Ok(Self(segments))
    }

    /// Size in bytes, always even.
    pub fn size(&self) -> usize {
        self.0.iter().map(Segment::size).sum()
    }

    /// Appends the segments, without a size.
    pub fn encode(&self, out: &mut Vec<u8>) {
        for segment in &self.0 {
            segment.encode(out);
        }
    }

    /// Appends the size in words, then the segments.
    ///
    /// # Panics
    /// If the path is longer than [`MAX_PATH`]; callers with paths from names check it.
    pub fn encode_sized(&self, out: &mut Vec<u8>) {
        out.push(self.words());
        self.encode(out);
    }

    /// Appends the size in words, a reserved byte, then the segments.
    ///
    /// # Panics
    /// As [`encode_sized`](Self::encode_sized).
    pub(super) fn encode_sized_reserved(&self, out: &mut Vec<u8>) {
        out.push(self.words());
        out.push(0);
        self.encode(out);
    }

    /// Decodes the size in words, then the segments.
    pub(super) fn decode_sized(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let words = usize::from(reader.u8("path size")?);
        Self::decode(reader.take("path", words * 2)?)
    }

    /// Decodes the size in words, a reserved byte, then the segments.
    pub(super) fn decode_sized_reserved(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let words = usize::from(reader.u8("path size")?);
        reader.zero("reserved")?;
        Self::decode(reader.take("path", words * 2)?)
    }

    fn words(&self) -> u8 {
        u8::try_from(self.size() / 2).expect("a path has at most 255 words")
    }
}

impl FromIterator<Segment> for EPath {
    fn from_iter<T: IntoIterator<Item = Segment>>(segments: T) -> Self {
        Self(segments.into_iter().collect())
    }
}

impl Segment {
    fn size(&self) -> usize {
        match self {
            Self::Port { port, link } => {
                let head = 1 + if *port < u16::from(PORT_EXTENDED) { 0 } else { 2 };
                let link = match link {
                    Link::Number(_) => 1,
                    Link::Address(text) => 1 + text.len(),
                };
                (head + link).next_multiple_of(2)
            }
            Self::Class(value)
            | Self::Instance(value)
            | Self::Member(value)
            | Self::ConnectionPoint(value)
            | Self::Attribute(value) => match value {
                0..=0xFF => 2,
                0x100..=0xFFFF => 4,
                0x1_0000.. => 6,
            },
            Self::Symbol(name) => 2 + name.len().next_multiple_of(2),
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Port { port, link } => encode_port(*port, link, out),
            Self::Class(value) => encode_logical(0x20, *value, out),
            Self::Instance(value) => encode_logical(0x24, *value, out),
            Self::Member(value) => encode_logical(0x28, *value, out),
            Self::ConnectionPoint(value) => encode_logical(0x2C, *value, out),
            Self::Attribute(value) => encode_logical(0x30, *value, out),
            Self::Symbol(name) => {
                out.push(SYMBOL);
                out.push(u8::try_from(name.len()).expect("a symbol has at most 255 characters"));
                out.put_slice(name.as_bytes());
                if name.len() % 2 == 1 {
                    out.push(0);
                }
            }
        }
    }
}

impl<'a> SegmentRef<'a> {
    /// Decodes the next segment.
    pub(crate) fn decode(reader: &mut Reader<'a>) -> Result<Self, DecodeError> {
        let offset = reader.offset();
        let kind = reader.u8("segment type")?;
        match kind {
            0x00..=0x1F => decode_port(kind, reader),
            0x20..=0x3F => {
                let value = match kind & 0x03 {
                    0 => u32::from(reader.u8("8-bit logical value")?),
                    1 => {
                        reader.zero("pad")?;
                        u32::from(reader.u16("16-bit logical value")?)
                    }
                    2 => {
                        reader.zero("pad")?;
                        reader.u32("32-bit logical value")?
                    }
                    _ => return Err(unknown(kind, offset)),
                };
                match kind & 0xFC {
                    0x20 => Ok(Self::Class(value)),
                    0x24 => Ok(Self::Instance(value)),
                    0x28 => Ok(Self::Member(value)),
                    0x2C => Ok(Self::ConnectionPoint(value)),
                    0x30 => Ok(Self::Attribute(value)),
                    _ => Err(unknown(kind, offset)),
                }
            }
            SYMBOL => {
                let length = usize::from(reader.u8("symbol length")?);
                let name = text("symbol", reader, length)?;
                if length % 2 == 1 {
                    reader.zero("pad")?;
                }
                Ok(Self::Symbol(name))
            }
            _ => Err(unknown(kind, offset)),
        }
    }

    fn to_owned(self) -> Segment {
        match self {
            Self::Port { port, link } => Segment::Port {
                port,
                link: match link {
                    LinkRef::Number(number) => Link::Number(number),
                    LinkRef::Address(text) => Link::Address(text.to_owned()),
                },
            },
            Self::Class(value) => Segment::Class(value),
            Self::Instance(value) => Segment::Instance(value),
            Self::Member(value) => Segment::Member(value),
            Self::ConnectionPoint(value) => Segment::ConnectionPoint(value),
            Self::Attribute(value) => Segment::Attribute(value),
            Self::Symbol(name) => Segment::Symbol(name.to_owned()),
        }
    }
}

fn encode_logical(kind: u8, value: u32, out: &mut Vec<u8>) {
    if let Ok(value) = u8::try_from(value) {
        out.put_slice(&[kind, value]);
    } else if let Ok(value) = u16::try_from(value) {
        out.put_slice(&[kind | 1, 0]);
        out.put_u16_le(value);
    } else {
        out.put_slice(&[kind | 2, 0]);
        out.put_u32_le(value);
    }
}

/// Order of the fields: segment byte, size of the link address, extended port, link address,
/// padding.
fn encode_port(port: u16, link: &Link, out: &mut Vec<u8>) {
    let start = out.len();
    let small = u8::try_from(port).ok().filter(|&it| it < PORT_EXTENDED);
    let kind = small.unwrap_or(PORT_EXTENDED);
    match link {
        Link::Number(_) => out.push(kind),
        Link::Address(text) => {
            out.push(kind | PORT_EXTENDED_LINK);
            out.push(u8::try_from(text.len()).expect("a link address has at most 255 characters"));
        }
    }
    if small.is_none() {
        out.put_u16_le(port);
    }
    match link {
        Link::Number(number) => out.push(*number),
        Link::Address(text) => out.put_slice(text.as_bytes()),
    }
    if (out.len() - start) % 2 == 1 {
        out.push(0);
    }
}

fn decode_port<'a>(kind: u8, reader: &mut Reader<'a>) -> Result<SegmentRef<'a>, DecodeError> {
    let start = reader.offset() - 1;
    let size = if kind & PORT_EXTENDED_LINK == 0 {
        None
    } else {
        Some(usize::from(reader.u8("link address size")?))
    };
    let port = match kind & 0x0F {
        PORT_EXTENDED => reader.u16("extended port")?,
        port => u16::from(port),
    };
    if port == 0 {
        return Err(DecodeError::new("port", start, "1 to 65535", "0"));
    }
    let link = match size {
        None => LinkRef::Number(reader.u8("link address")?),
        Some(size) => LinkRef::Address(text("link address", reader, size)?),
    };
    if (reader.offset() - start) % 2 == 1 {
        reader.zero("pad")?;
    }
    Ok(SegmentRef::Port { port, link })
}

fn text<'a>(
    field: &'static str,
    reader: &mut Reader<'a>,
    len: usize,
) -> Result<&'a str, DecodeError> {
    let offset = reader.offset();
    let bytes = reader.take(field, len)?;
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_empty() && text.bytes().all(|it| it.is_ascii_graphic()) => Ok(text),
        _ => Err(DecodeError::new(
            field,
            offset,
            "printable ASCII characters",
            format!("{:?}", bytes.escape_ascii().to_string()),
        )),
    }
}

fn unknown(kind: u8, offset: usize) -> DecodeError {
    DecodeError::new(
        "segment type",
        offset,
        "a port, logical or symbol segment",
        format!("{kind:#04x}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn check(path: &EPath, bytes: &[u8]) {
        let mut out = Vec::new();
        path.encode(&mut out);
        assert_eq!(out, bytes, "{path:?}");
        assert_eq!(path.size(), bytes.len(), "{path:?}");
        assert_eq!(EPath::decode(bytes).as_ref(), Ok(path));
    }

    #[test]
    fn segments_of_every_width() {
        check(&EPath::object(0x06, 1), &[0x20, 0x06, 0x24, 1]);
        check(&EPath::attribute(0x01, 1, 5), &[0x20, 1, 0x24, 1, 0x30, 5]);
        check(&EPath::object(0x6B, 0x1234), &[0x20, 0x6B, 0x25, 0, 0x34, 0x12]);
        check(
            &EPath(vec![Segment::Class(0x300), Segment::Instance(0x0012_3456)]),
            &[0x21, 0, 0, 3, 0x26, 0, 0x56, 0x34, 0x12, 0],
        );
        check(
            &EPath(vec![Segment::Symbol("abc".into()), Segment::Member(300)]),
            &[0x91, 3, b'a', b'b', b'c', 0, 0x29, 0, 44, 1],
        );
    }

    #[test]
    fn refuses_what_is_no_path() {
        for bytes in [
            &[0x20][..],
            &[0x21, 1, 0, 0],
            &[0x23, 0],
            &[0x34, 4],
            &[0x91, 4, b'a'],
            &[0x91, 1, b'a', 9],
            &[0x91, 0],
            &[0x00, 0],
            &[0x0F, 0, 0, 3],
            &[0xFF, 0],
        ] {
            assert!(EPath::decode(bytes).is_err(), "{bytes:02x?}");
        }
    }
}

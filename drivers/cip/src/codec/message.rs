//! Message router requests and replies.
//!
//! Source: CIP Networks Library volume 1, chapter 2-4.

use bytes::BufMut;

use super::{DecodeError, EPath, Reader, Service, Status};

/// A request that we send: a service, its path, and its data. There are constructors only for
/// requests that read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    service: Service,
    path: EPath,
    data: Vec<u8>,
}

impl Request {
    pub(super) fn new(service: Service, path: EPath, data: Vec<u8>) -> Self {
        Self { service, path, data }
    }

    /// Requests all attributes of an object.
    pub(crate) fn get_attributes_all(class: u32, instance: u32) -> Self {
        let path = EPath::object(class, instance);
        Self::new(Service::GET_ATTRIBUTES_ALL, path, Vec::new())
    }

    /// Requests one attribute of an object.
    pub(crate) fn get_attribute_single(class: u32, instance: u32, attribute: u32) -> Self {
        let path = EPath::attribute(class, instance, attribute);
        Self::new(Service::GET_ATTRIBUTE_SINGLE, path, Vec::new())
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        2 + self.path.size() + self.data.len()
    }

    /// Appends the bytes.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.reserve(self.size());
        out.push(self.service.code());
        self.path.encode_sized(out);
        out.put_slice(&self.data);
    }

    /// Encodes it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.encode(&mut out);
        out
    }
}

/// A received request with any service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming<'a> {
    /// The service's code: see [`Service`] for those that read.
    pub service: u8,
    /// The path.
    pub path: EPath,
    /// The service's data.
    pub data: &'a [u8],
}

impl<'a> Incoming<'a> {
    /// Decodes it.
    pub fn decode(message: &'a [u8]) -> Result<Self, DecodeError> {
        let (service, path, data) = Self::split(message)?;
        Ok(Self { service, path: EPath::decode(path)?, data })
    }

    /// The service's code, the path's bytes, and the service's data.
    pub(crate) fn split(message: &'a [u8]) -> Result<(u8, &'a [u8], &'a [u8]), DecodeError> {
        let mut reader = Reader::new(message);
        let service = reader.u8("service")?;
        if service >= REPLY {
            return Err(DecodeError::new(
                "service",
                0,
                "a request",
                format!("{service:#04x}, a reply"),
            ));
        }
        let words = usize::from(reader.u8("path size")?);
        Ok((service, reader.take("path", words * 2)?, reader.rest()))
    }

    /// Whether it has this service.
    pub fn is(&self, service: Service) -> bool {
        self.service == service.code()
    }
}

/// The bit of a service code that marks a reply.
const REPLY: u8 = 0x80;

/// A reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The code of the requested service.
    pub service: u8,
    /// The result.
    pub status: Status,
    /// The service's data.
    pub data: &'a [u8],
}

impl<'a> Reply<'a> {
    /// Bytes before the data if there is no extended status.
    pub const HEADER_SIZE: usize = 4;

    /// Decodes it.
    pub fn decode(message: &'a [u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(message);
        let service = reader.u8("reply service")?;
        if service < REPLY {
            return Err(DecodeError::new(
                "reply service",
                0,
                "a reply",
                format!("{service:#04x}, a request"),
            ));
        }
        reader.u8("reserved")?;
        let general = reader.u8("general status")?;
        let words = usize::from(reader.u8("size of extended status")?);
        let extended = reader
            .take("extended status", words * 2)?
            .chunks_exact(2)
            .map(|it| u16::from_le_bytes([it[0], it[1]]))
            .collect();
        Ok(Self {
            service: service & !REPLY,
            status: Status { general, extended },
            data: reader.rest(),
        })
    }

    /// Whether it is the reply to this service.
    pub fn answers(&self, service: Service) -> bool {
        self.service == service.code()
    }

    /// Appends the bytes.
    ///
    /// # Panics
    /// If there are more than 255 words of extended status.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let words = u8::try_from(self.status.extended.len()).expect("at most 255 words");
        out.put_slice(&[self.service | REPLY, 0, self.status.general, words]);
        for &word in &self.status.extended {
            out.put_u16_le(word);
        }
        out.put_slice(self.data);
    }

    /// Encodes it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Self::HEADER_SIZE + self.data.len());
        self.encode(&mut out);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_reads_back() {
        let bytes = Request::get_attribute_single(1, 1, 5).to_bytes();
        assert_eq!(bytes, [0x0E, 3, 0x20, 1, 0x24, 1, 0x30, 5]);
        let incoming = Incoming::decode(&bytes).unwrap();
        assert!(incoming.is(Service::GET_ATTRIBUTE_SINGLE));
        assert_eq!(incoming.path, EPath::attribute(1, 1, 5));
        for cut in 0..bytes.len() {
            assert!(Incoming::decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn reply_reads_back() {
        let reply = Reply {
            service: 0x4C,
            status: Status { general: 0xFF, extended: vec![0x2105] },
            data: &[1, 2],
        };
        let bytes = reply.to_bytes();
        assert_eq!(bytes, [0xCC, 0, 0xFF, 1, 0x05, 0x21, 1, 2]);
        assert_eq!(Reply::decode(&bytes), Ok(reply));
        assert!(Reply::decode(&bytes[..5]).is_err());
        assert!(Reply::decode(&[0x4C, 0, 0, 0]).is_err());
    }
}

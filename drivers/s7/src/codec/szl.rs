//! System status lists: a controller's information about itself.
//!
//! A list that does not fit into one PDU is sent in parts, which are concatenated; only the first
//! one begins with the list's header.
//!
//! Source: `tests/suite/captures/snap7_c.hex`; contents of the lists: Siemens "System Software for
//! S7-300/400, System and Standard Functions", chapter "System Status Lists".

use bytes::{BufMut, Bytes, BytesMut};

use super::{DecodeError, Reader, len_u16, userdata};

/// The lists that are read here.
pub mod id {
    /// Module identification: order numbers and versions.
    pub const MODULE: u16 = 0x0011;
    /// Component identification: names and serial numbers.
    pub const COMPONENTS: u16 = 0x001C;
    /// Protection level, and checksums of the program, with index 4.
    pub const PROTECTION: u16 = 0x0232;
    /// Operating mode.
    pub const MODE: u16 = 0x0424;
}

/// Maximum size of all parts of a list, in bytes.
pub const MAX_LIST: usize = 65536;

/// Requests a list.
pub fn request(id: u16, index: u16) -> userdata::Request {
    let mut data = Vec::with_capacity(4);
    data.put_u16(id);
    data.put_u16(index);
    userdata::Request {
        group: userdata::GROUP_SZL,
        function: userdata::SZL_READ,
        sequence: 0,
        continued: false,
        data: data.into(),
    }
}

/// Requests the next part of a list.
pub fn next(sequence: u8) -> userdata::Request {
    userdata::Request {
        group: userdata::GROUP_SZL,
        function: userdata::SZL_READ,
        sequence,
        continued: true,
        data: Bytes::new(),
    }
}

/// Decodes identifier and index of a request.
pub fn decode_request(data: &[u8]) -> Result<(u16, u16), DecodeError> {
    let mut reader = Reader::new(data);
    let asked = (reader.u16("SZL id")?, reader.u16("SZL index")?);
    reader.finish("SZL request")?;
    Ok(asked)
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Szl {
    /// The identifier.
    pub id: u16,
    /// The index.
    pub index: u16,
    /// Size of a record, in bytes.
    pub record_size: u16,
    /// The records, one after the other.
    pub records: Bytes,
}

impl Szl {
    /// Decodes a list of concatenated parts. Bytes after the counted records are ignored, and also
    /// an incomplete record.
    pub fn decode(bytes: &Bytes) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes);
        let id = reader.u16("SZL id")?;
        let index = reader.u16("SZL index")?;
        let record_size = reader.u16("record length")?;
        let count = usize::from(reader.u16("record count")?);
        let start = reader.offset();
        let length = match usize::from(record_size) {
            0 => 0,
            size => count.min(reader.left() / size) * size,
        };
        Ok(Self { id, index, record_size, records: bytes.slice(start..start + length) })
    }

    /// Encodes it; the caller divides it into parts.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(8 + self.records.len());
        out.put_u16(self.id);
        out.put_u16(self.index);
        out.put_u16(self.record_size);
        out.put_u16(len_u16(self.iter().count()));
        out.put_slice(&self.records);
        out
    }

    /// The records.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.records.chunks_exact(usize::from(self.record_size).max(1))
    }

    /// The record that begins with `index`.
    pub fn record(&self, index: u16) -> Option<&[u8]> {
        self.iter().find(|it| it.starts_with(&index.to_be_bytes()))
    }
}

/// Concatenates the parts of a list.
#[derive(Debug, Default)]
pub struct Parts {
    bytes: BytesMut,
}

impl Parts {
    /// Adds a part; returns the list after the last one.
    pub fn add(&mut self, more: bool, part: &Bytes) -> Result<Option<Szl>, DecodeError> {
        if self.bytes.len() + part.len() > MAX_LIST || (more && part.is_empty()) {
            return Err(DecodeError::new(
                "SZL part",
                self.bytes.len(),
                format!("1 byte or more, and at most {MAX_LIST} in all"),
                part.len().to_string(),
            ));
        }
        self.bytes.extend_from_slice(part);
        if more {
            return Ok(None);
        }
        Szl::decode(&self.bytes.split().freeze()).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_append_however_they_are_cut() {
        let list = Szl {
            id: id::COMPONENTS,
            index: 0,
            record_size: 4,
            records: Bytes::from_static(b"\0\x01ab\0\x02cd"),
        };
        let whole = Bytes::from(list.encode());
        for cut in 1..whole.len() {
            let mut parts = Parts::default();
            assert_eq!(parts.add(true, &whole.slice(..cut)), Ok(None));
            assert_eq!(parts.add(false, &whole.slice(cut..)), Ok(Some(list.clone())));
        }
        assert_eq!(list.record(2), Some(&b"\0\x02cd"[..]));
        assert_eq!(list.record(3), None);
    }

    #[test]
    fn parts_without_end_are_an_error() {
        let mut parts = Parts::default();
        assert!(parts.add(true, &Bytes::new()).is_err());
        let big = Bytes::from(vec![0; MAX_LIST]);
        assert_eq!(parts.add(true, &big), Ok(None));
        assert!(parts.add(true, &big).is_err());
    }
}

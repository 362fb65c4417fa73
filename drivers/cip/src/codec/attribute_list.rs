//! `Get_Attribute_List`: several attributes of an object, each with its own status.
//!
//! Source: CIP Networks Library volume 1, appendix; Rockwell 1756-PM020, "Template object".

use bytes::BufMut;

use super::{DecodeError, Reader, Request, Service, Status};
use crate::codec::EPath;

/// Requests these attributes of an object.
pub fn request(path: EPath, attributes: &[u16]) -> Request {
    Request::new(Service::GET_ATTRIBUTE_LIST, path, encode(attributes))
}

/// A count, then the numbers of the attributes: the data of this service and of the symbol list's.
pub(super) fn encode(attributes: &[u16]) -> Vec<u8> {
    let mut data = Vec::with_capacity(2 + 2 * attributes.len());
    data.put_u16_le(u16::try_from(attributes.len()).unwrap_or(u16::MAX));
    for &attribute in attributes {
        data.put_u16_le(attribute);
    }
    data
}

/// Maximum number of attributes of a request; our requests have far fewer.
const MAX_ATTRIBUTES: usize = 64;

/// Decodes the numbers of the requested attributes.
pub fn decode(data: &[u8]) -> Result<Vec<u16>, DecodeError> {
    let mut reader = Reader::new(data);
    let count = usize::from(reader.u16("number of attributes")?);
    if count == 0 || count > MAX_ATTRIBUTES {
        let expected = format!("1 to {MAX_ATTRIBUTES}");
        return Err(DecodeError::new("number of attributes", 0, expected, count.to_string()));
    }
    let attributes = (0..count).map(|_| reader.u16("attribute")).collect::<Result<_, _>>()?;
    reader.finish("attribute list")?;
    Ok(attributes)
}

/// Decodes a response with exactly these attributes in this order; `read` decodes each value.
pub(super) fn decode_reply(
    data: &[u8],
    attributes: &[u16],
    mut read: impl FnMut(u16, &mut Reader<'_>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut reader = Reader::new(data);
    let disagrees = |field, offset, expected: String, found: u16| {
        Err(DecodeError::new(field, offset, expected, found.to_string()))
    };
    let count = reader.u16("number of attributes")?;
    if usize::from(count) != attributes.len() {
        return disagrees("number of attributes", 0, attributes.len().to_string(), count);
    }
    for &expected in attributes {
        let offset = reader.offset();
        let attribute = reader.u16("attribute")?;
        if attribute != expected {
            return disagrees("attribute", offset, expected.to_string(), attribute);
        }
        let status = reader.u16("attribute status")?;
        if status != u16::from(Status::SUCCESS) {
            return disagrees("attribute status", offset + 2, "0".into(), status);
        }
        read(attribute, &mut reader)?;
    }
    reader.finish("attribute list")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_read_back() {
        let bytes = request(EPath::object(0x6C, 0x123), &[1, 2]).to_bytes();
        assert_eq!(bytes, b"\x03\x03\x20\x6C\x25\0\x23\x01\x02\0\x01\0\x02\0");
        assert_eq!(decode(&bytes[8..]), Ok(vec![1, 2]));
        for data in [&[0, 0][..], &[1, 0], &[1, 0, 1, 0, 2], &[0xFF, 0xFF]] {
            assert!(decode(data).is_err(), "{data:?}");
        }
    }

    #[test]
    fn replies_must_answer_what_was_asked() {
        let mut read = Vec::new();
        let good = [2, 0, 1, 0, 0, 0, 0xAB, 2, 0, 0, 0, 0xCD];
        let mut take = |_, reader: &mut Reader<'_>| {
            read.push(reader.u8("value")?);
            Ok(())
        };
        assert_eq!(decode_reply(&good, &[1, 2], &mut take), Ok(()));
        assert!(decode_reply(&good, &[1], &mut take).is_err());
        assert!(decode_reply(&good, &[2, 1], &mut take).is_err());
        assert!(decode_reply(&good[..11], &[1, 2], &mut take).is_err());
        let mut refused = good;
        refused[9] = 0x14;
        assert!(decode_reply(&refused, &[1, 2], &mut take).is_err());
    }
}

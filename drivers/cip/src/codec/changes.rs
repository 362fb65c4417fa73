//! The controller's change attributes: whether a tag list that was read before is still valid.
//!
//! Source: Rockwell 1756-PM020, "Determine whether the tag list changed": class 0xAC, instance 1,
//! attributes 1, 2, 3, 4 and 10, by `Get_Attribute_List`. When any of them differs, tags or
//! structures may have changed, by a download or online.

use super::{DecodeError, EPath, Reply, Request, attribute_list, class};

/// The attributes, in the order of the request.
const ATTRIBUTES: [u16; 5] = [1, 2, 3, 4, 10];

/// Size of a successful response, with its header, in bytes.
pub const REPLY_SIZE: usize = Reply::HEADER_SIZE + 2 + 5 * 4 + 2 * 2 + 3 * 4;

/// Requests the mark.
pub fn request() -> Request {
    attribute_list::request(EPath::object(class::CHANGES, 1), &ATTRIBUTES)
}

/// Identifies a state of the controller's project; every change of its tags changes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mark([u32; 5]);

impl Mark {
    /// Decodes the data of a response.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut numbers = Vec::with_capacity(ATTRIBUTES.len());
        attribute_list::decode_reply(data, &ATTRIBUTES, |attribute, reader| {
            numbers.push(match attribute {
                1 | 2 => reader.u16("change attribute")?.into(),
                _ => reader.u32("change attribute")?,
            });
            Ok(())
        })?;
        let mut mark = [0; 5];
        mark.copy_from_slice(&numbers);
        Ok(Self(mark))
    }

    /// The bytes for storage.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|it| it.to_le_bytes()).collect()
    }

    /// Decodes the stored bytes; `None` if they are invalid.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let numbers = bytes.chunks_exact(4).map(|it| it.try_into().map(u32::from_le_bytes));
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().ok()?;
        Some(Self(numbers.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The response in the manual's example.
    const REPLY: &[u8] = b"\x83\0\0\0\x05\0\
        \x01\0\0\0\x05\0\x02\0\0\0\x01\0\
        \x03\0\0\0\x03\xB2\x80\xC5\x04\0\0\0\x03\xB2\x80\xC5\x0A\0\0\0\xF8\xDE\x47\xB8";

    #[test]
    fn every_attribute_counts() {
        assert_eq!(request().size(), 6 + 2 + 10);
        let data = &REPLY[4..];
        assert_eq!(REPLY.len(), REPLY_SIZE);
        let mark = Mark::decode(data).unwrap();
        assert_eq!(mark, Mark([5, 1, 0xC580_B203, 0xC580_B203, 0xB847_DEF8]));
        for at in [6, 12, 18, 26, 34] {
            let mut other = data.to_vec();
            other[at] ^= 1;
            assert_ne!(Mark::decode(&other), Ok(mark.clone()), "byte {at}");
        }
        for cut in 0..data.len() {
            assert!(Mark::decode(&data[..cut]).is_err(), "cut at {cut}");
        }
    }
}

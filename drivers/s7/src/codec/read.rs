//! Read variable: up to 20 items, each with its own result.
//!
//! Failed items have no data. Data of odd length is followed by a fill byte, except after the last
//! item. The length is in bits for transport sizes 3, 4 and 5, in bytes for 6, 7 and 9.
//!
//! Source: `tests/suite/captures/snap7_c.hex`.

use bytes::{BufMut, Bytes};

use super::{DecodeError, Reader, item::ITEM_SIZE, item::Item, len_u16, pdu::function, status};

/// Maximum number of items that a controller accepts in one request.
pub const MAX_ITEMS: usize = 20;
/// Size of an item's header in a response, in bytes.
pub const REPLY_HEAD: usize = 4;

/// The unit of an item's length in a response.
mod size {
    pub(super) const NONE: u8 = 0;
    pub(super) const BIT: u8 = 3;
    pub(super) const BYTES: u8 = 4;
    pub(super) const INTEGER: u8 = 5;
    pub(super) const DINTEGER: u8 = 6;
    pub(super) const REAL: u8 = 7;
    pub(super) const OCTETS: u8 = 9;
}

/// Encodes the parameters of a request.
pub fn encode_request(items: &[Item]) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 + items.len() * ITEM_SIZE);
    out.put_u8(function::READ);
    out.put_u8(count_u8(items.len()));
    for item in items {
        item.encode(&mut out);
    }
    out
}

/// Decodes the parameters of a request.
pub fn decode_request(parameters: &[u8]) -> Result<Vec<Item>, DecodeError> {
    let mut reader = Reader::new(parameters);
    let count = decode_head(&mut reader)?;
    let items = (0..count).map(|_| Item::decode(&mut reader)).collect::<Result<_, _>>()?;
    reader.finish("read request")?;
    Ok(items)
}

/// The result of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemReply {
    /// The data of the item.
    Data {
        /// The unit of the length: bits (4) or bytes (9), as the controller selects.
        bits: bool,
        /// The bytes.
        bytes: Bytes,
    },
    /// Refused, see [`status::item`].
    Failed(u8),
}

impl ItemReply {
    /// Creates data with its length in bits, as controllers do for all requests in bytes.
    pub fn data(bytes: impl Into<Bytes>) -> Self {
        Self::Data { bits: true, bytes: bytes.into() }
    }
}

/// Decodes parameters and data of a response.
pub fn decode_reply(parameters: &[u8], data: &Bytes) -> Result<Vec<ItemReply>, DecodeError> {
    let mut head = Reader::new(parameters);
    let count = decode_head(&mut head)?;
    head.finish("read reply parameters")?;
    let mut reader = Reader::new(data);
    let mut items = Vec::with_capacity(count);
    for index in 0..count {
        let code = reader.u8("return code")?;
        let offset = reader.offset();
        let kind = reader.u8("transport size")?;
        let counted = usize::from(reader.u16("item length")?);
        if code != status::ITEM_GOOD {
            items.push(ItemReply::Failed(code));
            continue;
        }
        let (bits, length) = match kind {
            size::BIT | size::BYTES | size::INTEGER => (true, counted.div_ceil(8)),
            size::DINTEGER | size::REAL | size::OCTETS => (false, counted),
            size::NONE if counted == 0 => (false, 0),
            _ => {
                return Err(DecodeError::new(
                    "transport size",
                    offset,
                    "3 to 7 or 9",
                    kind.to_string(),
                ));
            }
        };
        let start = reader.offset();
        reader.take("item data", length)?;
        items.push(ItemReply::Data { bits, bytes: data.slice(start..start + length) });
        if length % 2 == 1 && index + 1 < count {
            reader.u8("fill byte")?;
        }
    }
    if reader.left() == 1 {
        // Some controllers also pad the last item.
        reader.u8("fill byte")?;
    }
    reader.finish("read reply")?;
    Ok(items)
}

/// Encodes parameters and data of a response.
pub fn encode_reply(items: &[ItemReply]) -> (Vec<u8>, Vec<u8>) {
    let mut data = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match item {
            ItemReply::Data { bits, bytes } => {
                data.put_u8(status::ITEM_GOOD);
                data.put_u8(if *bits { size::BYTES } else { size::OCTETS });
                data.put_u16(len_u16(if *bits { bytes.len() * 8 } else { bytes.len() }));
                data.put_slice(bytes);
                if bytes.len() % 2 == 1 && index + 1 < items.len() {
                    data.put_u8(0);
                }
            }
            ItemReply::Failed(code) => data.extend([*code, size::NONE, 0, 0]),
        }
    }
    (vec![function::READ, count_u8(items.len())], data)
}

fn decode_head(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
    match reader.u8("function")? {
        function::READ => Ok(usize::from(reader.u8("item count")?)),
        found => Err(DecodeError::new("function", 0, "0x04 (read)", format!("{found:#04x}"))),
    }
}

fn count_u8(count: usize) -> u8 {
    u8::try_from(count).expect("a request has 20 items at most")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_wrote_and_no_cut_of_it() {
        let items = vec![
            ItemReply::data(&[1, 2, 3][..]),
            ItemReply::Failed(0x0A),
            ItemReply::Data { bits: false, bytes: Bytes::from_static(&[4]) },
            ItemReply::data(&[5, 6][..]),
        ];
        let (parameters, data) = encode_reply(&items);
        let data = Bytes::from(data);
        assert_eq!(decode_reply(&parameters, &data), Ok(items));
        for cut in 0..data.len() {
            assert!(decode_reply(&parameters, &data.slice(..cut)).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_fill_byte_after_the_last_item_is_no_harm_but_more_is() {
        let good = [0xFF, 4, 0, 8, 7];
        let read = |more: &[u8]| decode_reply(&[4, 1], &Bytes::from([&good, more].concat()));
        assert_eq!(read(&[]), Ok(vec![ItemReply::data(&[7][..])]));
        assert_eq!(read(&[0]), read(&[]));
        assert!(read(&[0, 0]).is_err());
    }
}

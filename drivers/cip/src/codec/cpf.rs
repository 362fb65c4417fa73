//! Common packet format: the typed items in `SendRRData`, `SendUnitData` and the list responses.
//!
//! Source: CIP Networks Library volume 2, chapter 2-6.

use bytes::BufMut;

use super::{DecodeError, Reader};

/// Item: no address, because the message is unconnected.
pub const NULL_ADDRESS: u16 = 0x0000;
/// Item: response to `ListIdentity`.
pub const LIST_IDENTITY: u16 = 0x000C;
/// Item: address of a connected message.
pub const CONNECTED_ADDRESS: u16 = 0x00A1;
/// Item: a connected message, sequence count first.
pub const CONNECTED_DATA: u16 = 0x00B1;
/// Item: an unconnected message.
pub const UNCONNECTED_DATA: u16 = 0x00B2;
/// Item: response to `ListServices`.
pub const LIST_SERVICES: u16 = 0x0100;

/// Maximum number of decoded items; the specification needs at most four.
const MAX_ITEMS: usize = 16;

/// One typed item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item<'a> {
    /// Its type.
    pub kind: u16,
    /// Its data.
    pub data: &'a [u8],
}

/// Decodes a counted list of items.
pub fn decode_items(bytes: &[u8]) -> Result<Vec<Item<'_>>, DecodeError> {
    let mut reader = Reader::new(bytes);
    let count = usize::from(reader.u16("item count")?);
    if count > MAX_ITEMS {
        return Err(DecodeError::new(
            "item count",
            0,
            format!("at most {MAX_ITEMS}"),
            count.to_string(),
        ));
    }
    let mut items = Vec::with_capacity(count);
    for _ in 0..count {
        let kind = reader.u16("item type")?;
        let length = usize::from(reader.u16("item length")?);
        let data = reader.take("item data", length)?;
        items.push(Item { kind, data });
    }
    reader.finish("item list")?;
    Ok(items)
}

/// Encodes a counted list of items.
pub fn encode_items(items: &[Item<'_>], out: &mut Vec<u8>) {
    out.put_u16_le(len_u16(items.len()));
    for item in items {
        out.put_u16_le(item.kind);
        out.put_u16_le(len_u16(item.data.len()));
        out.put_slice(item.data);
    }
}

/// Data of `SendRRData` and `SendUnitData`: a CIP message, connected or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendData<'a> {
    /// Time-out of the target in seconds; 0: the encapsulated protocol has its own time-out.
    pub timeout: u16,
    /// The message.
    pub packet: Packet<'a>,
}

/// A CIP message, connected or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packet<'a> {
    /// Without a connection.
    Unconnected {
        /// Message router request or reply.
        message: &'a [u8],
    },
    /// Over a connection of transport class 3.
    Connected {
        /// The receiver's identifier of the connection.
        connection_id: u32,
        /// Increases with each request; the reply has the request's number.
        sequence: u16,
        /// Message router request or reply.
        message: &'a [u8],
    },
}

impl<'a> SendData<'a> {
    /// Decodes it. Items after the first two (socket addresses in replies to Forward Open) are
    /// allowed and ignored.
    pub fn decode(data: &'a [u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let handle = reader.u32("interface handle")?;
        if handle != 0 {
            return Err(DecodeError::new("interface handle", 0, "0 (CIP)", format!("{handle:#x}")));
        }
        let timeout = reader.u16("timeout")?;
        let items = decode_items(reader.rest())?;
        let packet = match items.as_slice() {
            [Item { kind: NULL_ADDRESS, data: [] }, Item { kind: UNCONNECTED_DATA, data }, ..] => {
                Packet::Unconnected { message: data }
            }
            [
                Item { kind: CONNECTED_ADDRESS, data: address },
                Item { kind: CONNECTED_DATA, data },
                ..,
            ] => {
                let mut address = Reader::new(address);
                let connection_id = address.u32("connection identifier")?;
                address.finish("connected address item")?;
                let mut data = Reader::new(data);
                Packet::Connected {
                    connection_id,
                    sequence: data.u16("sequence count")?,
                    message: data.rest(),
                }
            }
            other => {
                let kinds: Vec<u16> = other.iter().map(|it| it.kind).collect();
                return Err(DecodeError::new(
                    "items",
                    6,
                    "an address and a data item that belong together",
                    format!("items {kinds:#06x?}"),
                ));
            }
        };
        Ok(Self { timeout, packet })
    }

    /// Encodes it.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(24 + self.packet.message().len());
        out.put_u32_le(0);
        out.put_u16_le(self.timeout);
        out.put_u16_le(2);
        match self.packet {
            Packet::Unconnected { message } => {
                out.put_u16_le(NULL_ADDRESS);
                out.put_u16_le(0);
                out.put_u16_le(UNCONNECTED_DATA);
                out.put_u16_le(len_u16(message.len()));
                out.put_slice(message);
            }
            Packet::Connected { connection_id, sequence, message } => {
                out.put_u16_le(CONNECTED_ADDRESS);
                out.put_u16_le(4);
                out.put_u32_le(connection_id);
                out.put_u16_le(CONNECTED_DATA);
                out.put_u16_le(len_u16(message.len() + 2));
                out.put_u16_le(sequence);
                out.put_slice(message);
            }
        }
        out
    }
}

impl<'a> Packet<'a> {
    /// Message router request or reply.
    pub fn message(&self) -> &'a [u8] {
        match self {
            Self::Unconnected { message } | Self::Connected { message, .. } => message,
        }
    }
}

/// Lengths have 16 bits in the protocol, and a whole frame is shorter.
fn len_u16(len: usize) -> u16 {
    u16::try_from(len).expect("a piece of a frame fits into 64 KiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_wrote() {
        for packet in [
            Packet::Unconnected { message: &[1, 2, 3] },
            Packet::Connected { connection_id: 9, sequence: 0xFFFE, message: &[] },
        ] {
            let data = SendData { timeout: 5, packet };
            assert_eq!(SendData::decode(&data.encode()), Ok(data));
        }
    }

    #[test]
    fn every_cut_is_an_error() {
        let packet = Packet::Connected { connection_id: 9, sequence: 3, message: &[1, 2] };
        let whole = SendData { timeout: 0, packet }.encode();
        for cut in 0..whole.len() {
            assert!(SendData::decode(&whole[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn refuses_items_that_do_not_belong_together() {
        let mut bytes = vec![0; 6];
        encode_items(
            &[Item { kind: NULL_ADDRESS, data: &[] }, Item { kind: CONNECTED_DATA, data: &[0, 0] }],
            &mut bytes,
        );
        assert_eq!(SendData::decode(&bytes).expect_err("mixed").field, "items");
    }
}

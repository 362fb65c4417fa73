//! TPKT: divides the TCP stream into packets. Four bytes: version 3, 0, length with these four.
//!
//! Source: RFC 1006, section 6.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::DecodeError;

/// The registered TCP port of ISO-on-TCP.
pub const PORT: u16 = 102;
/// Size of the header, in bytes.
pub const HEADER_SIZE: usize = 4;
/// Maximum size of an accepted packet: the largest requested PDU (960), its COTP header, and space
/// for a controller that sends a little more than agreed.
pub const MAX_PACKET: usize = 8192;

const VERSION: u8 = 3;
/// A COTP header has at least two bytes.
const MIN_PACKET: usize = HEADER_SIZE + 2;

/// Removes one complete packet from the start of the received bytes and returns its content; `None`
/// until it is complete.
pub fn decode(bytes: &mut BytesMut) -> Result<Option<Bytes>, DecodeError> {
    let Some(header) = bytes.first_chunk::<HEADER_SIZE>() else {
        return Ok(None);
    };
    if header[0] != VERSION {
        return Err(DecodeError::new("TPKT version", 0, "3", header[0].to_string()));
    }
    let length = usize::from(u16::from_be_bytes([header[2], header[3]]));
    if !(MIN_PACKET..=MAX_PACKET).contains(&length) {
        return Err(DecodeError::new(
            "TPKT length",
            2,
            format!("{MIN_PACKET} to {MAX_PACKET}"),
            length.to_string(),
        ));
    }
    if bytes.len() < length {
        return Ok(None);
    }
    bytes.advance(HEADER_SIZE);
    Ok(Some(bytes.split_to(length - HEADER_SIZE).freeze()))
}

/// Appends a packet.
///
/// # Panics
/// If the payload is longer than [`MAX_PACKET`] allows; our messages are far shorter.
pub fn encode(payload: &[u8], out: &mut BytesMut) {
    let length = payload.len() + HEADER_SIZE;
    assert!(length <= MAX_PACKET, "TPKT payload too long");
    out.put_u8(VERSION);
    out.put_u8(0);
    out.put_u16(super::len_u16(length));
    out.put_slice(payload);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_wrote_however_it_is_cut() {
        let mut whole = BytesMut::new();
        encode(&[2, 0xF0, 0x80, 0x32], &mut whole);
        for cut in 0..whole.len() {
            let mut arrived = BytesMut::from(&whole[..cut]);
            assert_eq!(decode(&mut arrived), Ok(None), "cut at {cut}");
            arrived.extend_from_slice(&whole[cut..]);
            assert_eq!(decode(&mut arrived).expect("whole").as_deref(), Some(&whole[4..]));
            assert!(arrived.is_empty());
        }
    }

    #[test]
    fn refuses_a_wrong_header_before_the_rest_is_there() {
        for (bytes, field) in [
            ([2, 0, 0, 9], "TPKT version"),
            ([3, 0, 0, 0], "TPKT length"),
            ([3, 0, 0, 4], "TPKT length"),
            ([3, 0, 0xFF, 0xFF], "TPKT length"),
        ] {
            let error = decode(&mut BytesMut::from(&bytes[..])).expect_err("wrong header");
            assert_eq!(error.field, field, "{bytes:?}");
        }
    }
}

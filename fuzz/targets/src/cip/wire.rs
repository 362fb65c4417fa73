//! The stream, and the items inside of its frames.

use bytes::BytesMut;
use tagbridge_cip::codec::{
    Frame,
    cpf::{SendData, decode_items, encode_items},
    encapsulation::{MAX_DATA, RegisterSession},
};

use crate::pieces::pieces;

/// Frames come out of the stream the same however it is cut, and encode to the bytes that came.
///
/// The input is a stream and how it is cut: the number of sizes, the sizes, the stream.
pub fn frame(input: &[u8]) {
    let (whole, pieces) = pieces(input);
    let at_once = decode(std::iter::once(whole));
    assert_eq!(decode(pieces), at_once);
    let mut again = BytesMut::new();
    for frame in &at_once.0 {
        assert!(frame.data.len() <= MAX_DATA);
        frame.encode(&mut again);
    }
    assert!(whole.starts_with(&again));
}

/// The frames, and whether the stream broke off with an error.
fn decode<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> (Vec<Frame>, bool) {
    let mut arrived = BytesMut::new();
    let mut frames = Vec::new();
    for piece in pieces {
        arrived.extend_from_slice(piece);
        loop {
            match Frame::decode(&mut arrived) {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => break,
                Err(_) => return (frames, true),
            }
        }
    }
    (frames, false)
}

/// Items and what they carry encode to what they were read from.
pub fn cpf(input: &[u8]) {
    if let Ok(items) = decode_items(input) {
        let mut again = Vec::new();
        encode_items(&items, &mut again);
        assert_eq!(again, input);
    }
    if let Ok(data) = SendData::decode(input) {
        assert!(data.packet.message().len() <= input.len());
        assert_eq!(SendData::decode(&data.encode()), Ok(data));
    }
    if let Ok(session) = RegisterSession::decode(input) {
        assert_eq!(session.encode(), input);
    }
}

//! Packets, and the messages that their fragments add up to.

use bytes::{Bytes, BytesMut};
use tagbridge_s7::codec::{
    cotp::{Assembler, MAX_ASSEMBLED, Tpdu},
    tpkt,
};

use crate::pieces::pieces;

/// Messages come out of the stream the same however it is cut, and each TPDU reads back.
///
/// The input is a stream and how it is cut: the number of sizes, the sizes, the stream.
pub fn stream(input: &[u8]) {
    let (whole, pieces) = pieces(input);
    let at_once = decode(std::iter::once(whole));
    assert_eq!(decode(pieces), at_once);
    for tpdu in &at_once.0 {
        let mut again = BytesMut::new();
        tpdu.encode(&mut again);
        let packet = tpkt::decode(&mut again).expect("what was written is read").expect("whole");
        assert!(again.is_empty());
        assert_eq!(Tpdu::decode(&packet).as_ref(), Ok(tpdu));
    }
}

/// The TPDUs, the messages, and whether the stream broke off with an error.
fn decode<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> (Vec<Tpdu>, Vec<Bytes>, bool) {
    let mut arrived = BytesMut::new();
    let mut assembler = Assembler::default();
    let (mut tpdus, mut messages) = (Vec::new(), Vec::new());
    for piece in pieces {
        arrived.extend_from_slice(piece);
        loop {
            let tpdu = match tpkt::decode(&mut arrived) {
                Ok(None) => break,
                Ok(Some(packet)) => Tpdu::decode(&packet),
                Err(error) => Err(error),
            };
            let message = match &tpdu {
                Ok(Tpdu::Data { last, payload }) => assembler.add(*last, payload.clone()),
                _ => Ok(None),
            };
            match (tpdu, message) {
                (Ok(tpdu), Ok(message)) => {
                    tpdus.push(tpdu);
                    assert!(message.iter().all(|it| it.len() <= MAX_ASSEMBLED));
                    messages.extend(message);
                }
                _ => return (tpdus, messages, true),
            }
        }
    }
    (tpdus, messages, false)
}

//! Decoders with random bytes: they return an error or a value, never panic, and never reserve more
//! memory than the bytes need.

use bytes::BytesMut;
use proptest::prelude::*;
use tagbridge_cip::{
    codec::{
        EPath, Frame, Incoming, Reader, Reply,
        connection_manager::{
            ForwardClose, ForwardCloseReply, ForwardOpen, ForwardOpenReply, UnconnectedSend,
            Unsuccessful,
        },
        cpf::{SendData, decode_items},
        encapsulation::RegisterSession,
        epath::parse_route,
        identity::{DeviceStatus, IdentityObject, ListIdentityItem},
        multiple_service,
        read_tag::{ReadTag, TypedData},
        tag_name::TagName,
        types::{Elementary, logix_string},
    },
    guard,
};

const CAPTURES: [&str; 3] = [
    include_str!("captures/pylogix.hex"),
    include_str!("captures/pycomm3.hex"),
    include_str!("captures/cpppo.hex"),
];

fn decode_everything(bytes: &[u8]) {
    let _ = guard::check(bytes);
    if let Ok(Some(frame)) = Frame::decode(&mut BytesMut::from(bytes)) {
        decode_data(&frame.data);
    }
    decode_data(bytes);
}

fn decode_data(bytes: &[u8]) {
    let _ = decode_items(bytes);
    let _ = RegisterSession::decode(bytes);
    let _ = ListIdentityItem::decode(bytes);
    if let Ok(data) = SendData::decode(bytes) {
        decode_message(data.packet.message());
    }
    decode_message(bytes);
}

fn decode_message(bytes: &[u8]) {
    if let Ok(request) = Incoming::decode(bytes) {
        decode_service(request.data);
    }
    if let Ok(reply) = Reply::decode(bytes) {
        let _ = reply.status.to_string();
        decode_service(reply.data);
    }
    decode_service(bytes);
}

fn decode_service(bytes: &[u8]) {
    let _ = EPath::decode(bytes);
    for large in [false, true] {
        let _ = ForwardOpen::decode(bytes, large);
        let _ = ReadTag::decode(bytes, large);
    }
    let _ = ForwardOpenReply::decode(bytes);
    let _ = ForwardClose::decode(bytes);
    let _ = ForwardCloseReply::decode(bytes);
    let _ = Unsuccessful::decode(bytes);
    let _ = UnconnectedSend::decode(bytes);
    let _ = IdentityObject::decode(bytes);
    let _ = DeviceStatus::decode(bytes);
    if let Ok(members) = multiple_service::split(bytes) {
        assert!(members.iter().map(|it| it.len()).sum::<usize>() <= bytes.len());
    }
    if let Ok(data) = TypedData::decode(bytes) {
        for elements in [0, 1, 2, 500, usize::from(u16::MAX)] {
            if let Ok(values) = data.values(elements) {
                assert!(values.len() <= bytes.len());
            }
        }
    }
    for &kind in Elementary::ALL {
        let _ = kind.decode(&mut Reader::new(bytes));
    }
    let _ = logix_string::decode(&mut Reader::new(bytes));
}

/// A captured frame, with some bytes changed, truncated at the end.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let frames: Vec<Vec<u8>> = CAPTURES
        .iter()
        .flat_map(|it| it.lines())
        .filter_map(|line| {
            let hex = line.strip_prefix(['>', '<'])?.trim();
            let byte = |i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex");
            Some((0..hex.len()).step_by(2).map(byte).collect())
        })
        .collect();
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (prop::sample::select(frames), changes, any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(mut frame, changes, end, cut)| {
            for (at, byte) in changes {
                let at = at.index(frame.len());
                frame[at] = byte;
            }
            if cut {
                frame.truncate(end.index(frame.len()));
            }
            frame
        },
    )
}

proptest! {
    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        decode_everything(&bytes);
    }

    #[test]
    fn damaged_frames(bytes in damaged()) {
        decode_everything(&bytes);
    }

    #[test]
    fn names_and_routes_that_nobody_writes(text in "[a-zA-Z0-9_:.,\\[\\] \u{e4}]{0,60}") {
        let _ = parse_route(&text);
        if let Ok(name) = TagName::parse(&text) {
            let again = TagName::parse(&name.to_string());
            prop_assert_eq!(again, Ok(name));
        }
    }
}

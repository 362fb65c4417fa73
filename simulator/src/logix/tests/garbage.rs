//! No input makes the controller fail or changes its tags.

use bytes::BytesMut;
use proptest::{collection::vec, prelude::*, sample::Index};
use tagbridge_cip::codec::{connection_manager::UnconnectedSend, multiple_service, read_tag};

use super::*;

/// A valid conversation, as frames.
fn conversation() -> Vec<Vec<u8>> {
    let read = read_tag::read_tag(path(&["Grid", "1", "2"]), 2).to_bytes();
    let fragment = read_tag::read_tag_fragmented(path(&["Texts"]), 20, 88).to_bytes();
    let list = request(0x55, &EPath::object(0x6B, 0), &[3, 0, 1, 0, 2, 0, 8, 0]);
    let template = request(0x03, &EPath::object(0x6C, 0xFCE), &[2, 0, 4, 0, 1, 0]);
    let members = request(0x4C, &EPath::object(0x6C, 0x100), &[0, 0, 0, 0, 40, 0]);
    let several = multiple_service::request(&[&read, &fragment, &list, &template]).to_bytes();
    let routed = UnconnectedSend {
        patience: RequestTimeout::ONE_SECOND,
        message: &read,
        route: parse_route("1,0").unwrap(),
    };
    let unconnected = [
        open(1, 500).request().to_bytes(),
        open(2, 4000).request().to_bytes(),
        routed.request().to_bytes(),
        request(0x01, &EPath::object(1, 1), &[]),
        request(0x03, &EPath::object(0xAC, 1), &[2, 0, 1, 0, 10, 0]),
        close(2).request().to_bytes(),
    ];
    let connected = [read, fragment, list, template, members, several];
    let mut frames = vec![Frame::request(Command::REGISTER_SESSION, 0, [0; 8], vec![1, 0, 0, 0])];
    for message in &unconnected {
        let data = SendData { timeout: 0, packet: Packet::Unconnected { message } }.encode();
        frames.push(Frame::request(Command::SEND_RR_DATA, HANDLE, [0; 8], data));
    }
    for (sequence, message) in (0..).zip(&connected) {
        let packet = Packet::Connected { connection_id: 0x0101, sequence, message };
        let data = SendData { timeout: 0, packet }.encode();
        frames.push(Frame::request(Command::SEND_UNIT_DATA, HANDLE, [0; 8], data));
    }
    frames
        .iter()
        .map(|frame| {
            let mut bytes = BytesMut::new();
            frame.encode(&mut bytes);
            bytes.to_vec()
        })
        .collect()
}

/// Processes the bytes as a stream; every reply must be within its limit.
fn survives(stream: &[u8]) {
    let mut bench = Bench::unregistered(model().unwrap());
    let before = bench.controller.memory.hash();
    let mut bytes = BytesMut::from(stream);
    while let Ok(Some(frame)) = Frame::decode(&mut bytes) {
        match bench.step(&frame) {
            Action::Reply(reply, _) => {
                assert!(reply.data.len() < 4100, "{} bytes", reply.data.len());
            }
            Action::Silence => {}
            Action::Close => break,
        }
    }
    assert_eq!(bench.controller.memory.hash(), before);
    assert!(bench.controller.own.connections.len() <= 3);
}

/// The controller accepts the conversation that the mutations start from.
#[test]
fn the_conversation_is_in_order() {
    let mut bench = Bench::unregistered(model().unwrap());
    for bytes in conversation() {
        let frame = Frame::decode(&mut BytesMut::from(&bytes[..])).unwrap().unwrap();
        let reply = bench.reply(&frame);
        assert_eq!(reply.status, SUCCESS, "{frame:?}");
    }
    assert_eq!(bench.controller.counters.malformed, 0);
    assert_eq!(bench.controller.counters.connections_opened, 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn random_bytes(stream in vec(any::<u8>(), 0..600)) {
        survives(&stream);
    }

    #[test]
    fn random_messages(messages in vec(vec(any::<u8>(), 0..80), 1..20), connected: bool) {
        let mut stream = conversation()[..3].concat();
        for (sequence, message) in (0..).zip(&messages) {
            let (command, packet) = if connected {
                let packet = Packet::Connected { connection_id: 0x0101, sequence, message };
                (Command::SEND_UNIT_DATA, packet)
            } else {
                (Command::SEND_RR_DATA, Packet::Unconnected { message })
            };
            let mut bytes = BytesMut::new();
            Frame::request(command, HANDLE, [0; 8], SendData { timeout: 0, packet }.encode())
                .encode(&mut bytes);
            stream.extend_from_slice(&bytes);
        }
        survives(&stream);
    }

    #[test]
    fn frames_with_a_few_bytes_changed(
        changes in vec((any::<Index>(), any::<u8>()), 1..12),
        drop_one: Option<Index>,
    ) {
        let mut frames = conversation();
        if let Some(index) = drop_one {
            frames.remove(index.index(frames.len()));
        }
        let mut stream = frames.concat();
        for (index, value) in changes {
            let at = index.index(stream.len());
            stream[at] = value;
        }
        survives(&stream);
    }

    /// Headers are unchanged, so that every mutation reaches the data.
    #[test]
    fn messages_with_a_few_bytes_changed(
        changes in vec((any::<Index>(), any::<Index>(), any::<u8>()), 1..20),
    ) {
        let mut frames = conversation();
        for (which, at, value) in changes {
            let which = 1 + which.index(frames.len() - 1);
            let at = 24 + at.index(frames[which].len() - 24);
            frames[which][at] = value;
        }
        survives(&frames.concat());
    }
}

//! The last look before the socket.

use bytes::BytesMut;
use tagbridge_cip::{
    codec::{
        Command, Frame, Incoming, Segment, Service, class,
        connection_manager::UnconnectedSend,
        cpf::{Packet, SendData},
        multiple_service,
    },
    guard::check,
};

/// What passes is understood to the last byte: made again from what it means, it passes again, and
/// every service in it, however deep, is one that reads.
pub fn guard(input: &[u8]) {
    if check(input).is_err() {
        return;
    }
    let mut arrived = BytesMut::from(input);
    let frame = Frame::decode(&mut arrived).expect("passed").expect("passed whole");
    assert!(arrived.is_empty());
    let data = match frame.command {
        Command::SEND_RR_DATA | Command::SEND_UNIT_DATA => {
            let data = SendData::decode(&frame.data).expect("passed");
            assert_eq!(data.encode(), frame.data);
            let message = reencoded(data.packet.message());
            let packet = match data.packet {
                Packet::Unconnected { .. } => Packet::Unconnected { message: &message },
                Packet::Connected { connection_id, sequence, .. } => {
                    Packet::Connected { connection_id, sequence, message: &message }
                }
            };
            SendData { timeout: data.timeout, packet }.encode()
        }
        _ => frame.data.to_vec(),
    };
    let mut again = BytesMut::new();
    Frame { data: data.into(), ..frame }.encode(&mut again);
    assert_eq!(check(&again), Ok(()));
}

/// The request, written again from what it was read as.
fn reencoded(message: &[u8]) -> Vec<u8> {
    let request = Incoming::decode(message).expect("passed");
    assert!(
        matches!(
            request.service,
            0x01 | 0x03 | 0x0A | 0x0E | 0x4C | 0x4E | 0x52 | 0x54 | 0x55 | 0x5B
        ),
        "service {:#04x}",
        request.service
    );
    if request.is(Service::MULTIPLE_SERVICE_PACKET) {
        let members = multiple_service::split(request.data).expect("passed");
        let members: Vec<Vec<u8>> = members.into_iter().map(reencoded).collect();
        return multiple_service::request(&members).to_bytes();
    }
    // The same code reads fragments of tags.
    if request.is(Service::UNCONNECTED_SEND)
        && request.path.0.first() == Some(&Segment::Class(class::CONNECTION_MANAGER))
    {
        let send = UnconnectedSend::decode(request.data).expect("passed");
        let message = reencoded(send.message);
        return UnconnectedSend { message: &message, ..send }.request().to_bytes();
    }
    let mut again = vec![request.service];
    request.path.encode_sized(&mut again);
    again.extend_from_slice(request.data);
    again
}

//! The last look before the socket.

use bytes::BytesMut;
use tagbridge_s7::{
    codec::{
        clock,
        cotp::{self, Tpdu},
        pdu::{Pdu, Rosctr},
        read::{decode_request, encode_request},
        setup::Setup,
        szl, tpkt, userdata,
    },
    guard::check,
};

/// A message that passes is understood by the codec to the last byte, and is one that reads.
pub fn guard(input: &[u8]) {
    if check(input).is_err() || input.get(5) != Some(&0xF0) {
        return;
    }
    let mut arrived = BytesMut::from(input);
    // The guard itself has no limit of size.
    let Ok(Some(packet)) = tpkt::decode(&mut arrived) else {
        assert!(input.len() > tpkt::MAX_PACKET);
        return;
    };
    assert!(arrived.is_empty());
    let Ok(Tpdu::Data { last: true, payload }) = Tpdu::decode(&packet) else {
        panic!("passed, but is no data");
    };
    let mut again = BytesMut::new();
    cotp::encode_data(&payload, &mut again);
    assert_eq!(again, input);
    let pdu = Pdu::decode(&payload).expect("passed");
    assert_eq!(pdu.encode(), payload);
    check_request(&pdu);
}

fn check_request(pdu: &Pdu) {
    if pdu.rosctr == Rosctr::UserData {
        let request = userdata::Request::decode(pdu).expect("passed");
        assert_eq!(request.clone().into_pdu(pdu.reference), *pdu);
        let kind = (request.group, request.function);
        let clock = clock::request();
        let list = szl::next(0);
        assert!(kind == (clock.group, clock.function) || kind == (list.group, list.function));
        return;
    }
    assert_eq!(pdu.rosctr, Rosctr::Job);
    assert!(pdu.data.is_empty());
    let again = match Setup::decode(&pdu.parameters) {
        Ok(setup) => setup.encode(),
        Err(_) => encode_request(&decode_request(&pdu.parameters).expect("passed")),
    };
    assert_eq!(again, pdu.parameters);
}

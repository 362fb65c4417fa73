//! Messages, and the requests and responses in them.

use bytes::Bytes;
use tagbridge_s7::codec::{
    clock,
    pdu::Pdu,
    read::{decode_reply, decode_request, encode_reply, encode_request},
    setup::Setup,
    szl::{MAX_LIST, Parts, Szl, decode_request as decode_list_request},
    userdata,
};

use crate::pieces::pieces;

/// A decoded message encodes to the same bytes, and so do its contents, for every interpretation.
pub fn message(input: &[u8]) {
    let Ok(pdu) = Pdu::decode(&Bytes::copy_from_slice(input)) else { return };
    let again = pdu.encode();
    assert_eq!(again.len(), pdu.len());
    assert_eq!(Pdu::decode(&again.into()).as_ref(), Ok(&pdu));
    if let Ok(setup) = Setup::decode(&pdu.parameters) {
        assert_eq!(Setup::decode(&setup.encode()), Ok(setup));
    }
    if let Ok(items) = decode_request(&pdu.parameters) {
        assert_eq!(encode_request(&items), pdu.parameters);
    }
    if let Ok(items) = decode_reply(&pdu.parameters, &pdu.data) {
        let (parameters, data) = encode_reply(&items);
        assert_eq!(decode_reply(&parameters, &data.into()), Ok(items));
    }
    if let Ok(request) = userdata::Request::decode(&pdu) {
        let again = request.clone().into_pdu(pdu.reference);
        assert_eq!(userdata::Request::decode(&again), Ok(request));
    }
    if let Ok(reply) = userdata::Reply::decode(&pdu) {
        let again = reply.clone().into_pdu(pdu.reference);
        assert_eq!(userdata::Reply::decode(&again).as_ref(), Ok(&reply));
        if let Ok(data) = reply.data {
            clock_and_list(&data);
        }
    }
}

fn clock_and_list(data: &Bytes) {
    if let Ok(time) = clock::decode(data) {
        assert_eq!(clock::decode(&clock::encode(time)), Ok(time));
    }
    if let Ok(list) = Szl::decode(data) {
        check_list(&list);
    }
}

/// A status list is what its parts add up to, however it was cut, and reads back.
///
/// The input is a list and how it is cut: the number of sizes, the sizes, the list.
pub fn szl(input: &[u8]) {
    let (whole, pieces) = pieces(input);
    if let Ok((id, index)) = decode_list_request(whole) {
        let asked = tagbridge_s7::codec::szl::request(id, index);
        assert_eq!(asked.data, whole);
    }
    let mut parts = Parts::default();
    for piece in pieces {
        let more = parts.add(true, &Bytes::copy_from_slice(piece));
        assert_eq!(more.is_ok_and(|it| it.is_none()), whole.len() <= MAX_LIST);
    }
    let whole = Bytes::copy_from_slice(whole);
    let list = parts.add(false, &Bytes::new());
    assert_eq!(list, Szl::decode(&whole).map(Some));
    clock_and_list(&whole);
}

fn check_list(list: &Szl) {
    assert_eq!(Szl::decode(&list.encode().into()).as_ref(), Ok(list));
    for record in list.iter() {
        assert_eq!(record.len(), usize::from(list.record_size));
        if let [high, low, ..] = record {
            assert!(list.record(u16::from_be_bytes([*high, *low])).is_some());
        }
    }
}

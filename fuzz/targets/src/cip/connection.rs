//! Messages of the Connection Manager and the Identity object.

use tagbridge_cip::codec::{
    Incoming,
    connection_manager::{
        ForwardClose, ForwardCloseReply, ForwardOpen, ForwardOpenReply, UnconnectedSend,
        Unsuccessful,
    },
    identity::{DeviceStatus, IdentityObject, ListIdentityItem},
};

/// Requests and replies of the Connection Manager read back. The input is a service's data.
pub fn connection(input: &[u8]) {
    for large in [false, true] {
        if let Ok(open) = ForwardOpen::decode(input, large) {
            let again = open.request().to_bytes();
            assert_eq!(ForwardOpen::decode(data_of(&again), large), Ok(open));
        }
    }
    if let Ok(close) = ForwardClose::decode(input) {
        let again = close.request().to_bytes();
        assert_eq!(ForwardClose::decode(data_of(&again)), Ok(close));
    }
    if let Ok(send) = UnconnectedSend::decode(input) {
        let again = send.request().to_bytes();
        assert_eq!(UnconnectedSend::decode(data_of(&again)), Ok(send));
    }
    if let Ok(reply) = ForwardOpenReply::decode(input) {
        assert_eq!(ForwardOpenReply::decode(&reply.encode()), Ok(reply));
    }
    if let Ok(reply) = ForwardCloseReply::decode(input) {
        assert_eq!(ForwardCloseReply::decode(&reply.encode()), Ok(reply));
    }
    if let Ok(reply) = Unsuccessful::decode(input) {
        assert_eq!(Unsuccessful::decode(&reply.encode()), Ok(reply));
    }
}

fn data_of(request: &[u8]) -> &[u8] {
    Incoming::decode(request).expect("what was written is read").data
}

/// The identity of a device is decoded in the same way, whether it was requested or discovered.
pub fn identity(input: &[u8]) {
    if let Ok(object) = IdentityObject::decode(input) {
        check_status(object.status);
        assert!(!object.vendor_name().is_empty());
        let mut again = Vec::new();
        object.encode(&mut again);
        assert_eq!(IdentityObject::decode(&again), Ok(object));
    }
    if let Ok(item) = ListIdentityItem::decode(input) {
        check_status(item.identity.status);
        assert_eq!(ListIdentityItem::decode(&item.encode()), Ok(item));
    }
    if let Ok(status) = DeviceStatus::decode(input) {
        check_status(status);
    }
}

fn check_status(status: DeviceStatus) {
    let key = u16::from(status.keyswitch().is_some());
    assert!(key <= status.0 >> 12 & 3, "{:?} of {status:?}", status.mode());
}

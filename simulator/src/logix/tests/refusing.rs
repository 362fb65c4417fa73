//! Requests that the controller refuses.

use tagbridge_cip::codec::{Status, multiple_service};

use super::*;

fn check(service: u8, path: &EPath, data: &[u8], status: u8, is_write: bool) {
    let message = request(service, path, data);
    let packet = multiple_service::request(&[&message]).to_bytes();
    for (message, embedded) in [(message, false), (packet, true)] {
        let mut bench = Bench::new();
        let before = bench.controller.memory.hash();
        let reply = bench.unconnected(&message);
        let reply = Reply::decode(&reply).unwrap();
        let found = if embedded {
            let member = multiple_service::split(reply.data).unwrap()[0];
            Reply::decode(member).unwrap().status.general
        } else {
            reply.status.general
        };
        assert_eq!(found, status, "{service:#04x} {path:?}");
        assert_eq!(
            bench.controller.counters.writes,
            u64::from(is_write),
            "{service:#04x} {path:?}"
        );
        assert_eq!(bench.controller.memory.hash(), before);
    }
}

#[test]
fn whatever_writes_is_refused_and_counted() {
    let tag = path(&["Word"]);
    let one = [0xC4, 0, 1, 0, 1, 0, 0, 0];
    check(0x4D, &tag, &one, Status::SERVICE_NOT_SUPPORTED, true);
    check(0x4D, &EPath::object(0x6B, 1), &one, Status::SERVICE_NOT_SUPPORTED, true);
    check(
        0x53,
        &tag,
        &[0xC4, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0],
        Status::SERVICE_NOT_SUPPORTED,
        true,
    );
    let mask = [4, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF];
    check(0x4E, &tag, &mask, Status::SERVICE_NOT_SUPPORTED, true);
    for service in [0x02, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x10] {
        check(service, &EPath::object(1, 1), &[], Status::SERVICE_NOT_SUPPORTED, true);
    }
    check(0x4B, &EPath::object(0x67, 1), &[], Status::SERVICE_NOT_SUPPORTED, true);
}

#[test]
fn what_it_does_not_know_is_refused() {
    let word = path(&["Word"]);
    for (service, path, data, status) in [
        (0x4C, EPath::object(0x77, 1), &[1, 0][..], Status::PATH_DESTINATION_UNKNOWN),
        (0x4C, EPath::object(0x6B, 999), &[1, 0], Status::PATH_DESTINATION_UNKNOWN),
        (0x4C, EPath::object(0x6C, 0x999), &[0; 6], Status::PATH_DESTINATION_UNKNOWN),
        (0x01, EPath::object(1, 2), &[], Status::PATH_DESTINATION_UNKNOWN),
        (0x0E, EPath::attribute(1, 1, 99), &[], Status::ATTRIBUTE_NOT_SUPPORTED),
        (0x33, word.clone(), &[1, 0], Status::SERVICE_NOT_SUPPORTED),
        (0x4C, EPath::attribute(1, 1, 1), &[1, 0], Status::SERVICE_NOT_SUPPORTED),
        (0x4C, word.clone(), &[1], Status::NOT_ENOUGH_DATA),
        (0x4C, word.clone(), &[1, 0, 0], Status::TOO_MUCH_DATA),
        (0x52, word, &[1, 0, 0, 0], Status::NOT_ENOUGH_DATA),
        (0x4C, EPath::default(), &[1, 0], Status::PATH_SEGMENT_ERROR),
        (0x4C, EPath(vec![Segment::Instance(1)]), &[1, 0], Status::PATH_SEGMENT_ERROR),
    ] {
        check(service, &path, data, status, false);
    }
}

#[test]
fn counts_what_is_malformed() {
    for (message, status) in [
        // The path is longer than the message.
        (&[0x4C, 9, 0x91, 4][..], 0x26),
        // A pad that is not zero, a name that is too long, a segment that does not exist.
        (&[0x4C, 3, 0x91, 3, b'a', b'b', b'c', 1, 1, 0], 0x04),
        (&[0x4C, 2, 0x91, 9, b'a', b'b', 1, 0], 0x04),
        (&[0x4C, 1, 0xE0, 0, 1, 0], 0x04),
    ] {
        let mut bench = Bench::new();
        let reply = bench.unconnected(message);
        assert_eq!(Reply::decode(&reply).unwrap().status, Status::of(status), "{message:02x?}");
        assert_eq!(bench.controller.counters.malformed, 1, "{message:02x?}");
    }
}

#[test]
fn a_request_larger_than_the_connection_is_refused() {
    let mut bench = Bench::new();
    let id = bench.open(100);
    let member = request(0x4C, &path(&["Word"]), &[1, 0]);
    let packet = multiple_service::request(&vec![member; 12]).to_bytes();
    let reply = bench.connected(id, 1, &packet).unwrap();
    assert_eq!(Reply::decode(&reply).unwrap().status, Status::of(0x15));
    assert_eq!(bench.controller.counters.malformed, 1);
}

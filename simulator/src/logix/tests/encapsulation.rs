//! Sessions, lists, and invalid frames.

use tagbridge_cip::codec::{
    Command, Frame,
    cpf::{self, decode_items},
    encapsulation::status,
    identity::ListIdentityItem,
};
use tagbridge_driver::RunMode;

use super::*;

fn frame(command: u16, session: u32, data: &[u8]) -> Frame {
    Frame::request(Command(command), session, *b"context!", data.to_vec())
}

/// Checks the status of the reply to a frame in a registered session; `None` if there is no reply.
fn check(frame: &Frame, expected: Option<u32>) {
    let mut bench = Bench::new();
    let status = match bench.step(frame) {
        Action::Reply(reply, _) => {
            assert_eq!((reply.command, reply.context), (frame.command, frame.context));
            Some(reply.status)
        }
        Action::Silence => None,
        Action::Close => panic!("closed"),
    };
    assert_eq!(status, expected, "{frame:?}");
    assert_eq!(bench.controller.counters.malformed, 1, "{frame:?}");
}

#[test]
fn refuses_frames_that_are_not_in_order() {
    let identity = [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0xB2, 0, 6, 0, 1, 2, 0x20, 1, 0x24, 1];
    let mut trailing = identity.to_vec();
    trailing.push(0);
    let mut interface = identity;
    interface[0] = 1;
    let mut overlong = identity;
    overlong[14] = 7;
    for (command, session, data, expected) in [
        (0x01, HANDLE, &[][..], status::INVALID_COMMAND),
        (0x65, 0, &[1, 0, 0, 0], status::INVALID_COMMAND),
        (0x65, 0, &[1, 0, 0], status::INVALID_LENGTH),
        (0x63, 0, &[0], status::INVALID_LENGTH),
        (0x6F, HANDLE + 1, &identity, status::INVALID_SESSION),
        (0x6F, HANDLE, &[], status::INCORRECT_DATA),
        (0x6F, HANDLE, &trailing, status::INCORRECT_DATA),
        (0x6F, HANDLE, &interface, status::INCORRECT_DATA),
        (0x6F, HANDLE, &overlong, status::INCORRECT_DATA),
        (0x70, HANDLE, &identity, status::INCORRECT_DATA),
    ] {
        check(&frame(command, session, data), Some(expected));
    }
    let flagged = Frame { options: 1, ..frame(0x63, 0, &[]) };
    check(&flagged, None);
    let failed = Frame { status: 1, ..frame(0x63, 0, &[]) };
    check(&failed, Some(status::INCORRECT_DATA));
}

#[test]
fn speaks_version_1_alone() {
    let mut bench = Bench::unregistered(model().unwrap());
    let reply = bench.reply(&frame(0x65, 0, &[2, 0, 0, 0]));
    assert_eq!(reply.status, status::UNSUPPORTED_PROTOCOL);
    assert_eq!(&reply.data[..], [1, 0, 0, 0]);
    let unregistered = bench.reply(&frame(0x6F, 0, &[]));
    assert_eq!(unregistered.status, status::INVALID_SESSION);
}

#[test]
fn leaves_when_the_session_ends() {
    assert_eq!(Bench::new().step(&frame(0x66, HANDLE, &[])), Action::Close);
}

#[test]
fn tells_who_it_is_in_every_mode() {
    for (mode, run_mode) in [
        (Mode::Run, RunMode::Run),
        (Mode::Program, RunMode::Program),
        (Mode::Fault, RunMode::Fault),
    ] {
        let mut bench = Bench::unregistered(model().unwrap());
        bench.controller.mode = mode;
        let reply = bench.reply(&frame(0x63, 0, &[]));
        let items = decode_items(&reply.data).unwrap();
        assert_eq!(items[0].kind, cpf::LIST_IDENTITY);
        let item = ListIdentityItem::decode(items[0].data).unwrap();
        assert_eq!(item.identity.status.mode(), run_mode);
        assert_eq!(item.identity.product_name, "1756-L83E/B");
    }
}

#[test]
fn lists_services_and_interfaces() {
    let mut bench = Bench::new();
    let services = bench.reply(&frame(0x04, 0, &[])).data;
    assert!(services.ends_with(b"Communications\0\0"), "{services:?}");
    assert_eq!(&bench.reply(&frame(0x64, 0, &[])).data[..], [0, 0]);
    assert_eq!(bench.step(&frame(0x00, 0, &[1, 2, 3])), Action::Silence);
}

//! The answers of the virtual controller to messages, without a network.

use bytes::Bytes;
use tagbridge_s7::codec::{
    cotp::{Connect, Tpdu},
    item::{Item, area, unit},
    pdu::{Pdu, Rosctr},
    read::{self, ItemReply},
    setup::Setup,
    status, szl, userdata,
};

use super::{
    controller::{Controller, Grants, S7State},
    fault::Fault,
    memory::Memory,
    session::{Action, Session},
};

fn controller() -> Controller {
    let mut memory = Memory::default();
    memory.add_block(1, 64);
    memory.add_optimised_block(2);
    let grants = Grants { pdu_size: 240, jobs: 2, connections: 1, items: 20, place: Some((0, 1)) };
    Controller::new(memory, S7State::new(grants))
}

fn connect(called: u16) -> Tpdu {
    Tpdu::ConnectRequest(Connect {
        destination: 0,
        source: 7,
        size: Some(10),
        calling: Some(0x0100),
        called: Some(called),
    })
}

fn set_up(controller: &mut Controller) -> Session {
    let mut session = Session::default();
    assert!(matches!(session.control(&connect(0x0201), controller), Action::Grant(_)));
    let setup = Setup { calling_jobs: 8, called_jobs: 8, pdu_size: 960 };
    let reply = ask(&mut session, controller, &Pdu::job(1, setup.encode()));
    let granted = Setup::decode(&reply.parameters).unwrap();
    assert_eq!((granted.pdu_size, granted.calling_jobs), (240, 2));
    session
}

fn ask(session: &mut Session, controller: &mut Controller, pdu: &Pdu) -> Pdu {
    match session.message(pdu, 0, controller) {
        Action::Reply(mut sent) => sent.pop().expect("an answer").pdu,
        other => panic!("{other:?}"),
    }
}

fn item(unit: u8, area: u8, block: u16, address: u32, count: u16) -> Item {
    Item { unit, count, block, area, address }
}

fn read(items: &[Item]) -> Vec<ItemReply> {
    let mut controller = controller();
    let mut session = set_up(&mut controller);
    let reply = ask(&mut session, &mut controller, &Pdu::job(2, read::encode_request(items)));
    assert_eq!(reply.error, 0, "{items:?}");
    read::decode_reply(&reply.parameters, &reply.data).unwrap()
}

#[test]
fn lengths_are_enforced_to_the_byte() {
    for (asked, code) in [
        (item(unit::BYTE, area::BLOCKS, 1, 0, 64), None),
        (item(unit::BYTE, area::BLOCKS, 1, 63 * 8, 1), None),
        (item(unit::REAL, area::BLOCKS, 1, 60 * 8, 1), None),
        (item(unit::BIT, area::BLOCKS, 1, 63 * 8 + 7, 1), None),
        (item(unit::TIMER, area::TIMERS, 0, 511, 1), None),
        (item(unit::BYTE, area::BLOCKS, 1, 0, 65), Some(0x05)),
        (item(unit::BYTE, area::BLOCKS, 1, 64 * 8, 1), Some(0x05)),
        (item(unit::REAL, area::BLOCKS, 1, 61 * 8, 1), Some(0x05)),
        (item(unit::BYTE, area::BLOCKS, 1, 3, 1), Some(0x05)),
        (item(unit::TIMER, area::TIMERS, 0, 512, 1), Some(0x05)),
        (item(unit::BYTE, area::BLOCKS, 2, 0, 1), Some(0x05)),
        (item(unit::BYTE, area::BLOCKS, 3, 0, 1), Some(0x0A)),
        (item(unit::BYTE, area::PERIPHERAL, 0, 0, 1), Some(0x0A)),
        (item(unit::BYTE, area::TIMERS, 0, 0, 1), Some(0x06)),
        (item(unit::BIT, area::BLOCKS, 1, 0, 2), Some(0x07)),
        (item(unit::BYTE, area::BLOCKS, 1, 0, 0), Some(0x07)),
    ] {
        match (&read(&[asked])[..], code) {
            ([ItemReply::Failed(found)], Some(code)) => assert_eq!(*found, code, "{asked:?}"),
            ([ItemReply::Data { .. }], None) => {}
            other => panic!("{asked:?}: {other:?}"),
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut controller = controller();
    let mut session = set_up(&mut controller);
    let byte = item(unit::BYTE, area::BLOCKS, 1, 0, 1);
    let large = item(unit::BYTE, area::BLOCKS, 1, 0, 60);
    for (items, error) in [
        (vec![], status::error::WRONG_PDU),
        (vec![byte; 21], status::error::WRONG_PDU),
        (vec![byte; 20], status::error::WRONG_PDU),
        (vec![large; 4], status::error::WRONG_PDU),
        (vec![byte; 19], 0),
        (vec![large; 3], 0),
    ] {
        let request = Pdu::job(2, read::encode_request(&items));
        let reply = ask(&mut session, &mut controller, &request);
        assert_eq!(reply.error, error, "{} items", items.len());
        assert!(reply.len() <= 240);
    }
    let request = Pdu::job(3, read::encode_request(&[byte]));
    let Action::Reply(sent) = session.message(&request, 2, &mut controller) else { panic!() };
    assert_eq!(sent[0].pdu.error, 0x8302);
    assert_eq!(controller.counters.surplus_jobs, 1);
}

#[test]
fn connections_are_limited_to_their_number_and_place() {
    let mut controller = controller();
    let refuse = |controller: &mut Controller, called| {
        Session::default().control(&connect(called), controller)
    };
    assert_eq!(refuse(&mut controller, 0x0202), Action::Refuse(2));
    let session = set_up(&mut controller);
    assert_eq!(refuse(&mut controller, 0x0201), Action::Refuse(1));
    assert!(session.is_open());
    assert_eq!(controller.counters.refused_connections, 2);
}

#[test]
fn nothing_changes_a_byte_and_every_attempt_counts() {
    let mut controller = controller();
    let mut session = set_up(&mut controller);
    let before = controller.memory.content_hash();
    for function in 0..=u8::MAX {
        if matches!(function, 0xF0 | 0x04) {
            continue;
        }
        let job = Pdu {
            data: Bytes::from_static(&[0, 4, 0, 16, 1, 2]),
            ..Pdu::job(5, vec![function, 1, 0x12, 0x0A, 0x10, 2, 0, 2, 0, 1, 0x84, 0, 0, 0])
        };
        let reply = ask(&mut session, &mut controller, &job);
        assert_eq!((reply.rosctr, reply.error), (Rosctr::Ack, 0x8104), "{function:#x}");
    }
    assert_eq!(controller.counters.writes, 6);
    for (group, function) in [(7, 2), (5, 1), (1, 1), (3, 1)] {
        let request = userdata::Request {
            group,
            function,
            sequence: 0,
            continued: false,
            data: Bytes::from_static(&[1]),
        };
        let reply = ask(&mut session, &mut controller, &request.into_pdu(6));
        assert!(userdata::Reply::decode(&reply).unwrap().data.is_err());
    }
    assert_eq!(controller.counters.writes, 9);
    assert_eq!(controller.memory.content_hash(), before);
}

#[test]
fn long_lists_come_in_parts() {
    let mut controller = controller();
    let mut session = set_up(&mut controller);
    let mut parts = szl::Parts::default();
    let mut request = szl::request(szl::id::COMPONENTS, 0);
    let mut count = 0;
    let list = loop {
        let reply = ask(&mut session, &mut controller, &request.into_pdu(3));
        assert!(reply.len() <= 240);
        count += 1;
        let reply = userdata::Reply::decode(&reply).unwrap();
        if let Some(list) = parts.add(reply.more, &reply.data.unwrap()).unwrap() {
            break list;
        }
        request = szl::next(reply.sequence);
    };
    assert_eq!((count, list.iter().count()), (2, 10));
}

#[test]
fn faults_do_what_they_say() {
    let mut controller = controller();
    let mut session = set_up(&mut controller);
    let job = Pdu::job(8, read::encode_request(&[item(unit::BYTE, area::BLOCKS, 1, 0, 3)]));
    let mut first = |fault| {
        controller.faults = vec![fault];
        match session.message(&job, 0, &mut controller) {
            Action::Reply(sent) => sent,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(first(Fault::NoPutGet)[0].pdu.error, 0x8104);
    assert_ne!(first(Fault::WrongReference { every: 1 })[0].pdu.reference, 8);
    assert_eq!(first(Fault::Stale { every: 1 }).len(), 2);
    assert!(first(Fault::ShortTpkt { every: 1 })[0].is_short);
    assert_eq!(first(Fault::OddPadding)[0].pdu.data.last(), Some(&0xA5));
    let failed = &first(Fault::FailItems { every: 1 })[0].pdu;
    let items = read::decode_reply(&failed.parameters, &failed.data);
    assert_eq!(items, Ok(vec![ItemReply::Failed(0x01)]));
}

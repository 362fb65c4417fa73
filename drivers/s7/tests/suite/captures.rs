//! Captures of third-party clients and servers. `>` is a request, `<` a response.

use bytes::{Bytes, BytesMut};
use tagbridge_s7::{
    codec::{
        clock,
        cotp::{self, Tpdu},
        item,
        pdu::{Pdu, Rosctr, function},
        read::{self, ItemReply},
        setup::Setup,
        szl::{self, Szl},
        tpkt, userdata,
    },
    guard,
};

const CAPTURES: &[(&str, &str)] = &[
    ("snap7 in C", include_str!("captures/snap7_c.hex")),
    ("snap7 in Python", include_str!("captures/snap7_python.hex")),
    ("nodes7", include_str!("captures/nodes7.hex")),
];

/// Direction and packet of each line, and the comment before it.
fn lines(capture: &str) -> Vec<(bool, Vec<u8>, &str)> {
    let mut comment = "";
    let mut lines = Vec::new();
    for line in capture.lines() {
        if let Some(text) = line.strip_prefix("# ") {
            comment = text;
            continue;
        }
        let (direction, hex) = line.split_once(' ').expect("a direction and bytes");
        let bytes = hex
            .as_bytes()
            .chunks(2)
            .map(|it| u8::from_str_radix(std::str::from_utf8(it).expect("hex"), 16).expect("hex"))
            .collect();
        lines.push((direction == ">", bytes, comment));
    }
    lines
}

fn decode(bytes: &[u8]) -> Tpdu {
    let packet = tpkt::decode(&mut BytesMut::from(bytes)).expect("TPKT").expect("whole");
    Tpdu::decode(&packet).expect("COTP")
}

/// The S7 messages after a comment.
fn messages(capture: &str, comment: &str) -> Vec<Pdu> {
    let found: Vec<Pdu> = lines(capture)
        .into_iter()
        .filter(|it| it.2.starts_with(comment))
        .filter_map(|(_, bytes, _)| match decode(&bytes) {
            Tpdu::Data { payload, .. } => Some(Pdu::decode(&payload).expect(comment)),
            _ => None,
        })
        .collect();
    assert!(!found.is_empty(), "{comment}");
    found
}

#[test]
fn other_peoples_packets_decode_and_encode_to_the_same_bytes() {
    for (name, capture) in CAPTURES {
        for (is_request, bytes, comment) in lines(capture) {
            let case = format!("{name}: {comment}");
            match decode(&bytes) {
                Tpdu::Data { last, payload } => {
                    assert!(last, "{case}");
                    let pdu = Pdu::decode(&payload).expect(&case);
                    assert_eq!(pdu.encode(), payload, "{case}");
                    let mut again = BytesMut::new();
                    cotp::encode_data(&payload, &mut again);
                    assert_eq!(again, bytes, "{case}");
                    check_message(&pdu, is_request, &case);
                }
                Tpdu::ConnectRequest(it) => {
                    assert_eq!(it.called, Some(0x0101), "{case}");
                    assert_eq!((it.calling, it.size), (Some(0x0100), Some(10)), "{case}");
                }
                Tpdu::ConnectConfirm(it) => assert_eq!(it.called, Some(0x0101), "{case}"),
                other => panic!("{case}: {other:?}"),
            }
        }
    }
}

/// Decodes the message and encodes it again.
fn check_message(pdu: &Pdu, is_request: bool, case: &str) {
    match (pdu.rosctr, pdu.parameters.first(), is_request) {
        (Rosctr::Job | Rosctr::AckData, Some(&function::SETUP), _) => {
            let setup = Setup::decode(&pdu.parameters).expect(case);
            assert_eq!(setup.encode(), pdu.parameters, "{case}");
            assert!(matches!(setup.pdu_size, 480 | 960), "{case}");
        }
        (Rosctr::Job, Some(&function::READ), true) => {
            let items = read::decode_request(&pdu.parameters).expect(case);
            assert_eq!(read::encode_request(&items), pdu.parameters, "{case}");
        }
        (Rosctr::AckData, Some(&function::READ), false) => {
            read::decode_reply(&pdu.parameters, &pdu.data).expect(case);
        }
        (Rosctr::UserData, _, true) => {
            let request = userdata::Request::decode(pdu).expect(case);
            assert_eq!(request.into_pdu(pdu.reference), *pdu, "{case}");
        }
        (Rosctr::UserData, _, false) => {
            userdata::Reply::decode(pdu).expect(case);
        }
        _ => assert!(
            pdu.rosctr != Rosctr::Job || case.contains("refuse") || case.contains("upload"),
            "{case}"
        ),
    }
}

#[test]
fn the_guard_passes_their_reads_and_refuses_the_rest() {
    let mut refused = Vec::new();
    for (name, capture) in CAPTURES {
        for (is_request, bytes, comment) in lines(capture) {
            if !is_request {
                continue;
            }
            match guard::check(&bytes) {
                Ok(()) => assert!(!comment.contains("refuse"), "{name}: {comment}"),
                Err(error) => refused.push((comment, error)),
            }
        }
    }
    let comments: Vec<&str> = refused.iter().map(|it| it.0).collect();
    assert_eq!(
        comments,
        [
            "write DB1 (the guard must refuse this)",
            "stop (the guard must refuse this)",
            "hot start (the guard must refuse this)",
            "list blocks",
            "upload a block",
        ]
    );
    for (error, expected) in refused.iter().map(|it| it.1).zip([
        guard::Refused::Function(0x05),
        guard::Refused::Function(0x29),
        guard::Refused::Function(0x28),
        guard::Refused::UserData { group: 0x43, function: 1 },
        guard::Refused::Function(0x1D),
    ]) {
        assert!(error == expected || matches!(error, guard::Refused::Malformed(_)), "{error}");
    }
}

#[test]
fn a_multiple_read_has_its_items() {
    for (capture, comment, replies) in [
        (
            CAPTURES[0].1,
            "read six variables",
            vec![
                ItemReply::data(&[0x07, 0x14, 0x21][..]),
                ItemReply::data(&[0x97][..]),
                ItemReply::Failed(0x0A),
                ItemReply::data(&[0x36, 0x43, 0x50, 0x5D, 0x6A][..]),
                ItemReply::Data {
                    bits: false,
                    bytes: Bytes::from_static(&[0x37, 0x44, 0x51, 0x5E]),
                },
                ItemReply::data(&[0x01][..]),
            ],
        ),
        (
            CAPTURES[1].1,
            "read three variables",
            vec![
                ItemReply::data(&[0x36, 0x43, 0x50, 0x5D, 0x6A][..]),
                ItemReply::data(&[0x97][..]),
                ItemReply::data(&[0x07, 0x14, 0x21][..]),
            ],
        ),
    ] {
        let [request, reply] = &messages(capture, comment)[..] else { panic!("a pair") };
        let items = read::decode_request(&request.parameters).expect(comment);
        assert_eq!(items.len(), replies.len());
        assert_eq!(read::decode_reply(&reply.parameters, &reply.data), Ok(replies));
    }
    let [request, _] = &messages(CAPTURES[0].1, "read 3 timers")[..] else { panic!("a pair") };
    let timers = item::Item {
        unit: item::unit::TIMER,
        count: 3,
        block: 0,
        area: item::area::TIMERS,
        address: 1,
    };
    assert_eq!(read::decode_request(&request.parameters), Ok(vec![timers]));
}

#[test]
fn item_errors_have_their_codes() {
    for (comment, code) in
        [("read a block that is not there", 0x0A), ("read beyond the end of DB1", 0x05)]
    {
        let reply = &messages(CAPTURES[0].1, comment)[1];
        let items = read::decode_reply(&reply.parameters, &reply.data);
        assert_eq!(items, Ok(vec![ItemReply::Failed(code)]), "{comment}");
    }
}

fn list(comment: &str) -> Szl {
    let reply = userdata::Reply::decode(&messages(CAPTURES[0].1, comment)[1]).expect(comment);
    let list = Szl::decode(&reply.data.expect(comment)).expect(comment);
    assert!(!list.records.is_empty());
    list
}

#[test]
fn status_lists_have_their_records() {
    let module = list("read SZL 0x0011");
    assert_eq!((module.id, module.record_size, module.iter().count()), (szl::id::MODULE, 28, 4));
    assert_eq!(&module.record(1).expect("a record")[2..22], b"6ES7 315-2EH14-0AB0 ");
    let components = list("read SZL 0x001c");
    assert_eq!((components.record_size, components.iter().count()), (34, 10));
    assert!(components.record(7).expect("a record")[2..].starts_with(b"CPU 315-2 PN/DP"));
    assert_eq!(list("read SZL 0x0424").iter().next().expect("a record")[3], 0x08);
    assert_eq!(list("read SZL 0x0232").record(4).expect("a record")[7], 1);
    let refused = userdata::Reply::decode(&messages(CAPTURES[0].1, "read SZL 0x0777")[1]);
    let refused = refused.expect("decodes");
    assert_eq!((refused.error, refused.data), (0xD402, Err(0x0A)));
}

#[test]
fn the_clock_tells_the_time_of_the_recording() {
    for (name, capture) in &CAPTURES[..2] {
        let reply = userdata::Reply::decode(&messages(capture, "read the clock")[1]).expect(name);
        let time = clock::decode(&reply.data.expect(name)).expect(name);
        assert_eq!(time.date().to_string(), "2026-11-21", "{name}");
    }
}

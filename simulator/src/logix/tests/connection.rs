//! Connections: open, use, close, time out.

use tagbridge_cip::codec::{
    Status,
    connection_manager::{UnconnectedSend, Unsuccessful},
    read_tag::read_tag,
};

use super::*;

fn refused(bench: &mut Bench, message: &[u8]) -> Status {
    Reply::decode(&bench.unconnected(message)).unwrap().status
}

/// Checks the extended status of an invalid Forward Open.
fn check(change: impl FnOnce(&mut ForwardOpen), extended: &[u16]) {
    let mut bench = Bench::new();
    let mut request = open(7, 500);
    change(&mut request);
    let reply = bench.unconnected(&request.request().to_bytes());
    let reply = Reply::decode(&reply).unwrap();
    let status = Status { general: 0x01, extended: extended.to_vec() };
    assert_eq!(reply.status, status, "{request:?}");
    let unsuccessful = Unsuccessful::decode(reply.data).unwrap();
    assert_eq!(unsuccessful.triad, request.triad);
    assert_eq!(bench.controller.own.connections.len(), 0);
}

#[test]
fn refuses_opens_that_are_not_in_order() {
    check(|it| it.transport = 0x01, &[0x0103]);
    check(|it| it.timeout_multiplier = 8, &[0x0108]);
    check(|it| it.o_t_rpi_us = 0, &[0x0111]);
    check(|it| it.t_o.connection_type = 1, &[0x0108]);
    check(|it| it.o_t.redundant_owner = true, &[0x0108]);
    check(|it| it.o_t.size = 8, &[0x0109, 4002]);
    check(
        |it| {
            it.large = true;
            it.t_o.size = 4003;
        },
        &[0x0109, 4002],
    );
    for (route, extended) in [("2,10.0.0.1", 0x0311), ("1,3", 0x0312), ("1,0,2,10.0.0.1", 0x0312)] {
        let mut path = parse_route(route).unwrap();
        path.0.extend(EPath::object(2, 1).0);
        check(|it| it.path = path, &[extended]);
    }
    check(|it| it.path = EPath::object(4, 1), &[0x0315]);
}

#[test]
fn offers_no_more_connections_than_it_has() {
    let mut bench = Bench::new();
    for serial in 1..=3 {
        assert!(refused(&mut bench, &open(serial, 500).request().to_bytes()).is_success());
    }
    let full = refused(&mut bench, &open(4, 500).request().to_bytes());
    assert_eq!(full, Status::with(0x01, 0x0113));
    let twice = refused(&mut bench, &open(3, 500).request().to_bytes());
    assert_eq!(twice, Status::with(0x01, 0x0100));

    assert!(refused(&mut bench, &close(2).request().to_bytes()).is_success());
    let gone = refused(&mut bench, &close(2).request().to_bytes());
    assert_eq!(gone, Status::with(0x01, 0x0107));
    assert!(refused(&mut bench, &open(4, 500).request().to_bytes()).is_success());
    let counters = &bench.controller.counters;
    assert_eq!((counters.connections_opened, counters.connections_closed), (4, 1));
}

#[test]
fn forgets_a_connection_that_nobody_uses() {
    let mut bench = Bench::new();
    let id = bench.open(500);
    let message = read_tag(path(&["Word"]), 1).to_bytes();
    // RPI 1 s, multiplied by 8; before the first use it is 10 s.
    for (sequence, wait, answered) in [(1, 9, true), (2, 7, true), (3, 7, true), (4, 8, false)] {
        bench.later(Duration::from_secs(wait));
        assert_eq!(bench.connected(id, sequence, &message).is_some(), answered, "{sequence}");
    }
    let counters = &bench.controller.counters;
    assert_eq!((counters.connections_timed_out, counters.unknown_connection), (1, 1));
    assert_eq!(bench.controller.own.connections.len(), 0);
}

#[test]
fn answers_a_repeated_packet_with_the_same_reply() {
    let mut bench = Bench::new();
    let id = bench.open(500);
    let message = read_tag(path(&["Word"]), 1).to_bytes();
    let first = bench.connected(id, 9, &message).unwrap();
    bench.controller.memory.set("Word", &tagbridge_driver::Value::Int(5)).unwrap();
    assert_eq!(bench.connected(id, 9, &message), Some(first.clone()));
    assert_ne!(bench.connected(id, 10, &message), Some(first));
    assert_eq!(bench.controller.counters.duplicates, 1);
    assert_eq!(bench.controller.counters.service(0x4C, 0x6B), 2);
}

#[test]
fn a_connection_belongs_to_its_session() {
    let mut bench = Bench::new();
    let id = bench.open(500);
    let message = read_tag(path(&["Word"]), 1).to_bytes();
    let answer = bench.controller.connected(HANDLE + 1, id, 1, &message, bench.now);
    assert_eq!(answer, None);
    assert!(bench.connected(id + 1, 1, &message).is_none());
    assert_eq!(bench.controller.counters.unknown_connection, 2);
}

#[test]
fn passes_on_to_itself_alone() {
    let message = read_tag(path(&["Word"]), 1).to_bytes();
    for (route, status) in [
        ("", Status::of(0)),
        ("1,0", Status::of(0)),
        ("1,1", Status::with(0x01, 0x0312)),
        ("3,0", Status::with(0x01, 0x0311)),
    ] {
        let mut bench = Bench::new();
        let route = parse_route(route).unwrap();
        let send =
            UnconnectedSend { patience: RequestTimeout::ONE_SECOND, message: &message, route };
        let reply = bench.unconnected(&send.request().to_bytes());
        let reply = Reply::decode(&reply).unwrap();
        assert_eq!(reply.status, status);
        let service = if status.is_success() { 0x4C } else { 0x52 };
        assert_eq!(reply.service, service);
    }
}

#[test]
fn embedded_messages_open_no_connections() {
    let opening = open(1, 500).request().to_bytes();
    let send = UnconnectedSend {
        patience: RequestTimeout::ONE_SECOND,
        message: &opening,
        route: EPath::default(),
    };
    let mut bench = Bench::new();
    assert_eq!(refused(&mut bench, &send.request().to_bytes()), Status::of(0x08));
    let id = bench.open(500);
    let reply = bench.connected(id, 1, &open(2, 500).request().to_bytes()).unwrap();
    assert_eq!(Reply::decode(&reply).unwrap().status, Status::of(0x08));
}

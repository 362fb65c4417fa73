//! Reading tags: whole, in fragments, several at once.

use tagbridge_cip::codec::{
    Status, multiple_service,
    read_tag::{read_tag, read_tag_fragmented},
};
use tagbridge_driver::Value;

use super::*;

fn read(bench: &mut Bench, steps: &[&str], elements: u16) -> (Status, Vec<u8>) {
    answer(&bench.unconnected(&read_tag(path(steps), elements).to_bytes()))
}

fn answer(reply: &[u8]) -> (Status, Vec<u8>) {
    let reply = Reply::decode(reply).unwrap();
    (reply.status, reply.data.to_vec())
}

#[test]
fn answers_type_and_bytes() {
    let mut bench = Bench::new();
    for (name, value) in [
        ("Word", Value::Int(0x0102_0304)),
        ("Flag", Value::Bool(true)),
        ("Grid[2,1]", Value::Int(-2)),
        ("Grid[2,2]", Value::Int(7)),
        ("Flags[33]", Value::Bool(true)),
        ("Text", Value::Text("ab".into())),
        ("Motors[1].Fault", Value::Bool(true)),
        ("Motors[1].Speed", Value::Real(1.0)),
        ("Program:Main.Step", Value::Int(9)),
    ] {
        bench.controller.memory.set(name, &value).unwrap();
    }
    let handle = bench.controller.memory.model().structures()[1].handle.to_le_bytes();
    let motor = [&[0xA0, 0x02], &handle[..], &[2, 0, 0, 0, 0, 0, 0x80, 0x3F]].concat();
    let step = ["Program:Main", "Step"];
    for (steps, elements, data) in [
        (&["WORD"][..], 1, &[0xC4, 0, 4, 3, 2, 1][..]),
        (&["Flag"], 1, &[0xC1, 0, 1]),
        (&["Grid", "2", "1"], 2, &[0xC3, 0, 0xFE, 0xFF, 7, 0]),
        (&["Flags"], 2, &[0xD3, 0, 0, 0, 0, 0, 2, 0, 0, 0]),
        (&["Flags", "1"], 1, &[0xD3, 0, 2, 0, 0, 0]),
        (&["Text", "LEN"], 1, &[0xC4, 0, 2, 0, 0, 0]),
        (&["Text", "DATA", "0"], 2, &[0xC2, 0, b'a', b'b']),
        (&["Motors", "1"], 1, &motor),
        (&["Motors", "1", "fault"], 1, &[0xC1, 0, 1]),
        (&["Motors", "1", "On"], 1, &[0xC1, 0, 0]),
        (&step, 1, &[0xC3, 0, 9, 0]),
    ] {
        assert_eq!(read(&mut bench, steps, elements), (Status::of(0), data.to_vec()), "{steps:?}");
    }
    let text = read(&mut bench, &["Text"], 1).1;
    assert_eq!((text.len(), &text[..6]), (4 + 88, &[0xA0, 0x02, 0xCE, 0x0F, 2, 0][..]));
}

#[test]
fn says_why_not() {
    let mut bench = Bench::new();
    for (steps, elements, status) in [
        (&["Nope"][..], 1, Status::with(0x04, 0)),
        (&["Program:Main"], 1, Status::with(0x04, 0)),
        (&["Program:Other", "Step"], 1, Status::with(0x04, 0)),
        (&["Word", "Speed"], 1, Status::with(0x04, 0)),
        (&["Word", "0"], 1, Status::with(0x04, 0)),
        (&["Grid", "1"], 1, Status::with(0x04, 0)),
        (&["Big", "1000"], 1, Status::with(0xFF, 0x2105)),
        (&["Big", "999"], 2, Status::with(0xFF, 0x2105)),
        (&["Big"], 0, Status::with(0xFF, 0x2105)),
        (&["Word"], 2, Status::with(0xFF, 0x2105)),
        (&["Secret"], 1, Status::of(0x0F)),
    ] {
        assert_eq!(read(&mut bench, steps, elements), (status, Vec::new()), "{steps:?}");
    }
    assert_eq!(read(&mut bench, &["Constant"], 1).0, Status::of(0));
}

/// Reads all fragments and compares them with the memory.
fn check_fragments(size: u16, name: &str, elements: u16, header: usize, total: usize) {
    let mut bench = Bench::new();
    for at in 0..1000 {
        let name = format!("Big[{at}]");
        bench.controller.memory.set(&name, &Value::Int(at * 7)).unwrap();
    }
    let id = bench.open(size);
    let mut all = Vec::new();
    for sequence in 1.. {
        let offset = u32::try_from(all.len()).unwrap();
        let request = read_tag_fragmented(path(&[name]), elements, offset).to_bytes();
        let reply = bench.connected(id, sequence, &request).unwrap();
        assert!(reply.len() + 2 <= usize::from(size), "{} bytes", reply.len());
        let (status, data) = answer(&reply);
        all.extend_from_slice(&data[header..]);
        match status.general {
            Status::SUCCESS => break,
            Status::PARTIAL_TRANSFER => assert!(data.len() > header),
            other => panic!("status {other:#04x}"),
        }
    }
    assert_eq!(all.len(), total);
    let memory = &bench.controller.memory;
    let start = super::super::location::resolve_text(memory.model(), name).unwrap().offset as usize;
    assert_eq!(all, memory.bytes()[start..start + total]);
}

#[test]
fn fragments_make_a_whole() {
    check_fragments(500, "Big", 1000, 2, 4000);
    check_fragments(4002, "Big", 1000, 2, 4000);
    check_fragments(20, "Big", 100, 2, 400);
    check_fragments(500, "Texts", 20, 4, 1760);
}

#[test]
fn reads_what_fits_and_says_that_there_is_more() {
    let mut bench = Bench::new();
    let id = bench.open(500);
    let reply = bench.connected(id, 1, &read_tag(path(&["Big"]), 1000).to_bytes()).unwrap();
    let (status, data) = answer(&reply);
    assert_eq!((status, data.len()), (Status::of(0x06), 2 + 492));
    let beyond = read_tag_fragmented(path(&["Big"]), 1000, 4000).to_bytes();
    let (status, _) = answer(&bench.connected(id, 2, &beyond).unwrap());
    assert_eq!(status, Status::with(0xFF, 0x2104));
}

#[test]
fn several_at_once_fail_one_by_one() {
    let mut bench = Bench::new();
    let id = bench.open(500);
    let members = [
        read_tag(path(&["Word"]), 1).to_bytes(),
        read_tag(path(&["Nope"]), 1).to_bytes(),
        read_tag(path(&["Big"]), 1000).to_bytes(),
        read_tag(path(&["Text"]), 1).to_bytes(),
    ];
    let reply = bench.connected(id, 1, &multiple_service::request(&members).to_bytes()).unwrap();
    assert!(reply.len() <= 498, "{} bytes", reply.len());
    let (status, data) = answer(&reply);
    assert_eq!(status, Status::of(0x1E));
    let statuses: Vec<u8> = multiple_service::split(&data)
        .unwrap()
        .iter()
        .map(|member| answer(member).0.general)
        .collect();
    assert_eq!(statuses, [0x00, 0x04, 0x06, 0x11]);

    let good = multiple_service::request(&members[..1]).to_bytes();
    assert_eq!(answer(&bench.connected(id, 2, &good).unwrap()).0, Status::of(0));
    let nested = multiple_service::request(&[good]).to_bytes();
    let (status, data) = answer(&bench.connected(id, 3, &nested).unwrap());
    assert_eq!(status, Status::of(0x1E));
    assert_eq!(answer(multiple_service::split(&data).unwrap()[0]).0, Status::of(0x08));
}

#[test]
fn a_packet_that_is_full_to_the_last_byte_fits() {
    // Σ(2+6+4) + 6 + 2 bytes: 41 DINTs in 500 bytes.
    let mut bench = Bench::new();
    let id = bench.open(500);
    let member = read_tag(EPath::object(0x6B, 1), 1).to_bytes();
    for (sequence, count, status) in [(1, 41, 0x00), (2, 42, 0x1E)] {
        let members = vec![&member; count];
        let request = multiple_service::request(&members).to_bytes();
        let reply = bench.connected(id, sequence, &request).unwrap();
        assert_eq!(answer(&reply).0, Status::of(status), "{count} tags");
    }
}

#[test]
fn unconnected_replies_are_short() {
    let mut bench = Bench::new();
    let (status, data) = read(&mut bench, &["Big"], 1000);
    assert_eq!((status, data.len()), (Status::of(0x06), 2 + 496));
}

//! Faults that need no network, and the effects of a download.

use tagbridge_cip::codec::{
    Status, multiple_service,
    read_tag::{read_tag, read_tag_fragmented},
};
use tagbridge_driver::Value;

use super::*;
use crate::{
    logix::Fault,
    rig::{delivery::Delivery, set_up::Program},
};

fn with(faults: &[Fault]) -> Bench {
    let mut bench = Bench::new();
    bench.controller.faults = faults.to_vec();
    bench
}

fn read_word() -> Vec<u8> {
    read_tag(path(&["Word"]), 1).to_bytes()
}

/// Sends a connected read of one tag and returns the sequence count of the reply.
fn counted(bench: &mut Bench, connection_id: u32, sequence: u16) -> u16 {
    let packet = Packet::Connected { connection_id, sequence, message: &read_word() };
    let data = SendData { timeout: 0, packet };
    let frame = Frame::request(Command::SEND_UNIT_DATA, HANDLE, [0; 8], data.encode());
    match SendData::decode(&bench.reply(&frame).data).unwrap().packet {
        Packet::Connected { sequence, .. } => sequence,
        Packet::Unconnected { .. } => panic!("an unconnected reply"),
    }
}

#[test]
fn counts_wrongly() {
    let mut bench = with(&[]);
    let id = bench.open(500);
    // The Forward Open was the first reply.
    bench.controller.faults = vec![Fault::WrongSequence { every: 3 }];
    let counts: Vec<u16> = (10..15).map(|it| counted(&mut bench, id, it)).collect();
    assert_eq!(counts, [10, 10, 12, 13, 13]);
}

#[test]
fn repeats_itself() {
    let mut bench = with(&[Fault::Stale { every: 3 }]);
    let id = bench.open(500);
    let counts: Vec<u16> = (10..15).map(|it| counted(&mut bench, id, it)).collect();
    assert_eq!(counts, [10, 10, 12, 13, 13]);
}

#[test]
fn never_comes_to_an_end() {
    let mut bench = with(&[Fault::EndlessFragments]);
    for offset in [0, 4, 400, 4000, 1_000_000] {
        let request = read_tag_fragmented(path(&["Big"]), 1000, offset).to_bytes();
        let reply = bench.unconnected(&request);
        let reply = Reply::decode(&reply).unwrap();
        assert_eq!(reply.status, Status::of(0x06), "at {offset}");
        assert!(reply.data.len() > 2, "at {offset}");
    }
}

#[test]
fn does_not_know_large_connections() {
    let mut bench = with(&[Fault::RefuseLarge]);
    let reply = bench.unconnected(&open(1, 4000).request().to_bytes());
    assert_eq!(Reply::decode(&reply).unwrap().status, Status::of(0x08));
    bench.open(500);
}

#[test]
fn fails_members() {
    let mut bench = with(&[Fault::FailMembers { every: 2 }]);
    let reply = bench.unconnected(&multiple_service::request(&vec![read_word(); 4]).to_bytes());
    let reply = Reply::decode(&reply).unwrap();
    assert_eq!(reply.status, Status::of(0x1E));
    let statuses: Vec<u8> =
        multiple_service::split(reply.data).unwrap().iter().map(|member| member[2]).collect();
    assert_eq!(statuses, [0, 2, 0, 2]);
}

#[test]
fn a_session_is_registered_in_order_all_the_same() {
    let mut bench = Bench::unregistered(model().unwrap());
    bench.controller.faults = vec![Fault::Drop { every: 1 }];
    let register = Frame::request(Command::REGISTER_SESSION, 0, [0; 8], vec![1, 0, 0, 0]);
    let Action::Reply(_, delivery) = bench.step(&register) else {
        panic!("no reply");
    };
    assert_eq!(delivery, Delivery::AT_ONCE);
}

/// Adds one to `Word` whenever it is executed.
struct AddOne;

impl Program<Memory> for AddOne {
    fn advance(&mut self, memory: &mut Memory, _: Duration) {
        let word = memory.slot::<i32>("Word").unwrap();
        memory.write(word, memory.read(word) + 1);
    }
}

#[test]
fn the_program_runs_when_the_key_allows_it() {
    let mut bench = Bench::new();
    bench.controller.program = Some(Box::new(AddOne));
    for (mode, word) in [(Mode::Run, 1), (Mode::Program, 1), (Mode::Fault, 1), (Mode::Run, 2)] {
        bench.controller.mode = mode;
        bench.controller.run(Duration::from_millis(20));
        assert_eq!(bench.controller.memory.value("Word"), Ok(Value::Int(word)), "{mode:?}");
    }
}

#[test]
fn a_download_is_noticed() {
    let mut bench = Bench::new();
    let numbers = request(0x03, &EPath::object(0xAC, 1), &[3, 0, 3, 0, 4, 0, 10, 0]);
    let by_instance = read_tag(EPath::object(0x6B, 1), 1).to_bytes();
    let before = bench.unconnected(&numbers);
    assert_eq!(bench.unconnected(&numbers), before);
    assert!(Reply::decode(&bench.unconnected(&by_instance)).unwrap().status.is_success());
    let same = bench.controller.memory.clone();
    bench.controller.download(Controller::new(same, LogixState::new(3, 0)));
    assert_ne!(bench.unconnected(&numbers), before);
    let gone = bench.unconnected(&by_instance);
    assert_eq!(Reply::decode(&gone).unwrap().status, Status::with(0x05, 0));
    assert!(Reply::decode(&bench.unconnected(&read_word())).unwrap().status.is_success());
}

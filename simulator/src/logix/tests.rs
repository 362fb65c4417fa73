//! The controller without a network: frames and the time are inputs, frames are outputs.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tagbridge_cip::codec::{
    Command, EPath, Frame, Reply, Segment,
    connection_manager::{
        ForwardClose, ForwardOpen, ForwardOpenReply, NetworkParameters, RequestTimeout,
        TRANSPORT_CLASS_3, Triad,
    },
    cpf::{Packet, SendData},
    encapsulation::RegisterSession,
    epath::parse_route,
};

use super::{
    Memory, Mode, Model,
    controller::{Controller, LogixState},
    model::ModelError,
    session::{Action, Session},
};

mod connection;
mod encapsulation;
mod faults;
mod garbage;
mod reading;
mod refusing;

/// A controller, the session of one client, and the time.
struct Bench {
    controller: Controller,
    session: Session,
    now: Instant,
}

const HANDLE: u32 = 0x1234;
const SUCCESS: u32 = 0;

impl Bench {
    /// A client that has not sent anything yet.
    fn unregistered(model: Model) -> Self {
        Self {
            controller: Controller::new(Memory::new(Arc::new(model)), LogixState::new(3, 0x0100)),
            session: Session::new(HANDLE, "127.0.0.1:44818".parse().unwrap()),
            now: Instant::now(),
        }
    }

    /// A client that has registered its session.
    fn new() -> Self {
        let mut bench = Self::unregistered(model().unwrap());
        let data = RegisterSession::VERSION_1.encode().to_vec();
        let reply = bench.reply(&Frame::request(Command::REGISTER_SESSION, 0, [0; 8], data));
        assert_eq!((reply.status, reply.session), (SUCCESS, HANDLE));
        bench
    }

    fn step(&mut self, frame: &Frame) -> Action {
        self.session.handle(frame, &mut self.controller, self.now)
    }

    fn reply(&mut self, frame: &Frame) -> Frame {
        match self.step(frame) {
            Action::Reply(reply, _) => reply,
            other => panic!("{frame:?} was answered with {other:?}"),
        }
    }

    /// Sends an unconnected message and returns the message of the reply.
    fn unconnected(&mut self, message: &[u8]) -> Vec<u8> {
        let data = SendData { timeout: 0, packet: Packet::Unconnected { message } };
        let frame = Frame::request(Command::SEND_RR_DATA, HANDLE, *b"question", data.encode());
        let reply = self.reply(&frame);
        assert_eq!((reply.status, reply.context), (SUCCESS, *b"question"));
        SendData::decode(&reply.data).unwrap().packet.message().to_vec()
    }

    /// Sends a connected message; `None` if there is no reply.
    fn connected(&mut self, connection: u32, sequence: u16, message: &[u8]) -> Option<Vec<u8>> {
        let packet = Packet::Connected { connection_id: connection, sequence, message };
        let data = SendData { timeout: 0, packet };
        let frame = Frame::request(Command::SEND_UNIT_DATA, HANDLE, [0; 8], data.encode());
        let Action::Reply(reply, _) = self.step(&frame) else {
            return None;
        };
        match SendData::decode(&reply.data).unwrap().packet {
            Packet::Connected { connection_id, sequence: counted, message } => {
                assert_eq!((connection_id, counted), (T_O_ID, sequence));
                Some(message.to_vec())
            }
            Packet::Unconnected { .. } => panic!("an unconnected reply"),
        }
    }

    /// Opens a connection of this size in both directions.
    fn open(&mut self, size: u16) -> u32 {
        let reply = self.unconnected(&open(1, size).request().to_bytes());
        let reply = Reply::decode(&reply).unwrap();
        assert!(reply.status.is_success(), "{}", reply.status);
        ForwardOpenReply::decode(reply.data).unwrap().o_t_connection_id
    }

    fn later(&mut self, by: Duration) {
        self.now += by;
    }
}

const T_O_ID: u32 = 0x00C0_FFEE;

fn model() -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.add_structure("Motor", &[("On", "BOOL"), ("Fault", "BOOL"), ("Speed", "REAL")])?;
    for (name, type_text) in [
        ("Word", "DINT"),
        ("Flag", "BOOL"),
        ("Grid", "INT[3,4]"),
        ("Big", "DINT[1000]"),
        ("Flags", "BOOL[64]"),
        ("Text", "STRING"),
        ("Texts", "STRING[20]"),
        ("Motors", "Motor[5]"),
        ("Program:Main.Step", "INT"),
    ] {
        model.add(name, type_text)?;
    }
    model.add_with_access("Secret", "DINT", super::ExternalAccess::None)?;
    model.add_with_access("Constant", "DINT", super::ExternalAccess::ReadOnly)?;
    Ok(model)
}

fn triad(serial: u16) -> Triad {
    Triad { serial, vendor: 0x1337, originator: 42 }
}

fn router() -> EPath {
    let mut path = parse_route("1,0").unwrap();
    path.0.extend(EPath::object(2, 1).0);
    path
}

fn open(serial: u16, size: u16) -> ForwardOpen {
    ForwardOpen {
        large: size > 511,
        patience: RequestTimeout::ONE_SECOND,
        o_t_connection_id: 0,
        t_o_connection_id: T_O_ID,
        triad: triad(serial),
        timeout_multiplier: 1,
        o_t_rpi_us: 1_000_000,
        o_t: NetworkParameters::explicit(size),
        t_o_rpi_us: 1_000_000,
        t_o: NetworkParameters::explicit(size),
        transport: TRANSPORT_CLASS_3,
        path: router(),
    }
}

fn close(serial: u16) -> ForwardClose {
    ForwardClose { patience: RequestTimeout::ONE_SECOND, triad: triad(serial), path: router() }
}

/// The path of a tag: names and indices.
fn path(steps: &[&str]) -> EPath {
    steps
        .iter()
        .map(|step| match step.parse() {
            Ok(index) => Segment::Member(index),
            Err(_) => Segment::Symbol((*step).to_owned()),
        })
        .collect()
}

/// The bytes of a request.
fn request(service: u8, path: &EPath, data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![service];
    path.encode_sized(&mut bytes);
    bytes.extend_from_slice(data);
    bytes
}

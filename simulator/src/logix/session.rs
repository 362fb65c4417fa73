//! The encapsulation layer of one TCP connection.
//!
//! Source: CIP Networks Library volume 2, chapter 2.

use std::{net::SocketAddrV4, time::Instant};

use bytes::{BufMut, Bytes};
use tagbridge_cip::codec::{
    Command, Frame,
    cpf::{self, Item, Packet, SendData},
    encapsulation::{RegisterSession, status},
    identity::ListIdentityItem,
};

use super::{controller::Controller, fault::Fault};
use crate::rig::{delivery::Delivery, fault::hits};

/// The state of one TCP connection.
#[derive(Debug)]
pub(super) struct Session {
    handle: u32,
    registered: bool,
    /// The address that the client used; `ListIdentity` returns it.
    local: SocketAddrV4,
    /// Number of answered CIP messages.
    answered: u64,
    /// The last of these answers, for the fault that repeats it.
    previous: Option<Frame>,
}

/// The reaction to a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    Reply(Frame, Delivery),
    /// No reply.
    Silence,
    /// The TCP connection is closed.
    Close,
}

impl Session {
    /// Creates the state of a new TCP connection; `handle` is its session handle after
    /// registration.
    pub(super) fn new(handle: u32, local: SocketAddrV4) -> Self {
        Self { handle, registered: false, local, answered: 0, previous: None }
    }

    /// Answers a frame.
    pub(super) fn handle(
        &mut self,
        frame: &Frame,
        controller: &mut Controller,
        now: Instant,
    ) -> Action {
        let reply = match self.step(frame, controller, now) {
            Response::Reply(reply) => reply,
            Response::Silence => return Action::Silence,
            Response::Close => return Action::Close,
        };
        controller.counters.replies += 1;
        if reply.status != status::SUCCESS {
            controller.counters.malformed += 1;
        }
        match frame.command {
            Command::SEND_RR_DATA | Command::SEND_UNIT_DATA => {
                self.misbehave(reply, &controller.faults)
            }
            _ => Action::Reply(reply, Delivery::AT_ONCE),
        }
    }

    /// Applies the faults to a reply.
    fn misbehave(&mut self, mut reply: Frame, faults: &[Fault]) -> Action {
        self.answered += 1;
        let previous = self.previous.take();
        if faults.is_empty() {
            return Action::Reply(reply, Delivery::AT_ONCE);
        }
        let sent = reply.clone();
        for fault in faults {
            match *fault {
                Fault::WrongSequence { every } if hits(every, self.answered) => {
                    reply.data = with_wrong_sequence(&reply);
                }
                Fault::Stale { every } if hits(every, self.answered) => {
                    reply = previous.clone().unwrap_or(reply);
                }
                _ => {}
            }
        }
        self.previous = Some(sent);
        Action::Reply(reply, Fault::delivery(faults, self.answered))
    }

    fn step(&mut self, frame: &Frame, controller: &mut Controller, now: Instant) -> Response {
        if frame.options != 0 {
            // "The receiver shall discard" (chapter 2-3.6).
            controller.counters.malformed += 1;
            return Response::Silence;
        }
        if frame.status != status::SUCCESS {
            return Response::Reply(frame.reply(status::INCORRECT_DATA, Vec::new()));
        }
        match frame.command {
            NOP => Response::Silence,
            Command::REGISTER_SESSION => self.register(frame, controller),
            Command::UNREGISTER_SESSION => Response::Close,
            Command::SEND_RR_DATA => self.send_rr_data(frame, controller, now),
            Command::SEND_UNIT_DATA => self.send_unit_data(frame, controller, now),
            _ => Response::Reply(list(frame, controller, self.local)),
        }
    }

    fn register(&mut self, frame: &Frame, controller: &mut Controller) -> Response {
        if frame.data.len() != 4 {
            return Response::Reply(frame.reply(status::INVALID_LENGTH, Vec::new()));
        }
        if self.registered {
            return Response::Reply(frame.reply(status::INVALID_COMMAND, Vec::new()));
        }
        let supported = RegisterSession::VERSION_1;
        if RegisterSession::decode(&frame.data) != Ok(supported) {
            let data = supported.encode().to_vec();
            return Response::Reply(frame.reply(status::UNSUPPORTED_PROTOCOL, data));
        }
        self.registered = true;
        controller.counters.sessions += 1;
        let reply = frame.reply(status::SUCCESS, frame.data.clone());
        Response::Reply(Frame { session: self.handle, ..reply })
    }

    fn send_rr_data(&self, frame: &Frame, controller: &mut Controller, now: Instant) -> Response {
        let message = match self.packet(frame) {
            Ok(Packet::Unconnected { message }) => message,
            Ok(Packet::Connected { .. }) => return refuse(frame, status::INCORRECT_DATA),
            Err(status) => return refuse(frame, status),
        };
        let Some(reply) = controller.unconnected(self.handle, message, now) else {
            return refuse(frame, status::INCORRECT_DATA);
        };
        let data = SendData { timeout: 0, packet: Packet::Unconnected { message: &reply } };
        Response::Reply(frame.reply(status::SUCCESS, data.encode()))
    }

    fn send_unit_data(&self, frame: &Frame, controller: &mut Controller, now: Instant) -> Response {
        let (connection_id, sequence, message) = match self.packet(frame) {
            Ok(Packet::Connected { connection_id, sequence, message }) => {
                (connection_id, sequence, message)
            }
            Ok(Packet::Unconnected { .. }) => return refuse(frame, status::INCORRECT_DATA),
            Err(status) => return refuse(frame, status),
        };
        let answer = controller.connected(self.handle, connection_id, sequence, message, now);
        let Some((connection_id, reply)) = answer else {
            return Response::Silence;
        };
        let data = SendData {
            timeout: 0,
            packet: Packet::Connected { connection_id, sequence, message: &reply },
        };
        Response::Reply(frame.reply(status::SUCCESS, data.encode()))
    }

    /// Returns the packet in the frame, or the status of a refusal.
    fn packet<'a>(&self, frame: &'a Frame) -> Result<Packet<'a>, u32> {
        if !self.registered || frame.session != self.handle {
            return Err(status::INVALID_SESSION);
        }
        let sent = SendData::decode(&frame.data).map_err(|error| {
            tracing::debug!(%error, "malformed packet");
            status::INCORRECT_DATA
        })?;
        // A request contains exactly its two items.
        if sent.encode() != frame.data {
            return Err(status::INCORRECT_DATA);
        }
        Ok(sent.packet)
    }
}

/// The response to a frame.
enum Response {
    Reply(Frame),
    Silence,
    Close,
}

/// Returns the data of a connected reply with a wrong sequence count; unconnected replies are
/// unchanged.
fn with_wrong_sequence(reply: &Frame) -> Bytes {
    match SendData::decode(&reply.data) {
        Ok(SendData {
            timeout,
            packet: Packet::Connected { connection_id, sequence, message },
        }) => {
            let sequence = sequence.wrapping_sub(1);
            let packet = Packet::Connected { connection_id, sequence, message };
            SendData { timeout, packet }.encode().into()
        }
        _ => reply.data.clone(),
    }
}

/// No operation; keeps a TCP connection open.
const NOP: Command = Command(0);

fn refuse(frame: &Frame, status: u32) -> Response {
    Response::Reply(frame.reply(status, Vec::new()))
}

/// Answers the lists, which need no session. Other commands are not supported.
pub(super) fn list(frame: &Frame, controller: &Controller, local: SocketAddrV4) -> Frame {
    let (kind, data) = match frame.command {
        Command::LIST_IDENTITY => {
            let item = ListIdentityItem {
                protocol_version: 1,
                socket: local,
                identity: controller.identity.object(controller.mode),
                state: 3,
            };
            (cpf::LIST_IDENTITY, item.encode())
        }
        Command::LIST_SERVICES => (cpf::LIST_SERVICES, communications_service()),
        Command::LIST_INTERFACES if frame.data.is_empty() => {
            return frame.reply(status::SUCCESS, vec![0, 0]);
        }
        Command::LIST_INTERFACES => return frame.reply(status::INVALID_LENGTH, Vec::new()),
        _ => return frame.reply(status::INVALID_COMMAND, Vec::new()),
    };
    if !frame.data.is_empty() {
        return frame.reply(status::INVALID_LENGTH, Vec::new());
    }
    let mut items = Vec::new();
    cpf::encode_items(&[Item { kind, data: &data }], &mut items);
    frame.reply(status::SUCCESS, items)
}

/// Version 1, CIP over TCP, and the only service name (chapter 2-4.6).
fn communications_service() -> Vec<u8> {
    const CIP_OVER_TCP: u16 = 1 << 5;
    let mut data = Vec::new();
    data.put_u16_le(1);
    data.put_u16_le(CIP_OVER_TCP);
    data.put_slice(b"Communications\0\0");
    data
}

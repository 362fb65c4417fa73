//! The final check before the socket: only requests that read are sent.
//!
//! Parses the final bytes again and compares them with the allow-list. A service code alone is
//! ambiguous, because other classes use it for another service (0x4E is Forward Close of the
//! Connection Manager and Read-Modify-Write of a tag). So the list has pairs of service and class,
//! and each embedded request is checked.

mod allowed;
mod kinds;
mod request;
mod target;

use bytes::BytesMut;

pub(crate) use self::kinds::{KINDS, Kind};
use self::request::{Carrier, check_request};
use crate::codec::{
    Command, DecodeError, EPath, Frame, Reader,
    cpf::{Packet, SendData},
    encapsulation::{RegisterSession, status},
};

/// Why a frame must not be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It cannot be decoded completely.
    #[error("the read-only guard cannot understand a frame of ours: {0}")]
    Malformed(#[from] DecodeError),
    /// An encapsulation command that is not on the list.
    #[error("the read-only guard does not let {0:?} pass")]
    Command(Command),
    /// A service that is not on the list for its class, or not at this position.
    #[error("the read-only guard does not let service {service:#04x} on {path:?} pass")]
    Service {
        /// The service code.
        service: u8,
        /// The path.
        path: EPath,
    },
}

/// Allows a frame that only reads.
pub fn check(bytes: &[u8]) -> Result<(), Refused> {
    inspect(bytes, &mut |_| {})
}

/// Does the same, and reports the kind of each request in it.
pub(crate) fn inspect(bytes: &[u8], seen: &mut dyn FnMut(Kind)) -> Result<(), Refused> {
    let mut rest = BytesMut::from(bytes);
    let incomplete = || DecodeError::new("frame", 0, "one whole frame", "a part of one");
    let frame = Frame::decode(&mut rest)?.ok_or_else(incomplete)?;
    Reader::new(&rest).finish("frame")?;
    if (frame.status, frame.options) != (status::SUCCESS, 0) {
        let found = format!("{} and {}", frame.status, frame.options);
        return Err(DecodeError::new("status and options", 8, "0 and 0", found).into());
    }
    match frame.command {
        Command::LIST_SERVICES
        | Command::LIST_IDENTITY
        | Command::LIST_INTERFACES
        | Command::UNREGISTER_SESSION => {
            let is_farewell = frame.command == Command::UNREGISTER_SESSION;
            seen(if is_farewell { Kind::Session } else { Kind::Who });
            Ok(Reader::new(&frame.data).finish("command data")?)
        }
        Command::REGISTER_SESSION => {
            seen(Kind::Session);
            Ok(RegisterSession::decode(&frame.data).map(drop)?)
        }
        Command::SEND_RR_DATA | Command::SEND_UNIT_DATA => {
            let data = SendData::decode(&frame.data)?;
            // All bytes must belong to the parsed request.
            if data.encode() != *frame.data {
                let expected = "an address and a data item, nothing else";
                return Err(DecodeError::new("items", 6, expected, "more").into());
            }
            match (frame.command, data.packet) {
                (Command::SEND_RR_DATA, Packet::Unconnected { message }) => {
                    check_request(message, Carrier::Unconnected, seen)
                }
                (Command::SEND_UNIT_DATA, Packet::Connected { message, .. }) => {
                    check_request(message, Carrier::Connected, seen)
                }
                (command, _) => Err(Refused::Command(command)),
            }
        }
        command => Err(Refused::Command(command)),
    }
}

#[cfg(test)]
mod tests;

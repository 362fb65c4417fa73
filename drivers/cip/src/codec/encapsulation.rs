//! The encapsulation layer: every message on TCP port 44818 is a 24-byte header and its data.
//!
//! Source: CIP Networks Library volume 2 (EtherNet/IP), chapter 2-3.

use std::fmt;

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::{DecodeError, Reader};

/// The registered TCP and UDP port of EtherNet/IP.
pub const PORT: u16 = 44818;
/// Bytes of the header.
pub const HEADER_SIZE: usize = 24;
/// Maximum number of bytes after a header.
pub const MAX_DATA: usize = 65511;

/// The command of an encapsulation message.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Command(pub u16);

impl Command {
    /// Requests the device's services.
    pub const LIST_SERVICES: Self = Self(0x04);
    /// Requests the device's identity.
    pub const LIST_IDENTITY: Self = Self(0x63);
    /// Requests the device's other interfaces.
    pub const LIST_INTERFACES: Self = Self(0x64);
    /// Opens a session.
    pub const REGISTER_SESSION: Self = Self(0x65);
    /// Closes a session; there is no reply.
    pub const UNREGISTER_SESSION: Self = Self(0x66);
    /// Carries an unconnected message.
    pub const SEND_RR_DATA: Self = Self(0x6F);
    /// Carries a connected message.
    pub const SEND_UNIT_DATA: Self = Self(0x70);
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match *self {
            Self::LIST_SERVICES => "ListServices",
            Self::LIST_IDENTITY => "ListIdentity",
            Self::LIST_INTERFACES => "ListInterfaces",
            Self::REGISTER_SESSION => "RegisterSession",
            Self::UNREGISTER_SESSION => "UnregisterSession",
            Self::SEND_RR_DATA => "SendRRData",
            Self::SEND_UNIT_DATA => "SendUnitData",
            Self(code) => return write!(f, "Command({code:#06x})"),
        };
        f.write_str(name)
    }
}

/// Status of the encapsulation layer itself.
pub mod status {
    /// Success.
    pub const SUCCESS: u32 = 0;
    /// The command is not known.
    pub const INVALID_COMMAND: u32 = 0x01;
    /// No memory to handle the command.
    pub const INSUFFICIENT_MEMORY: u32 = 0x02;
    /// The data is invalid.
    pub const INCORRECT_DATA: u32 = 0x03;
    /// No session has this handle.
    pub const INVALID_SESSION: u32 = 0x64;
    /// The length is invalid.
    pub const INVALID_LENGTH: u32 = 0x65;
    /// The protocol version is not supported.
    pub const UNSUPPORTED_PROTOCOL: u32 = 0x69;
}

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The command, of a request or its reply.
    pub command: Command,
    /// The session's handle; 0 before a session is open.
    pub session: u32,
    /// [`status`]; 0 in requests.
    pub status: u32,
    /// Returned by the target.
    pub context: [u8; 8],
    /// Always 0.
    pub options: u32,
    /// The data after the header.
    pub data: Bytes,
}

impl Frame {
    /// Creates a request of a session.
    pub fn request(
        command: Command,
        session: u32,
        context: [u8; 8],
        data: impl Into<Bytes>,
    ) -> Self {
        Self { command, session, status: status::SUCCESS, context, options: 0, data: data.into() }
    }

    /// Creates the reply to this request: the same command, session and context.
    pub fn reply(&self, status: u32, data: impl Into<Bytes>) -> Self {
        Self { status, options: 0, data: data.into(), ..self.clone() }
    }

    /// Removes one complete frame from the start of the received bytes; `None` until it is
    /// complete.
    pub fn decode(bytes: &mut BytesMut) -> Result<Option<Self>, DecodeError> {
        if bytes.len() < HEADER_SIZE {
            return Ok(None);
        }
        let mut header = Reader::new(&bytes[..HEADER_SIZE]);
        let command = Command(header.u16("command")?);
        let length = usize::from(header.u16("length")?);
        if length > MAX_DATA {
            return Err(DecodeError::new(
                "length",
                2,
                format!("at most {MAX_DATA}"),
                length.to_string(),
            ));
        }
        let session = header.u32("session handle")?;
        let status = header.u32("status")?;
        let context = header.array("sender context")?;
        let options = header.u32("options")?;
        if bytes.len() < HEADER_SIZE + length {
            return Ok(None);
        }
        bytes.advance(HEADER_SIZE);
        Ok(Some(Self {
            command,
            session,
            status,
            context,
            options,
            data: bytes.split_to(length).freeze(),
        }))
    }

    /// Appends the frame.
    ///
    /// # Panics
    /// If the data is longer than [`MAX_DATA`]; our messages are far shorter.
    pub fn encode(&self, out: &mut BytesMut) {
        assert!(self.data.len() <= MAX_DATA, "encapsulated data too long");
        out.reserve(HEADER_SIZE + self.data.len());
        out.put_u16_le(self.command.0);
        out.put_u16_le(u16::try_from(self.data.len()).unwrap_or(u16::MAX));
        out.put_u32_le(self.session);
        out.put_u32_le(self.status);
        out.put_slice(&self.context);
        out.put_u32_le(self.options);
        out.put_slice(&self.data);
    }
}

/// Data of a `RegisterSession` request and of its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterSession {
    /// Version of the protocol: 1.
    pub version: u16,
    /// Options: none are defined.
    pub options: u16,
}

impl RegisterSession {
    /// The only existing version.
    pub const VERSION_1: Self = Self { version: 1, options: 0 };

    /// Decodes the four bytes.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let it = Self {
            version: reader.u16("protocol version")?,
            options: reader.u16("options flags")?,
        };
        reader.finish("register session data")?;
        Ok(it)
    }

    /// Encodes the four bytes.
    pub fn encode(self) -> [u8; 4] {
        let [a, b] = self.version.to_le_bytes();
        let [c, d] = self.options.to_le_bytes();
        [a, b, c, d]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame::request(Command::REGISTER_SESSION, 7, *b"context!", &[1, 0, 0, 0][..])
    }

    #[test]
    fn reads_back_what_it_wrote_however_it_is_cut() {
        let mut whole = BytesMut::new();
        frame().encode(&mut whole);
        for cut in 0..whole.len() {
            let mut arrived = BytesMut::from(&whole[..cut]);
            assert_eq!(Frame::decode(&mut arrived), Ok(None), "cut at {cut}");
            arrived.extend_from_slice(&whole[cut..]);
            assert_eq!(Frame::decode(&mut arrived), Ok(Some(frame())));
            assert!(arrived.is_empty());
        }
    }

    #[test]
    fn refuses_a_length_beyond_the_specification_before_it_is_there() {
        let mut bytes = BytesMut::new();
        frame().encode(&mut bytes);
        bytes[2..4].copy_from_slice(&[0xFF, 0xFF]);
        assert_eq!(Frame::decode(&mut bytes).expect_err("too long").field, "length");
    }
}

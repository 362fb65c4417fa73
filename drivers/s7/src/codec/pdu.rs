//! The S7 header: the kind of message, its reference, and the lengths of its two parts.
//!
//! Source: `tests/suite/captures/snap7_c.hex`.

use bytes::{BufMut, Bytes};

use super::{DecodeError, Reader, len_u16};

/// First byte of every S7 message.
pub const PROTOCOL: u8 = 0x32;
/// Size of the header of jobs and user data, in bytes.
pub const JOB_HEADER: usize = 10;
/// Size of the header of acknowledgements, in bytes: it has an error class and an error code.
pub const ACK_HEADER: usize = 12;

/// Function codes, the first byte of the parameters of jobs.
pub mod function {
    /// Negotiates PDU size and concurrent jobs.
    pub const SETUP: u8 = 0xF0;
    /// Reads variables.
    pub const READ: u8 = 0x04;
}

/// The remote operating service control: the kind of message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rosctr {
    /// A request.
    Job,
    /// A response without data.
    Ack,
    /// A response with data.
    AckData,
    /// All other requests and responses.
    UserData,
}

impl Rosctr {
    /// The code in the protocol.
    pub fn code(self) -> u8 {
        match self {
            Self::Job => 1,
            Self::Ack => 2,
            Self::AckData => 3,
            Self::UserData => 7,
        }
    }

    fn has_error(self) -> bool {
        matches!(self, Self::Ack | Self::AckData)
    }
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdu {
    /// The kind of message.
    pub rosctr: Rosctr,
    /// Selected by the client, and returned by the server.
    pub reference: u16,
    /// Error class and code of a response, see [`status`](super::status); 0 elsewhere.
    pub error: u16,
    /// The parameters of the request or response.
    pub parameters: Bytes,
    /// The data.
    pub data: Bytes,
}

impl Pdu {
    /// Creates a request.
    pub fn job(reference: u16, parameters: impl Into<Bytes>) -> Self {
        Self {
            rosctr: Rosctr::Job,
            reference,
            error: 0,
            parameters: parameters.into(),
            data: Bytes::new(),
        }
    }

    /// Decodes it completely.
    pub fn decode(bytes: &Bytes) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes);
        match reader.u8("protocol")? {
            PROTOCOL => {}
            found => {
                return Err(DecodeError::new("protocol", 0, "0x32 (S7)", format!("{found:#04x}")));
            }
        }
        let rosctr = match reader.u8("ROSCTR")? {
            1 => Rosctr::Job,
            2 => Rosctr::Ack,
            3 => Rosctr::AckData,
            7 => Rosctr::UserData,
            found => {
                return Err(DecodeError::new("ROSCTR", 1, "1, 2, 3 or 7", found.to_string()));
            }
        };
        reader.u16("redundancy identification")?;
        let reference = reader.u16("PDU reference")?;
        let parameter_length = usize::from(reader.u16("parameter length")?);
        let data_length = usize::from(reader.u16("data length")?);
        let error = if rosctr.has_error() { reader.u16("error")? } else { 0 };
        let start = reader.offset();
        reader.take("parameters", parameter_length)?;
        reader.take("data", data_length)?;
        reader.finish("S7 message")?;
        Ok(Self {
            rosctr,
            reference,
            error,
            parameters: bytes.slice(start..start + parameter_length),
            data: bytes.slice(start + parameter_length..),
        })
    }

    /// Encodes it.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len());
        out.put_u8(PROTOCOL);
        out.put_u8(self.rosctr.code());
        out.put_u16(0);
        out.put_u16(self.reference);
        out.put_u16(len_u16(self.parameters.len()));
        out.put_u16(len_u16(self.data.len()));
        if self.rosctr.has_error() {
            out.put_u16(self.error);
        }
        out.put_slice(&self.parameters);
        out.put_slice(&self.data);
        out
    }

    /// Size in bytes, which must not exceed the negotiated PDU size.
    #[expect(clippy::len_without_is_empty, reason = "a message is never empty")]
    pub fn len(&self) -> usize {
        let header = if self.rosctr.has_error() { ACK_HEADER } else { JOB_HEADER };
        header + self.parameters.len() + self.data.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_wrote_and_no_cut_of_it() {
        for rosctr in [Rosctr::Job, Rosctr::Ack, Rosctr::AckData, Rosctr::UserData] {
            let pdu = Pdu {
                rosctr,
                reference: 0xFFFE,
                error: if rosctr.has_error() { 0x8104 } else { 0 },
                parameters: Bytes::from_static(&[1, 2, 3]),
                data: Bytes::from_static(&[4]),
            };
            let wire = Bytes::from(pdu.encode());
            assert_eq!(wire.len(), pdu.len());
            assert_eq!(Pdu::decode(&wire).expect("decodes"), pdu);
            for cut in 0..wire.len() {
                assert!(Pdu::decode(&wire.slice(..cut)).is_err(), "{rosctr:?} cut at {cut}");
            }
        }
    }
}

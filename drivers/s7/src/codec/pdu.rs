//! The S7 header: what kind of message, which reference, and how long its two parts are.
//!
//! Source: `tests/suite/captures/snap7_c.hex`.

use bytes::{BufMut, Bytes};

use super::{DecodeError, Reader, len_u16};

/// First byte of every S7 message.
pub const PROTOCOL: u8 = 0x32;
/// Bytes of the header of jobs and user data.
pub const JOB_HEADER: usize = 10;
/// Bytes of the header of acknowledgements: it has an error class and an error code.
pub const ACK_HEADER: usize = 12;

/// Function codes, the first byte of the parameters of jobs.
pub mod function {
    /// Agrees on PDU size and parallel jobs.
    pub const SETUP: u8 = 0xF0;
    /// Reads variables.
    pub const READ: u8 = 0x04;
}

/// The remote operating service control: what kind of message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rosctr {
    /// A request.
    Job,
    /// An answer without data.
    Ack,
    /// An answer with data.
    AckData,
    /// Anything else, requests and answers alike.
    UserData,
}

impl Rosctr {
    /// The code on the wire.
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
    /// What kind.
    pub rosctr: Rosctr,
    /// Chosen by the asker, repeated by the answerer.
    pub reference: u16,
    /// Error class and code of an answer, see [`status`](super::status); 0 elsewhere.
    pub error: u16,
    /// What is asked or answered.
    pub parameters: Bytes,
    /// What it brings along.
    pub data: Bytes,
}

impl Pdu {
    /// A request.
    pub fn job(reference: u16, parameters: impl Into<Bytes>) -> Self {
        Self {
            rosctr: Rosctr::Job,
            reference,
            error: 0,
            parameters: parameters.into(),
            data: Bytes::new(),
        }
    }

    /// Reads it, all of it.
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

    /// The bytes.
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

    /// Bytes on the wire, which must not exceed the PDU size agreed on.
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

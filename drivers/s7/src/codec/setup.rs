//! Setup communication: PDU size and concurrent jobs, requested by the client, decided by the
//! controller.
//!
//! Source: `tests/suite/captures/snap7_c.hex`.

use bytes::BufMut;

use super::{DecodeError, Reader, pdu::function};

/// Parameters of the request and of the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Number of concurrent jobs of the client.
    pub calling_jobs: u16,
    /// Number of concurrent jobs of the server.
    pub called_jobs: u16,
    /// Maximum size of an S7 message in bytes, with its header.
    pub pdu_size: u16,
}

impl Setup {
    /// Decodes the parameters.
    pub fn decode(parameters: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(parameters);
        match reader.u8("function")? {
            function::SETUP => {}
            found => {
                return Err(DecodeError::new(
                    "function",
                    0,
                    "0xf0 (setup)",
                    format!("{found:#04x}"),
                ));
            }
        }
        reader.u8("reserved")?;
        let it = Self {
            calling_jobs: reader.u16("calling jobs")?,
            called_jobs: reader.u16("called jobs")?,
            pdu_size: reader.u16("PDU size")?,
        };
        reader.finish("setup parameters")?;
        Ok(it)
    }

    /// Encodes the parameters.
    pub fn encode(self) -> Vec<u8> {
        let mut out = vec![function::SETUP, 0];
        out.put_u16(self.calling_jobs);
        out.put_u16(self.called_jobs);
        out.put_u16(self.pdu_size);
        out
    }
}

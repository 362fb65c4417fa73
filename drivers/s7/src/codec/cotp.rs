//! COTP: opens the connection between two transport selectors (TSAPs) and carries the data, in
//! fragments if a PDU does not fit into one TPDU.
//!
//! Source: ISO 8073 (ITU-T X.224), class 0; RFC 1006, section 5.

use bytes::{BufMut, Bytes, BytesMut};

use super::{DecodeError, Reader, len_u16};

/// Maximum size of assembled fragments, in bytes.
pub const MAX_ASSEMBLED: usize = 65536;

const CONNECT_REQUEST: u8 = 0xE0;
const CONNECT_CONFIRM: u8 = 0xD0;
const DISCONNECT_REQUEST: u8 = 0x80;
const DATA: u8 = 0xF0;
const ERROR: u8 = 0x70;

const TPDU_SIZE: u8 = 0xC0;
const CALLING_TSAP: u8 = 0xC1;
const CALLED_TSAP: u8 = 0xC2;

/// One transport protocol data unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tpdu {
    /// Requests a connection.
    ConnectRequest(Connect),
    /// Accepts it.
    ConnectConfirm(Connect),
    /// Refuses or closes it.
    Disconnect {
        /// The reason, as in ISO 8073.
        reason: u8,
    },
    /// Carries a PDU or a fragment of one.
    Data {
        /// Whether this is the last fragment.
        last: bool,
        /// The content.
        payload: Bytes,
    },
    /// Reports a TPDU that was not understood.
    Error {
        /// Reject cause.
        cause: u8,
    },
}

/// The parameters of both sides when a connection is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connect {
    /// Reference of the receiver of this TPDU; 0 in requests.
    pub destination: u16,
    /// Reference of its sender.
    pub source: u16,
    /// Largest TPDU as a power of two: 10 is 1024 bytes.
    pub size: Option<u8>,
    /// The calling TSAP.
    pub calling: Option<u16>,
    /// The called TSAP.
    pub called: Option<u16>,
}

impl Tpdu {
    /// Decodes the whole content of a TPKT.
    pub fn decode(packet: &Bytes) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(packet);
        let length = usize::from(reader.u8("COTP header length")?);
        let mut header = Reader::new(reader.take("COTP header", length)?);
        let kind = header.u8("TPDU code")?;
        match kind {
            DATA => {
                let number = header.u8("TPDU number")?;
                header.finish("COTP data header")?;
                Ok(Self::Data {
                    last: number & 0x80 != 0,
                    payload: packet.slice(reader.offset()..),
                })
            }
            CONNECT_REQUEST => Ok(Self::ConnectRequest(Connect::decode(&mut header)?)),
            CONNECT_CONFIRM => Ok(Self::ConnectConfirm(Connect::decode(&mut header)?)),
            DISCONNECT_REQUEST => {
                header.take("references", 4)?;
                Ok(Self::Disconnect { reason: header.u8("reason")? })
            }
            ERROR => {
                header.take("destination reference", 2)?;
                Ok(Self::Error { cause: header.u8("reject cause")? })
            }
            _ => Err(DecodeError::new(
                "TPDU code",
                1,
                "connect, disconnect, data or error",
                format!("{kind:#04x}"),
            )),
        }
    }

    /// Appends it as a complete TPKT.
    pub fn encode(&self, out: &mut BytesMut) {
        let mut header = Vec::with_capacity(24);
        let mut rest: &[u8] = &[];
        match self {
            Self::ConnectRequest(it) => it.encode(CONNECT_REQUEST, &mut header),
            Self::ConnectConfirm(it) => it.encode(CONNECT_CONFIRM, &mut header),
            Self::Disconnect { reason } => {
                header.extend([DISCONNECT_REQUEST, 0, 0, 0, 1, *reason]);
            }
            Self::Data { last, payload } => {
                header.extend([DATA, if *last { 0x80 } else { 0 }]);
                rest = payload;
            }
            Self::Error { cause } => header.extend([ERROR, 0, 0, *cause]),
        }
        let mut packet = Vec::with_capacity(1 + header.len() + rest.len());
        packet.put_u8(u8::try_from(header.len()).expect("a COTP header is short"));
        packet.put_slice(&header);
        packet.put_slice(rest);
        super::tpkt::encode(&packet, out);
    }
}

impl Connect {
    fn decode(header: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let mut it = Self {
            destination: header.u16("destination reference")?,
            source: header.u16("source reference")?,
            size: None,
            calling: None,
            called: None,
        };
        header.u8("class")?;
        while !header.is_empty() {
            let code = header.u8("parameter code")?;
            let length = usize::from(header.u8("parameter length")?);
            let offset = header.offset();
            let value = header.take("parameter", length)?;
            let size = || match *value {
                [size] => Ok(size),
                _ => Err(DecodeError::new("TPDU size", offset, "1 byte", length.to_string())),
            };
            let tsap = || match *value {
                [high, low] => Ok(Some(u16::from_be_bytes([high, low]))),
                _ => Err(DecodeError::new("TSAP", offset, "2 bytes", length.to_string())),
            };
            match code {
                TPDU_SIZE => it.size = Some(size()?),
                CALLING_TSAP => it.calling = tsap()?,
                CALLED_TSAP => it.called = tsap()?,
                _ => {}
            }
        }
        Ok(it)
    }

    fn encode(&self, kind: u8, out: &mut Vec<u8>) {
        out.put_u8(kind);
        out.put_u16(self.destination);
        out.put_u16(self.source);
        out.put_u8(0);
        if let Some(size) = self.size {
            out.extend([TPDU_SIZE, 1, size]);
        }
        for (code, tsap) in [(CALLING_TSAP, self.calling), (CALLED_TSAP, self.called)] {
            if let Some(tsap) = tsap {
                out.extend([code, 2]);
                out.put_u16(tsap);
            }
        }
    }
}

/// Appends a PDU as one data TPDU.
pub fn encode_data(pdu: &[u8], out: &mut BytesMut) {
    out.reserve(7 + pdu.len());
    out.put_slice(&[3, 0]);
    out.put_u16(len_u16(7 + pdu.len()));
    out.put_slice(&[2, DATA, 0x80]);
    out.put_slice(pdu);
}

/// Assembles fragments.
#[derive(Debug, Default)]
pub struct Assembler {
    fragments: BytesMut,
}

impl Assembler {
    /// Adds a fragment; returns the PDU after the last one.
    pub fn add(&mut self, last: bool, payload: Bytes) -> Result<Option<Bytes>, DecodeError> {
        if self.fragments.is_empty() && last {
            return Ok(Some(payload));
        }
        if self.fragments.len() + payload.len() > MAX_ASSEMBLED {
            return Err(DecodeError::new(
                "fragments",
                self.fragments.len(),
                format!("at most {MAX_ASSEMBLED} bytes"),
                format!("{} more", payload.len()),
            ));
        }
        self.fragments.extend_from_slice(&payload);
        Ok(last.then(|| self.fragments.split().freeze()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tpdu: &Tpdu) {
        let mut wire = BytesMut::new();
        tpdu.encode(&mut wire);
        let packet = super::super::tpkt::decode(&mut wire).expect("decodes").expect("whole");
        assert_eq!(&Tpdu::decode(&packet).expect("decodes"), tpdu);
        if !matches!(tpdu, Tpdu::Data { .. }) {
            for cut in 0..packet.len() {
                assert!(Tpdu::decode(&packet.slice(..cut)).is_err(), "{tpdu:?} cut at {cut}");
            }
        }
    }

    #[test]
    fn reads_back_what_it_wrote() {
        let connect = Connect {
            destination: 0,
            source: 1,
            size: Some(10),
            calling: Some(0x0100),
            called: Some(0x0102),
        };
        check(&Tpdu::ConnectRequest(connect.clone()));
        check(&Tpdu::ConnectConfirm(Connect { size: None, ..connect }));
        check(&Tpdu::Disconnect { reason: 3 });
        check(&Tpdu::Error { cause: 1 });
        check(&Tpdu::Data { last: false, payload: Bytes::from_static(b"2") });
    }

    #[test]
    fn puts_fragments_together() {
        let mut assembler = Assembler::default();
        let part = |text: &'static str| Bytes::from_static(text.as_bytes());
        assert_eq!(assembler.add(false, part("ab")), Ok(None));
        assert_eq!(assembler.add(false, part("")), Ok(None));
        assert_eq!(assembler.add(true, part("c")), Ok(Some(part("abc"))));
        assert_eq!(assembler.add(true, part("d")), Ok(Some(part("d"))));
    }

    #[test]
    fn fragments_without_end_are_an_error() {
        let mut assembler = Assembler::default();
        let part = Bytes::from(vec![0; MAX_ASSEMBLED / 2]);
        assert_eq!(assembler.add(false, part.clone()), Ok(None));
        assert_eq!(assembler.add(false, part.clone()), Ok(None));
        assert!(assembler.add(true, part).is_err());
    }
}

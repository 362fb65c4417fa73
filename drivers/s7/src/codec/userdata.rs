//! User data: the common header of SZL and clock messages.
//!
//! Source: `tests/suite/captures/snap7_c.hex`.

use bytes::{BufMut, Bytes};

use super::{
    DecodeError, Reader, len_u16,
    pdu::{Pdu, Rosctr},
    status,
};

/// Group of the system status lists.
pub const GROUP_SZL: u8 = 4;
/// Its function: read.
pub const SZL_READ: u8 = 1;
/// Group of the clock.
pub const GROUP_CLOCK: u8 = 7;
/// Its function: read.
pub const CLOCK_READ: u8 = 1;

const HEAD: [u8; 3] = [0x00, 0x01, 0x12];
const REQUEST: u8 = 0x11;
const RESPONSE: u8 = 0x12;
const OCTETS: u8 = 0x09;
/// Return code of a request without data.
const NO_DATA: u8 = 0x0A;

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Function group.
    pub group: u8,
    /// Function in the group.
    pub function: u8,
    /// 0 in the first request; in requests for the next part, the value of the previous response.
    pub sequence: u8,
    /// Whether this is the request for the next part of a response.
    pub continued: bool,
    /// The data.
    pub data: Bytes,
}

/// A response, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Function group.
    pub group: u8,
    /// Function in the group.
    pub function: u8,
    /// The value for the request for the next part.
    pub sequence: u8,
    /// Whether there is a next part.
    pub more: bool,
    /// Error word, see [`status`]; 0: none.
    pub error: u16,
    /// The data, or the return code of an error (see [`status::item`]).
    pub data: Result<Bytes, u8>,
}

impl Request {
    /// Creates the message.
    pub fn into_pdu(self, reference: u16) -> Pdu {
        let mut parameters = HEAD.to_vec();
        if self.continued {
            parameters.extend([8, RESPONSE, 0x40 | self.group, self.function, self.sequence]);
            parameters.extend([0; 4]);
        } else {
            parameters.extend([4, REQUEST, 0x40 | self.group, self.function, self.sequence]);
        }
        let data = if self.data.is_empty() { Err(NO_DATA) } else { Ok(self.data) };
        user_data(reference, parameters, data)
    }

    /// Decodes it.
    pub fn decode(pdu: &Pdu) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(&pdu.parameters);
        let (method, kind, group) = decode_head(&mut reader)?;
        expect("user data type", 5, 4, kind)?;
        let it = Self {
            group,
            function: reader.u8("function")?,
            sequence: reader.u8("sequence")?,
            continued: method == RESPONSE,
            data: decode_data(&pdu.data)?.unwrap_or_default(),
        };
        if it.continued {
            reader.take("continuation", 4)?;
        }
        reader.finish("user data parameters")?;
        Ok(it)
    }
}

impl Reply {
    /// Creates the message.
    pub fn into_pdu(self, reference: u16) -> Pdu {
        let mut parameters = HEAD.to_vec();
        parameters.extend([8, RESPONSE, 0x80 | self.group, self.function, self.sequence]);
        parameters.extend([0, u8::from(self.more)]);
        parameters.put_u16(self.error);
        user_data(reference, parameters, self.data)
    }

    /// Decodes it.
    pub fn decode(pdu: &Pdu) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(&pdu.parameters);
        let (method, kind, group) = decode_head(&mut reader)?;
        expect("user data method", 4, RESPONSE, method)?;
        expect("user data type", 5, 8, kind)?;
        let function = reader.u8("function")?;
        let sequence = reader.u8("sequence")?;
        reader.u8("data unit reference")?;
        let more = reader.u8("last data unit")? != 0;
        let error = reader.u16("error")?;
        reader.finish("user data parameters")?;
        let data = decode_data(&pdu.data)?;
        Ok(Self { group, function, sequence, more, error, data })
    }
}

fn user_data(reference: u16, parameters: Vec<u8>, payload: Result<Bytes, u8>) -> Pdu {
    let mut data = Vec::new();
    match payload {
        Ok(payload) => {
            data.extend([status::ITEM_GOOD, OCTETS]);
            data.put_u16(len_u16(payload.len()));
            data.put_slice(&payload);
        }
        Err(code) => data.extend([code, 0, 0, 0]),
    }
    Pdu {
        rosctr: Rosctr::UserData,
        reference,
        error: 0,
        parameters: parameters.into(),
        data: data.into(),
    }
}

fn decode_head(reader: &mut Reader<'_>) -> Result<(u8, u8, u8), DecodeError> {
    let head: [u8; 3] = reader.array("user data head")?;
    if head != HEAD {
        return Err(DecodeError::new("user data head", 0, "00 01 12", format!("{head:02x?}")));
    }
    let offset = reader.offset();
    let length = usize::from(reader.u8("parameter length")?);
    if length != reader.left() {
        return Err(DecodeError::new(
            "parameter length",
            offset,
            reader.left().to_string(),
            length.to_string(),
        ));
    }
    let method = reader.u8("method")?;
    let both = reader.u8("type and group")?;
    Ok((method, both >> 4, both & 0x0F))
}

fn decode_data(data: &Bytes) -> Result<Result<Bytes, u8>, DecodeError> {
    let mut reader = Reader::new(data);
    let code = reader.u8("return code")?;
    reader.u8("transport size")?;
    let length = usize::from(reader.u16("data length")?);
    let start = reader.offset();
    if code != status::ITEM_GOOD {
        return Ok(Err(code));
    }
    reader.take("data", length)?;
    reader.finish("user data")?;
    Ok(Ok(data.slice(start..start + length)))
}

fn expect(field: &'static str, offset: usize, expected: u8, found: u8) -> Result<(), DecodeError> {
    if expected == found {
        return Ok(());
    }
    Err(DecodeError::new(field, offset, expected.to_string(), found.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_read_back() {
        for (continued, data) in [(false, &b"\0\x11\0\0"[..]), (true, b"")] {
            let request = Request {
                group: GROUP_SZL,
                function: SZL_READ,
                sequence: 3,
                continued,
                data: Bytes::from_static(data),
            };
            let pdu = request.clone().into_pdu(9);
            assert_eq!(Request::decode(&pdu), Ok(request));
        }
    }

    #[test]
    fn replies_read_back() {
        for data in [Ok(Bytes::from_static(b"list")), Ok(Bytes::new()), Err(0x0A)] {
            let reply = Reply {
                group: GROUP_SZL,
                function: SZL_READ,
                sequence: 3,
                more: data.is_ok(),
                error: 0xD402,
                data,
            };
            assert_eq!(Reply::decode(&reply.clone().into_pdu(9)), Ok(reply));
        }
    }
}

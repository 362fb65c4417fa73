//! Connection Manager: opening and closing connections, and messages along a route.
//!
//! Source: CIP Networks Library volume 1, chapter 3-5.

mod network_parameters;
mod unconnected_send;

use bytes::BufMut;

pub use network_parameters::{NetworkParameters, SMALL_MAX_SIZE};
pub use unconnected_send::UnconnectedSend;

use super::{DecodeError, EPath, Reader, Request, Service, class};

/// How long a request may be on its way: 2^`priority_tick` ms times `ticks`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestTimeout {
    /// Length of a tick as an exponent of two, in ms (the low four bits).
    pub priority_tick: u8,
    /// Number of ticks.
    pub ticks: u8,
}

impl RequestTimeout {
    /// About one second: 2^3 ms × 125.
    pub const ONE_SECOND: Self = Self { priority_tick: 0x03, ticks: 125 };

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            priority_tick: reader.u8("priority and tick time")?,
            ticks: reader.u8("time-out ticks")?,
        })
    }
}

/// Identifies a connection: its serial number and its originator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Triad {
    /// Connection serial number.
    pub serial: u16,
    /// The originator's vendor.
    pub vendor: u16,
    /// The originator's serial number.
    pub originator: u32,
}

impl Triad {
    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            serial: reader.u16("connection serial number")?,
            vendor: reader.u16("originator vendor")?,
            originator: reader.u32("originator serial number")?,
        })
    }

    fn encode(self, out: &mut Vec<u8>) {
        out.put_u16_le(self.serial);
        out.put_u16_le(self.vendor);
        out.put_u32_le(self.originator);
    }
}

/// Forward Open and Large Forward Open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardOpen {
    /// Whether it is the large one, with 32-bit network parameters.
    pub large: bool,
    /// How long it may be on its way.
    pub patience: RequestTimeout,
    /// Chosen by the target; 0 in the request.
    pub o_t_connection_id: u32,
    /// Chosen by the originator.
    pub t_o_connection_id: u32,
    /// The identifier of the connection.
    pub triad: Triad,
    /// The connection times out after RPI × 4 × 2^this without a packet.
    pub timeout_multiplier: u8,
    /// Requested packet interval of the originator, in µs.
    pub o_t_rpi_us: u32,
    /// Originator to target.
    pub o_t: NetworkParameters,
    /// Requested packet interval of the target, in µs.
    pub t_o_rpi_us: u32,
    /// Target to originator.
    pub t_o: NetworkParameters,
    /// Direction, trigger and transport class. `0xA3`: server, application object, class 3.
    pub transport: u8,
    /// The route, then the target.
    pub path: EPath,
}

/// Transport of explicit messages: server, triggered by the application, class 3.
pub const TRANSPORT_CLASS_3: u8 = 0xA3;

impl ForwardOpen {
    /// Creates the request.
    pub fn request(&self) -> Request {
        let mut data = Vec::with_capacity(48 + self.path.size());
        data.put_slice(&[self.patience.priority_tick, self.patience.ticks]);
        data.put_u32_le(self.o_t_connection_id);
        data.put_u32_le(self.t_o_connection_id);
        self.triad.encode(&mut data);
        data.put_slice(&[self.timeout_multiplier, 0, 0, 0]);
        data.put_u32_le(self.o_t_rpi_us);
        self.o_t.encode(self.large, &mut data);
        data.put_u32_le(self.t_o_rpi_us);
        self.t_o.encode(self.large, &mut data);
        data.push(self.transport);
        self.path.encode_sized(&mut data);
        let service = if self.large { Service::LARGE_FORWARD_OPEN } else { Service::FORWARD_OPEN };
        Request::new(service, manager(), data)
    }

    /// Decodes a request's data.
    pub fn decode(data: &[u8], large: bool) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let patience = RequestTimeout::decode(&mut reader)?;
        let o_t_connection_id = reader.u32("O->T connection id")?;
        let t_o_connection_id = reader.u32("T->O connection id")?;
        let triad = Triad::decode(&mut reader)?;
        let timeout_multiplier = reader.u8("connection time-out multiplier")?;
        reader.take("reserved", 3)?;
        let o_t_rpi_us = reader.u32("O->T RPI")?;
        let o_t = NetworkParameters::decode(&mut reader, large)?;
        let t_o_rpi_us = reader.u32("T->O RPI")?;
        let t_o = NetworkParameters::decode(&mut reader, large)?;
        let transport = reader.u8("transport class and trigger")?;
        let path = EPath::decode_sized(&mut reader)?;
        reader.finish("forward open")?;
        Ok(Self {
            large,
            patience,
            o_t_connection_id,
            t_o_connection_id,
            triad,
            timeout_multiplier,
            o_t_rpi_us,
            o_t,
            t_o_rpi_us,
            t_o,
            transport,
            path,
        })
    }

    /// The transport class: 3 for explicit messages.
    pub(crate) fn transport_class(&self) -> u8 {
        self.transport & 0x0F
    }
}

/// Data of the response to a successful Forward Open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardOpenReply {
    /// The identifier in the originator's packets.
    pub o_t_connection_id: u32,
    /// The identifier in the target's packets.
    pub t_o_connection_id: u32,
    /// The identifier of the connection.
    pub triad: Triad,
    /// Actual packet interval of the originator, in µs.
    pub o_t_api_us: u32,
    /// Actual packet interval of the target, in µs.
    pub t_o_api_us: u32,
}

impl ForwardOpenReply {
    /// Decodes it. A reply of the application, if there is one, is ignored.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let it = Self {
            o_t_connection_id: reader.u32("O->T connection id")?,
            t_o_connection_id: reader.u32("T->O connection id")?,
            triad: Triad::decode(&mut reader)?,
            o_t_api_us: reader.u32("O->T API")?,
            t_o_api_us: reader.u32("T->O API")?,
        };
        finish_with_application_reply(&mut reader, "forward open reply")?;
        Ok(it)
    }

    /// Encodes it.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(26);
        out.put_u32_le(self.o_t_connection_id);
        out.put_u32_le(self.t_o_connection_id);
        self.triad.encode(&mut out);
        out.put_u32_le(self.o_t_api_us);
        out.put_u32_le(self.t_o_api_us);
        out.put_slice(&[0, 0]);
        out
    }
}

/// Forward Close.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardClose {
    /// How long it may be on its way.
    pub patience: RequestTimeout,
    /// The identifier of the connection.
    pub triad: Triad,
    /// The path that it was opened with.
    pub path: EPath,
}

impl ForwardClose {
    /// Creates the request.
    pub fn request(&self) -> Request {
        let mut data = Vec::with_capacity(12 + self.path.size());
        data.put_slice(&[self.patience.priority_tick, self.patience.ticks]);
        self.triad.encode(&mut data);
        self.path.encode_sized_reserved(&mut data);
        Request::new(Service::FORWARD_CLOSE, manager(), data)
    }

    /// Decodes a request's data.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let it = Self {
            patience: RequestTimeout::decode(&mut reader)?,
            triad: Triad::decode(&mut reader)?,
            path: EPath::decode_sized_reserved(&mut reader)?,
        };
        reader.finish("forward close")?;
        Ok(it)
    }
}

/// Data of the response to a successful Forward Close.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardCloseReply {
    /// The identifier of the connection.
    pub triad: Triad,
}

impl ForwardCloseReply {
    /// Decodes it. A reply of the application, if there is one, is ignored.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let triad = Triad::decode(&mut reader)?;
        finish_with_application_reply(&mut reader, "forward close reply")?;
        Ok(Self { triad })
    }

    /// Encodes it.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(10);
        self.triad.encode(&mut out);
        out.put_slice(&[0, 0]);
        out
    }
}

/// Data of the response to a refused Forward Open or Close.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsuccessful {
    /// The identifier of the connection.
    pub triad: Triad,
    /// Number of words of the path that were left where the request failed.
    pub remaining_path: u8,
}

impl Unsuccessful {
    /// Decodes it.
    pub fn decode(data: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        Ok(Self {
            triad: Triad::decode(&mut reader)?,
            remaining_path: reader.u8("remaining path size")?,
        })
    }

    /// Encodes it.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(10);
        self.triad.encode(&mut out);
        out.put_slice(&[self.remaining_path, 0]);
        out
    }
}

fn manager() -> EPath {
    EPath::object(class::CONNECTION_MANAGER, 1)
}

fn finish_with_application_reply(
    reader: &mut Reader<'_>,
    piece: &'static str,
) -> Result<(), DecodeError> {
    let words = usize::from(reader.u8("application reply size")?);
    reader.u8("reserved")?;
    reader.take("application reply", words * 2)?;
    reader.finish(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Incoming, epath::parse_route};

    const TRIAD: Triad = Triad { serial: 0x1234, vendor: 0x5678, originator: 0x9ABC_DEF0 };

    fn open(large: bool) -> ForwardOpen {
        ForwardOpen {
            large,
            patience: RequestTimeout::ONE_SECOND,
            o_t_connection_id: 0,
            t_o_connection_id: 0x1122_3344,
            triad: TRIAD,
            timeout_multiplier: 1,
            o_t_rpi_us: 2_000_000,
            o_t: NetworkParameters::explicit(if large { 4002 } else { 504 }),
            t_o_rpi_us: 2_000_000,
            t_o: NetworkParameters::explicit(if large { 4002 } else { 504 }),
            transport: TRANSPORT_CLASS_3,
            path: parse_route("1,0").unwrap(),
        }
    }

    #[test]
    fn opens_read_back() {
        for large in [false, true] {
            let bytes = open(large).request().to_bytes();
            let incoming = Incoming::decode(&bytes).unwrap();
            assert_eq!(ForwardOpen::decode(incoming.data, large), Ok(open(large)));
            for cut in 0..incoming.data.len() {
                assert!(ForwardOpen::decode(&incoming.data[..cut], large).is_err());
            }
        }
    }

    #[test]
    fn replies_and_closes_read_back() {
        let reply = ForwardOpenReply {
            o_t_connection_id: 1,
            t_o_connection_id: 2,
            triad: TRIAD,
            o_t_api_us: 3,
            t_o_api_us: 4,
        };
        assert_eq!(ForwardOpenReply::decode(&reply.encode()), Ok(reply));
        let reply = ForwardCloseReply { triad: TRIAD };
        assert_eq!(ForwardCloseReply::decode(&reply.encode()), Ok(reply));
        let reply = Unsuccessful { triad: TRIAD, remaining_path: 2 };
        assert_eq!(Unsuccessful::decode(&reply.encode()), Ok(reply));
        let close = ForwardClose {
            patience: RequestTimeout::ONE_SECOND,
            triad: TRIAD,
            path: parse_route("1,0").unwrap(),
        };
        let bytes = close.request().to_bytes();
        assert_eq!(ForwardClose::decode(Incoming::decode(&bytes).unwrap().data), Ok(close));
    }
}

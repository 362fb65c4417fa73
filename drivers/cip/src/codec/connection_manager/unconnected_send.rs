//! Unconnected Send: a request that is forwarded along a route.

use bytes::BufMut;

use super::{RequestTimeout, manager};
use crate::codec::{DecodeError, EPath, Reader, Request, Service};

/// Unconnected Send: a request that is forwarded along a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnconnectedSend<'a> {
    /// How long it may be on its way.
    pub patience: RequestTimeout,
    /// The message router request.
    pub message: &'a [u8],
    /// The route.
    pub route: EPath,
}

impl<'a> UnconnectedSend<'a> {
    /// Number of bytes of the request in addition to an even message.
    pub(crate) fn overhead(route: &EPath) -> usize {
        12 + route.size()
    }

    /// Creates the request.
    ///
    /// # Panics
    /// If the message is longer than 64 KiB.
    pub fn request(&self) -> Request {
        let mut data = Vec::with_capacity(self.message.len() + 8 + self.route.size());
        data.put_slice(&[self.patience.priority_tick, self.patience.ticks]);
        data.put_u16_le(u16::try_from(self.message.len()).expect("a message fits into 64 KiB"));
        data.put_slice(self.message);
        if self.message.len() % 2 == 1 {
            data.push(0);
        }
        self.route.encode_sized_reserved(&mut data);
        Request::new(Service::UNCONNECTED_SEND, manager(), data)
    }

    /// Decodes a request's data.
    pub fn decode(data: &'a [u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(data);
        let patience = RequestTimeout::decode(&mut reader)?;
        let length = usize::from(reader.u16("embedded message size")?);
        let message = reader.take("embedded message", length)?;
        if length % 2 == 1 {
            reader.zero("pad")?;
        }
        let route = EPath::decode_sized_reserved(&mut reader)?;
        reader.finish("unconnected send")?;
        Ok(Self { patience, message, route })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Incoming, epath::parse_route};

    #[test]
    fn unconnected_send_pads_an_odd_message() {
        for message in [&[1, 2, 3][..], &[1, 2]] {
            let send = UnconnectedSend {
                patience: RequestTimeout::ONE_SECOND,
                message,
                route: parse_route("1,0").unwrap(),
            };
            let bytes = send.request().to_bytes();
            assert_eq!(
                bytes.len(),
                UnconnectedSend::overhead(&send.route) + message.len().next_multiple_of(2)
            );
            let data = Incoming::decode(&bytes).unwrap().data;
            assert_eq!(UnconnectedSend::decode(data), Ok(send));
        }
    }
}

//! Parameters of one direction of a connection: its size, and the type of its packets.

use bytes::BufMut;

use crate::codec::{DecodeError, Reader};

/// Parameters of one direction of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkParameters {
    /// Whether several owners may share the connection.
    pub redundant_owner: bool,
    /// 0 null, 1 multicast, 2 point to point.
    pub connection_type: u8,
    /// 0 low, 1 high, 2 scheduled, 3 urgent.
    pub priority: u8,
    /// Whether packets may be shorter than the size.
    pub variable: bool,
    /// Maximum size of a packet in bytes, with its sequence count. Up to 511 without Large Forward
    /// Open.
    pub size: u16,
}

/// Maximum packet size that a (small) Forward Open can request, in bytes.
pub const SMALL_MAX_SIZE: u16 = 0x1FF;

impl NetworkParameters {
    /// Point to point, low priority, variable size: the parameters for explicit messages.
    pub fn explicit(size: u16) -> Self {
        Self { redundant_owner: false, connection_type: 2, priority: 0, variable: true, size }
    }

    fn from_flags(flags: u16, size: u16) -> Self {
        Self {
            redundant_owner: flags & 0x8000 != 0,
            connection_type: (flags >> 13 & 3).to_le_bytes()[0],
            priority: (flags >> 10 & 3).to_le_bytes()[0],
            variable: flags & 0x0200 != 0,
            size,
        }
    }

    fn flags(self) -> u16 {
        u16::from(self.redundant_owner) << 15
            | u16::from(self.connection_type & 3) << 13
            | u16::from(self.priority & 3) << 10
            | u16::from(self.variable) << 9
    }

    pub(super) fn decode(reader: &mut Reader<'_>, large: bool) -> Result<Self, DecodeError> {
        const FIELD: &str = "network connection parameters";
        if large {
            let size = reader.u16(FIELD)?;
            Ok(Self::from_flags(reader.u16(FIELD)?, size))
        } else {
            let word = reader.u16(FIELD)?;
            Ok(Self::from_flags(word, word & SMALL_MAX_SIZE))
        }
    }

    pub(super) fn encode(self, large: bool, out: &mut Vec<u8>) {
        if large {
            out.put_u16_le(self.size);
            out.put_u16_le(self.flags());
        } else {
            out.put_u16_le(self.flags() | self.size.min(SMALL_MAX_SIZE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_parameters_are_one_word() {
        let mut out = Vec::new();
        NetworkParameters::explicit(500).encode(false, &mut out);
        assert_eq!(out, [0xF4, 0x43]);
        out.clear();
        NetworkParameters::explicit(4002).encode(true, &mut out);
        assert_eq!(out, [0xA2, 0x0F, 0x00, 0x42]);
    }
}

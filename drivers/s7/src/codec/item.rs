//! One item of a read request: an S7 "any" pointer of 12 bytes.
//!
//! Source: `tests/suite/captures/snap7_c.hex`.

use std::fmt;

use bytes::BufMut;

use tagbridge_s7_address::{Area, MAX_ADDRESS, Range};

use super::{DecodeError, Reader};

/// Size of an item in a request, in bytes.
pub const ITEM_SIZE: usize = 12;

/// Length of the remaining bytes, and the syntax: an any pointer.
const ANY: [u8; 3] = [0x12, 0x0A, 0x10];

/// Memory areas.
pub mod area {
    /// Peripheral inputs and outputs.
    pub const PERIPHERAL: u8 = 0x80;
    /// Inputs, the process image.
    pub const INPUTS: u8 = 0x81;
    /// Outputs, the process image.
    pub const OUTPUTS: u8 = 0x82;
    /// Bit memory.
    pub const MEMORY: u8 = 0x83;
    /// Data blocks.
    pub const BLOCKS: u8 = 0x84;
    /// Counters of S7-300/400.
    pub const COUNTERS: u8 = 0x1C;
    /// Timers of S7-300/400.
    pub const TIMERS: u8 = 0x1D;
}

/// The counted unit: the transport size of a request.
pub mod unit {
    /// Single bits; exactly one is allowed.
    pub const BIT: u8 = 0x01;
    /// Bytes.
    pub const BYTE: u8 = 0x02;
    /// Characters.
    pub const CHAR: u8 = 0x03;
    /// 16 bits.
    pub const WORD: u8 = 0x04;
    /// 16 bits, signed.
    pub const INT: u8 = 0x05;
    /// 32 bits.
    pub const DWORD: u8 = 0x06;
    /// 32 bits, signed.
    pub const DINT: u8 = 0x07;
    /// Single precision.
    pub const REAL: u8 = 0x08;
    /// Counters of two bytes.
    pub const COUNTER: u8 = 0x1C;
    /// Timers of two bytes.
    pub const TIMER: u8 = 0x1D;

    /// Size of one element in a response, in bytes; `None` if it is unknown.
    pub fn size(unit: u8) -> Option<usize> {
        match unit {
            BIT | BYTE | CHAR => Some(1),
            WORD | INT | COUNTER | TIMER => Some(2),
            DWORD | DINT | REAL => Some(4),
            _ => None,
        }
    }
}

/// An any pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Item {
    /// The counted unit, see [`unit`].
    pub unit: u8,
    /// Number of units.
    pub count: u16,
    /// The block's number in the area of blocks; 0 elsewhere.
    pub block: u16,
    /// The area, see [`area`].
    pub area: u8,
    /// The first bit (byte × 8 + bit); in the areas of timers and counters, the first number.
    pub address: u32,
}

impl Item {
    /// Decodes the next item.
    pub fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let offset = reader.offset();
        let head: [u8; 3] = reader.array("item syntax")?;
        if head != ANY {
            return Err(DecodeError::new(
                "item syntax",
                offset,
                "an any pointer (12 0a 10)",
                format!("{head:02x?}"),
            ));
        }
        let unit = reader.u8("transport size")?;
        let count = reader.u16("element count")?;
        let block = reader.u16("block number")?;
        let word = reader.u32("area and address")?;
        let [area, ..] = word.to_be_bytes();
        Ok(Self { unit, count, block, area, address: word & MAX_ADDRESS })
    }

    /// Appends the item.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.extend(ANY);
        out.put_u8(self.unit);
        out.put_u16(self.count);
        out.put_u16(self.block);
        out.put_u32(u32::from(self.area) << 24 | self.address & MAX_ADDRESS);
    }
}

/// In TIA's notation: `DB12.DBB4, 120 bytes`.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = unit::size(self.unit).unwrap_or(1) * usize::from(self.count);
        let byte = self.address / 8;
        match self.area {
            area::BLOCKS => write!(f, "DB{}.DBB{byte}, {bytes} bytes", self.block),
            area::TIMERS => write!(f, "T{}, {bytes} bytes", self.address),
            area::COUNTERS => write!(f, "C{}, {bytes} bytes", self.address),
            area::INPUTS => write!(f, "IB{byte}, {bytes} bytes"),
            area::OUTPUTS => write!(f, "QB{byte}, {bytes} bytes"),
            area::MEMORY => write!(f, "MB{byte}, {bytes} bytes"),
            area::PERIPHERAL => write!(f, "PB{byte}, {bytes} bytes"),
            other => write!(f, "area {other:#04x}, byte {byte}, {bytes} bytes"),
        }
    }
}

/// Timers and counters are requested by number, all other areas by byte.
impl From<Range> for Item {
    fn from(range: Range) -> Self {
        let (area, unit) = match range.area {
            Area::Block(_) => (area::BLOCKS, unit::BYTE),
            Area::Memory => (area::MEMORY, unit::BYTE),
            Area::Inputs => (area::INPUTS, unit::BYTE),
            Area::Outputs => (area::OUTPUTS, unit::BYTE),
            Area::Timers => (area::TIMERS, unit::TIMER),
            Area::Counters => (area::COUNTERS, unit::COUNTER),
        };
        Self {
            unit,
            count: u16::try_from(range.len() / range.area.unit()).unwrap_or(u16::MAX),
            block: match range.area {
                Area::Block(number) => number,
                _ => 0,
            },
            area,
            address: match range.area.unit() {
                1 => range.start * 8,
                unit => range.start / unit,
            },
        }
    }
}

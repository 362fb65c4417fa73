//! The controller's clock.
//!
//! Source: `tests/suite/captures/snap7_c.hex`.

use bytes::Bytes;
use jiff::civil;

use super::{DecodeError, Reader, bcd, userdata};

/// Requests the time.
pub fn request() -> userdata::Request {
    userdata::Request {
        group: userdata::GROUP_CLOCK,
        function: userdata::CLOCK_READ,
        sequence: 0,
        continued: false,
        data: Bytes::new(),
    }
}

/// Decodes the controller's local time: a reserved byte, the century, then the eight bytes of a
/// `DATE_AND_TIME`, whose year implies the century itself.
pub fn decode(data: &[u8]) -> Result<civil::DateTime, DecodeError> {
    let mut reader = Reader::new(data);
    reader.u8("reserved")?;
    reader.u8("century")?;
    let offset = reader.offset();
    let stamp: [u8; 8] = reader.array("time")?;
    reader.finish("clock")?;
    bcd::date_and_time(stamp).ok_or_else(|| {
        DecodeError::new("time", offset, "a date and time in BCD", format!("{stamp:02x?}"))
    })
}

/// Encodes a reply.
pub fn encode(time: civil::DateTime) -> Vec<u8> {
    let mut out = vec![0, bcd::byte(i64::from(time.year() / 100))];
    out.extend(bcd::stamp(time));
    out
}

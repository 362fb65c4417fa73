//! Bytes and meaning, apart from any socket: each message is decoded *and* encoded, because the
//! virtual controller speaks it too.
//!
//! From the outside in: [`tpkt`] cuts the stream into packets (RFC 1006), [`cotp`] carries the
//! connection and puts fragments together (ISO 8073 class 0), [`pdu`] is the S7 header, and inside
//! of it are [`setup`], [`read`] and, as user data, [`szl`] and [`clock`]. S7 communication has no
//! public specification: the sources are the captures under `tests/suite/captures`.
//!
//! There is no encoder for any service that writes, starts, stops or downloads.

pub(crate) mod bcd;
pub mod clock;
pub mod cotp;
pub mod item;
pub mod pdu;
pub mod read;
pub mod setup;
pub mod status;
pub mod szl;
pub mod tpkt;
pub mod userdata;

pub use tagbridge_bytes::DecodeError;

/// Lengths are 16 bits on the wire, and no PDU comes near that.
fn len_u16(len: usize) -> u16 {
    u16::try_from(len).expect("a piece of a PDU fits into 64 KiB")
}

/// Reads the fields of this protocol.
pub type Reader<'a> = tagbridge_bytes::Reader<'a, tagbridge_bytes::BigEndian>;

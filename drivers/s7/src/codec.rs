//! The encoding, without sockets: each message is decoded *and* encoded, because the simulated
//! controller uses it too.
//!
//! From the outside in: [`tpkt`] divides the stream into packets (RFC 1006), [`cotp`] opens the
//! connection and assembles fragments (ISO 8073 class 0), [`pdu`] is the S7 header, and within it
//! are [`setup`], [`read`] and, as user data, [`szl`] and [`clock`]. S7 communication has no public
//! specification: the sources are the captures under `tests/suite/captures`.
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

/// Lengths have 16 bits in the protocol, and every PDU is far shorter.
fn len_u16(len: usize) -> u16 {
    u16::try_from(len).expect("a piece of a PDU fits into 64 KiB")
}

/// Reads the fields of this protocol.
pub type Reader<'a> = tagbridge_bytes::Reader<'a, tagbridge_bytes::BigEndian>;

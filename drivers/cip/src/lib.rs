//! EtherNet/IP CIP, for Allen-Bradley Logix controllers. Read-only.
//!
//! [`codec`] is pure bytes, for both sides of the wire.

pub mod codec;

//! The encoding of EtherNet/IP and CIP, for both sides: everything that a client encodes, a
//! controller decodes, and vice versa.
//!
//! Contains neither sockets nor clocks. Every decoder reads only the bytes that exist and limits
//! its allocations; **no request that writes can be created**.

pub mod attribute_list;
pub mod changes;
pub mod connection_manager;
pub mod cpf;
pub mod encapsulation;
pub mod epath;
pub mod identity;
mod message;
pub mod multiple_service;
pub mod read_tag;
mod service;
mod status;
pub mod symbol_list;
pub mod tag_name;
pub mod template;
pub mod types;

pub use encapsulation::{Command, Frame};
pub use epath::{EPath, Segment};
pub use message::{Incoming, Reply, Request};
pub use service::{Service, class};
pub use status::{Remedy, Status};
pub use tagbridge_bytes::DecodeError;
pub use types::Elementary;

/// Reads the fields of this protocol.
pub type Reader<'a> = tagbridge_bytes::Reader<'a, tagbridge_bytes::LittleEndian>;

//! EtherNet/IP CIP, for Allen-Bradley Logix controllers. Read-only.
//!
//! [`codec`] encodes and decodes bytes, for both sides; the plan combines requests into packets;
//! [`Logix`] is the driver. [`guard`] checks every frame again before it is sent.

mod catalogue;
mod client;
pub mod codec;
mod discover;
mod dissect;
pub mod guard;
mod log_message;
mod messages;
mod plan;

pub use client::Logix;
pub use discover::{discover, identify};
pub use dissect::DISSECTOR;

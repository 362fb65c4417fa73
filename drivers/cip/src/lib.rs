//! EtherNet/IP CIP, for Allen-Bradley Logix controllers. Read-only.
//!
//! [`codec`] is pure bytes, for both sides of the wire; the plan decides which requests travel
//! together; [`Logix`] is the driver. [`guard`] looks at every frame once more before the socket.

mod catalogue;
mod client;
pub mod codec;
mod discover;
mod dissect;
pub mod guard;
mod logged;
mod plan;
mod why;

pub use client::Logix;
pub use discover::{discover, identify};
pub use dissect::DISSECTOR;

//! A virtual Siemens S7 controller.
//!
//! [`Memory`] holds blocks and areas as bytes, a [`Program`] changes them as time goes by, and
//! [`VirtualS7`] puts it all on the wire. It is stricter than a controller: lengths are enforced to
//! the byte, more jobs than were agreed on are refused, what does not keep to the protocol is
//! refused and counted in [`Counters`], and so is all that writes, starts, stops or downloads.
//! **No request can change a byte.**

mod controller;
mod counters;
mod fault;
mod identity;
mod memory;
mod program;
mod project;
mod server;
mod session;
mod status_list;
#[cfg(test)]
mod tests;
mod value;
mod virtual_s7;

pub use controller::Own;
pub use counters::Counters;
pub use fault::Fault;
pub use identity::{Identity, Mode};
pub use memory::{Memory, TagError};
pub use program::Counting;
pub use virtual_s7::{RunningS7, S7, VirtualS7};

//! A virtual Siemens S7 controller.
//!
//! [`Memory`] holds blocks and areas as bytes, a [`Program`] changes them over time, and
//! [`VirtualS7`] serves them on the network. It is stricter than a real controller: it checks
//! lengths to the byte, refuses more jobs than agreed, and refuses all violations of the protocol
//! and all requests that write, start, stop or download. [`Counters`] counts the refusals. **No
//! request can change a byte.**

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

pub use controller::S7State;
pub use counters::Counters;
pub use fault::Fault;
pub use identity::{Identity, Mode};
pub use memory::{Memory, TagError};
pub use program::Counting;
pub use virtual_s7::{RunningS7, S7, VirtualS7};

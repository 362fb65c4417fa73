//! A virtual Allen-Bradley Logix controller.
//!
//! A [`Model`] describes the tags, [`Memory`] holds their values, a [`Scan`] changes the values
//! over time, and [`VirtualLogix`] serves them on the network. It is stricter than a real
//! controller: it refuses requests that violate the specification and all write requests, and
//! counts them in [`Counters`]. **No request can change a tag.**

mod answer;
mod connection_manager;
mod connections;
mod controller;
mod counters;
mod fault;
mod identity;
mod location;
mod memory;
mod model;
mod project;
mod read_tag;
mod scan;
mod server;
mod session;
mod structure;
mod symbol;
mod target;
mod template;
#[cfg(test)]
mod tests;
mod types;
mod value;
mod virtual_logix;

pub use controller::LogixState;
pub use counters::Counters;
pub use fault::Fault;
pub use identity::{Identity, Mode};
pub use memory::{Memory, Scalar, Slot, TagError};
pub use model::{Model, ModelError};
pub use types::{Atomic, ExternalAccess};
pub use virtual_logix::{Logix, RunningController, SetUpError, VirtualLogix};

//! A virtual Allen-Bradley Logix controller.
//!
//! A [`Model`] says which tags there are, [`Memory`] holds their values, a [`Scan`] changes them as
//! time goes by, and [`VirtualLogix`] puts it all on the wire. It is stricter than a controller:
//! what does not keep to the specification is refused and counted in [`Counters`], and so is all
//! that would write. **No request can change a tag.**

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

pub use controller::Own;
pub use counters::Counters;
pub use fault::Fault;
pub use identity::{Identity, Mode};
pub use memory::{Memory, Scalar, Slot, TagError};
pub use model::{Model, ModelError};
pub use types::{Atomic, ExternalAccess};
pub use virtual_logix::{Logix, RunningController, SetUpError, VirtualLogix};

//! A virtual CODESYS controller with an OPC UA server.
//!
//! A [`Model`] describes the variables, [`Memory`] holds their values, a [`Program`] changes the
//! values over time, and [`VirtualCodesys`] serves them with the OPC UA server of a library.
//! [`Counters`] counts the requests. **No request can change a variable.**

mod controller;
mod counters;
mod encoded;
mod fault;
mod identity;
mod keys;
mod layout;
mod library_server;
mod memory;
mod model;
mod program;
mod project;
mod proxy;
mod reported_limits;
mod running;
mod security;
mod services;
mod space;
mod types;
mod value;
mod variables;
mod virtual_codesys;

pub use controller::CodesysState;
pub use counters::Counters;
pub use fault::Fault;
pub use identity::{Identity, Mode};
pub use layout::ModelError;
pub use library_server::ServerLimits;
pub use memory::{Memory, TagError};
pub use model::{Declaration, Enumeration, Model, ProgramUnit, Structure, UnitKind};
pub use program::Counting;
pub use running::RunningCodesys;
pub use security::{Policy, Security, SecurityError};
pub use virtual_codesys::{Codesys, VirtualCodesys, VirtualStartError};

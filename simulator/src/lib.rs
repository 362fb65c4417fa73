//! Virtual controllers that answer on the wire.
//!
//! They use the same codecs as the drivers, and clients of other vendors test them. They are
//! stricter than real controllers: they refuse and count every request that violates the
//! specification and every write request. Each of them can misbehave on command.

mod log_message;
pub mod logix;
pub mod opcua;
mod rig;
mod running;
pub mod s7;

pub use self::{
    rig::{
        fault::FaultError,
        listening::ListeningController,
        set_up::{ControllerKind, Memory, Program, Virtual},
    },
    running::RunningSimulator,
};

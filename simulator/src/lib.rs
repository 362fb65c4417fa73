//! Virtual controllers that answer on the wire.
//!
//! They speak their protocol with the same codec as the drivers, and other people's clients judge
//! them. They are stricter than controllers: what does not keep to the specification is refused
//! and counted, whatever would write is refused and counted, and all of them can misbehave on
//! command.

mod logged;
pub mod logix;
pub mod opcua;
mod rig;
mod running;
pub mod s7;

pub use self::{
    rig::{
        fault::FaultError,
        listening::Listening,
        set_up::{ControllerKind, Memory, Program, Virtual},
    },
    running::Running,
};

//! The common part of all protocol clients: connect, receive, and know the controller's mode.

mod log_message;
mod mode;
mod socket;

pub use self::{
    mode::Mode,
    socket::{Socket, ends, protocol, resolve, until, within},
};

//! What the clients of all protocols do alike: dial, receive, and know the controller's mode.

mod logged;
mod mode;
mod socket;

pub use self::{
    mode::Mode,
    socket::{Socket, ends, protocol, resolve, until, within},
};

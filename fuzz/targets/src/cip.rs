//! EtherNet/IP and CIP.

mod catalogue;
mod connection;
mod guard;
mod message;
mod names;
mod wire;

pub use catalogue::{tag_list, template};
pub use connection::{connection, identity};
pub use guard::guard;
pub use message::{data, packet, reply};
pub use names::{name, path};
pub use wire::{cpf, frame};

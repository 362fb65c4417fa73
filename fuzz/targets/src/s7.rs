//! S7 communication over ISO-on-TCP.

mod guard;
mod message;
mod stream;
mod tags;

pub use guard::guard;
pub use message::{message, szl};
pub use stream::stream;
pub use tags::{address, value};

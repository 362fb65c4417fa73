//! S7 communication over ISO-on-TCP, for Siemens S7-300/400/1200/1500.
//!
//! [`codec`] encodes and decodes messages, [`address`] and [`types`] parse addresses, [`plan`]
//! combines many tags into few requests, only the client uses sockets, and [`guard`] checks all
//! outgoing bytes: setup, reading variables, reading status lists and the clock are allowed.
//!
//! **This crate cannot write to a controller**, start or stop it: no encoder for it exists.

mod area;
mod client;
pub mod codec;
mod discover;
mod dissect;
pub mod guard;
mod identity;
mod log_message;
mod narrow;
pub mod plan;
pub mod types;
mod value;

pub use client::S7;
pub use discover::identify;
pub use dissect::DISSECTOR;
pub use tagbridge_s7_address as address;

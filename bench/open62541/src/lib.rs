//! open62541's client, as much of it as the bench needs, behind functions that are safe to call.
//!
//! It is used as one would in C: requests are made once and sent over and over, one after the other,
//! and numbers are taken out of what the library decodes.

#![cfg(feature = "library")]

mod client;
mod error;
mod number;

pub use client::Client;
pub use error::Error;

/// The library's version, as `open62541-sys` builds it.
pub const VERSION: &str = "1.5 (open62541-sys 0.6)";

//! OPC UA, for CODESYS and whatever else publishes variables.
//!
//! [`session`] is the only part that touches the library's connections, and offers nothing but the
//! services of [`guard`]'s list. [`security`] decides whom to speak to and how well it is hidden,
//! [`name`] reads what people write, [`plan`] makes few requests of many tags, [`types`] knows what
//! values mean, and the client ties them together.
//!
//! **Nothing here can write to a controller**: no request that does is ever made.

mod client;
mod discover;
mod dissect;
mod fault;
mod guard;
mod logged;
mod name;
mod plan;
mod refusal;
mod secret;
mod security;
mod session;
mod shallow;
mod status;
mod types;

pub use client::{OpcUa, PORT};
pub use discover::{identify, server_certificate, trust};
pub use dissect::DISSECTOR;
pub use secret::is_login;
pub use security::{ServerCertificate, Standing, TrustError, trust_service};

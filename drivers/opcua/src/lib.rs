//! OPC UA, for CODESYS and all other servers with variables.
//!
//! Only [`session`] uses the library's connections, and it offers only the services on [`guard`]'s
//! list. [`security`] decides which server is trusted and how the connection is encrypted, [`name`]
//! parses names, [`plan`] combines many tags into few requests, [`types`] decodes values, and the
//! client connects these modules.
//!
//! **This crate cannot write to a controller**: no such request exists.

mod client;
mod depth_limit;
mod discover;
mod dissect;
mod fault;
mod guard;
mod log_message;
mod name;
mod plan;
mod refusal;
mod secret;
mod security;
mod session;
mod status;
mod types;

pub use client::{OpcUa, PORT};
pub use discover::{identify, server_certificate, trust};
pub use dissect::DISSECTOR;
pub use secret::is_login;
pub use security::{ServerCertificate, TrustError, TrustStatus, trust_service};

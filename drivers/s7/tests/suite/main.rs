//! The driver against recorded bytes and third-party servers.

mod captures;
mod odd_servers;
mod recordings;
mod server;
mod snap7;

//! The driver against recorded bytes and other people's servers.

mod captures;
mod odd_servers;
mod recordings;
mod server;
mod snap7;

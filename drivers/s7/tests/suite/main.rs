//! The driver against recorded bytes and other people's servers.

mod captures;
mod odd_servers;
mod snap7;

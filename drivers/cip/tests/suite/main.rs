//! The driver against recorded bytes, third-party servers and a faulty peer.

mod captures;
mod cpppo;
mod garbage;
mod peers;
mod recordings;

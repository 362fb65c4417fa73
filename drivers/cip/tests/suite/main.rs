//! The driver against recorded bytes, other people's servers and a peer that misbehaves.

mod captures;
mod cpppo;
mod garbage;
mod peers;
mod recordings;

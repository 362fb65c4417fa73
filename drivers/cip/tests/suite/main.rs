//! The driver against recorded bytes, other people's servers and a peer that misbehaves.

mod captures;
mod cpppo;
mod garbage;
mod peers;
#[expect(clippy::print_stderr, reason = "says what was compared, or why nothing was")]
mod recordings;

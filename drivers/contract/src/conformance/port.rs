//! Ports for other people's servers, which cannot choose one by themselves.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::ErrorKind,
    net::TcpListener,
    sync::{Mutex, PoisonError},
};

/// Systems give ports from 32768 on to whoever asks for any: these they give to nobody.
const FIRST: u16 = 20_000;
const COUNT: u64 = 12_000;

/// What marks the ports that were given, until the process ends.
static GIVEN: Mutex<Vec<TcpListener>> = Mutex::new(Vec::new());

/// A port of 127.0.0.1 that nobody listens on. As long as this process lives, no other that asks
/// here is given the same one, whether somebody listens there yet, in between, or any more.
#[must_use]
pub fn free_port() -> u16 {
    loop {
        let random = RandomState::new().build_hasher().finish() % COUNT;
        let port = FIRST + u16::try_from(random).unwrap_or_default();
        // The same port of another loopback address says that it is taken, and is in nobody's way.
        let mark = match TcpListener::bind(("127.0.0.2", port)) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => continue,
            // A system may have no such address; then it is free as far as anybody can tell.
            mark => mark.ok(),
        };
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            GIVEN.lock().unwrap_or_else(PoisonError::into_inner).extend(mark);
            return port;
        }
    }
}

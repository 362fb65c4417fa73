//! Ports for foreign servers, which cannot choose one by themselves.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    net::{Ipv4Addr, TcpListener},
    sync::{Mutex, PoisonError},
};

/// Operating systems assign ports from 32768 on automatically. Ports below are never assigned.
const FIRST: u16 = 20_000;
const PAIRS: u64 = 6_000;

/// Number of ports to try. If all of them are in use, no port is free.
const TRIES: usize = 10_000;

/// The locks on the assigned ports, until the process ends.
static GIVEN: Mutex<Vec<TcpListener>> = Mutex::new(Vec::new());

/// Returns an unused port of 127.0.0.1. While this process runs, no other process that calls this
/// function gets the same port, even if no server listens on it. Panics if no port is free.
#[must_use]
pub fn free_port() -> u16 {
    for _ in 0..TRIES {
        let random = RandomState::new().build_hasher().finish() % PAIRS;
        let port = FIRST + 2 * u16::try_from(random).unwrap_or_default();
        // The next port, which is never assigned, serves as the lock of this one.
        let Some(mark) = listen(port + 1) else { continue };
        if listen(port).is_some() {
            GIVEN.lock().unwrap_or_else(PoisonError::into_inner).push(mark);
            return port;
        }
    }
    panic!("no port of 127.0.0.1 from {FIRST} on is free; end what listens on so many")
}

fn listen(port: u16) -> Option<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()
}

//! Ports for other people's servers, which cannot choose one by themselves.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    net::{Ipv4Addr, TcpListener},
    sync::{Mutex, PoisonError},
};

/// Systems give ports from 32768 on to whoever asks for any: these they give to nobody.
const FIRST: u16 = 20_000;
const PAIRS: u64 = 6_000;

/// Ports that are tried: who finds none free among so many will find none.
const TRIES: usize = 10_000;

/// The marks of the ports that were given, until the process ends.
static GIVEN: Mutex<Vec<TcpListener>> = Mutex::new(Vec::new());

/// A port of 127.0.0.1 that nobody listens on. As long as this process lives, no other that asks
/// here is given the same one, whether somebody listens there yet, in between, or any more. Panics
/// where none is free.
#[must_use]
pub fn free_port() -> u16 {
    for _ in 0..TRIES {
        let random = RandomState::new().build_hasher().finish() % PAIRS;
        let port = FIRST + 2 * u16::try_from(random).unwrap_or_default();
        // Who holds the port after it, which is never given, has this one.
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

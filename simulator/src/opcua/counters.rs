//! Counters of the requests to a virtual controller.

use std::collections::BTreeMap;

/// Counters of the requests to a virtual controller since its start, across restarts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests by service, as received: `Read`, `CreateSession`. Encrypted requests, whose service
    /// is unknown, are counted under [`Counters::ENCRYPTED`].
    pub requests: BTreeMap<&'static str, u64>,
    /// Read requests for values of variables, also encrypted ones, without refused ones.
    pub reads: u64,
    /// Number of variables in these requests.
    pub nodes_read: u64,
    /// Requests to write, call or change something. All of them were refused.
    pub writes: u64,
    /// Accepted TCP connections.
    pub connections: u64,
    /// Open TCP connections.
    pub open_connections: usize,
}

impl Counters {
    /// The key for encrypted requests.
    pub const ENCRYPTED: &str = "(encrypted)";

    /// Number of requests of this service.
    pub fn service(&self, name: &str) -> u64 {
        self.requests.get(name).copied().unwrap_or(0)
    }

    /// Number of requests of all services, which a client sees as round trips.
    pub fn total(&self) -> u64 {
        self.requests.values().sum()
    }

    pub(super) fn count(&mut self, service: &'static str) {
        *self.requests.entry(service).or_default() += 1;
    }
}

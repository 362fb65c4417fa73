//! What a virtual controller was asked for.

use std::collections::BTreeMap;

/// What a virtual controller was asked for since it started, restarts included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests by service, as they came over the wire: `Read`, `CreateSession`. Those whose service
    /// cannot be seen, since they are encrypted, are under [`Counters::ENCRYPTED`].
    pub requests: BTreeMap<&'static str, u64>,
    /// Read requests for values of variables, encrypted ones too. Refused ones are not among them.
    pub reads: u64,
    /// Values of variables that were asked for in these.
    pub nodes_read: u64,
    /// Requests that would have written, called or changed something. All were refused.
    pub writes: u64,
    /// TCP connections accepted.
    pub connections: u64,
    /// TCP connections that are open.
    pub open_connections: usize,
}

impl Counters {
    /// Stands in for the service of an encrypted request.
    pub const ENCRYPTED: &str = "(encrypted)";

    /// How often this service was asked for.
    pub fn service(&self, name: &str) -> u64 {
        self.requests.get(name).copied().unwrap_or(0)
    }

    /// Requests of all services: what a client sees as round trips.
    pub fn total(&self) -> u64 {
        self.requests.values().sum()
    }

    pub(super) fn count(&mut self, service: &'static str) {
        *self.requests.entry(service).or_default() += 1;
    }
}

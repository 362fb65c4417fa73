//! Counters of the requests to a virtual controller.

use std::collections::BTreeMap;

/// Maximum number of counted kinds of requests; the existing classes need a few dozen.
const MAX_KINDS: usize = 1024;

/// Counters of the requests to a virtual controller since its start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests by service and class, with those in a Multiple Service Packet or an Unconnected
    /// Send. Tags that are read by name count for the symbol class, `0x6B`.
    pub services: BTreeMap<(u8, u32), u64>,
    /// Messages with a reply, which a client sees as round trips. They include session, identity
    /// and connection requests.
    pub replies: u64,
    /// Requests that would have changed something. All of them were refused.
    pub writes: u64,
    /// Frames and requests that violate the specification.
    pub malformed: u64,
    /// Connected packets for a connection that does not exist or was closed; they get no reply.
    pub unknown_connection: u64,
    /// Connected packets that repeat the previous sequence count; they get the same reply again.
    pub duplicates: u64,
    /// Registered sessions.
    pub sessions: u64,
    /// Opened connections.
    pub connections_opened: u64,
    /// Connections that their originator closed.
    pub connections_closed: u64,
    /// Connections that their originator did not use within the time-out.
    pub connections_timed_out: u64,
}

impl Counters {
    /// Number of requests of this service to this class.
    pub fn service(&self, service: u8, class: u32) -> u64 {
        self.services.get(&(service, class)).copied().unwrap_or(0)
    }

    pub(super) fn count(&mut self, service: u8, class: u32) {
        let known = self.services.len();
        let key = (service, class);
        if known < MAX_KINDS || self.services.contains_key(&key) {
            *self.services.entry(key).or_default() += 1;
        }
    }
}

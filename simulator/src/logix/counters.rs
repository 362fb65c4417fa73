//! What a virtual controller was asked for.

use std::collections::BTreeMap;

/// Kinds of requests that are told apart; the classes that there are need a few dozen.
const MAX_KINDS: usize = 1024;

/// What a virtual controller was asked for since it started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests by service and class, those inside of a Multiple Service Packet and an
    /// Unconnected Send as well. Tags by name count under the symbol class, `0x6B`.
    pub services: BTreeMap<(u8, u32), u64>,
    /// Messages that a reply was sent to: what a client sees as round trips. Session, identity and
    /// connection requests are among them.
    pub replies: u64,
    /// Requests that would have changed something. All were refused.
    pub writes: u64,
    /// Frames and requests that do not keep to the specification.
    pub malformed: u64,
    /// Connected packets for a connection that does not exist, or not any more; not answered.
    pub unknown_connection: u64,
    /// Connected packets with the sequence count of the one before, answered with the same reply.
    pub duplicates: u64,
    /// Sessions registered.
    pub sessions: u64,
    /// Connections opened.
    pub connections_opened: u64,
    /// Connections closed by their originator.
    pub connections_closed: u64,
    /// Connections that nobody used for as long as their originator had promised.
    pub connections_timed_out: u64,
}

impl Counters {
    /// How often this service was asked of this class.
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

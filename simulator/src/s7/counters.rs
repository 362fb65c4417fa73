//! Counters of the requests to a virtual controller.

use std::collections::BTreeMap;

/// Counters of the requests to a virtual controller since its start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages by kind (ROSCTR), function (of user data: its group) and sub-function (of jobs: 0).
    pub functions: BTreeMap<(u8, u8, u8), u64>,
    /// Answered jobs and user data, which a client sees as round trips.
    pub replies: u64,
    /// Requests to write, start, stop or load something. All of them were refused.
    pub writes: u64,
    /// Packets and requests that violate the protocol.
    pub malformed: u64,
    /// Jobs beyond the agreed number. All of them were refused.
    pub surplus_jobs: u64,
    /// Granted transport connections.
    pub connections: u64,
    /// Refused transport connections.
    pub refused_connections: u64,
}

impl Counters {
    /// Number of requests of this function.
    pub fn function(&self, rosctr: u8, function: u8, sub_function: u8) -> u64 {
        self.functions.get(&(rosctr, function, sub_function)).copied().unwrap_or(0)
    }

    pub(super) fn count(&mut self, rosctr: u8, function: u8, sub_function: u8) {
        *self.functions.entry((rosctr, function, sub_function)).or_default() += 1;
    }
}

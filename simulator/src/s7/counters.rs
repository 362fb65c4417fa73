//! What a virtual controller was asked for.

use std::collections::BTreeMap;

/// What a virtual controller was asked for since it started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages by kind (ROSCTR), function (of user data: its group) and sub-function (of jobs: 0).
    pub functions: BTreeMap<(u8, u8, u8), u64>,
    /// Jobs and user data that were answered: what a client sees as round trips.
    pub replies: u64,
    /// Requests that would have written, started, stopped or loaded something. All were refused.
    pub writes: u64,
    /// Packets and requests that do not keep to the protocol.
    pub malformed: u64,
    /// Jobs beyond the number that was agreed on. All were refused.
    pub surplus_jobs: u64,
    /// Transport connections granted.
    pub connections: u64,
    /// Transport connections refused.
    pub refused_connections: u64,
}

impl Counters {
    /// How often this function was asked for.
    pub fn function(&self, rosctr: u8, function: u8, sub_function: u8) -> u64 {
        self.functions.get(&(rosctr, function, sub_function)).copied().unwrap_or(0)
    }

    pub(super) fn count(&mut self, rosctr: u8, function: u8, sub_function: u8) {
        *self.functions.entry((rosctr, function, sub_function)).or_default() += 1;
    }
}

//! What there is to measure for a protocol.

use std::process::Command;

use serde_json::Value as Json;

/// All that a protocol brings to the bench.
pub(crate) struct Suite {
    /// As in `cargo xtask bench logix`; names the section of the document as well.
    pub(crate) protocol: &'static str,
    /// The section's heading.
    pub(crate) title: &'static str,
    /// What a reader must know about these measurements in particular, a paragraph each.
    pub(crate) remarks: &'static [&'static str],
    pub(crate) workloads: Vec<Workload>,
    /// Ours first.
    pub(crate) entrants: Vec<Entrant>,
    /// Why a goal is missed: workload, goal, reason.
    pub(crate) findings: &'static [(&'static str, Goal, &'static str)],
}

/// A set of tags that is read over and over.
pub(crate) struct Workload {
    /// Short and stable: `scattered-500`.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// The kind of controller that serves it.
    pub(crate) variant: &'static str,
    /// What clients are told to read, as they understand it.
    pub(crate) job: Json,
    /// The sum of all values, which proves that a client has read them.
    pub(crate) sum: f64,
    /// Fewest round trips for a snapshot that the protocol allows.
    pub(crate) floor: usize,
    /// How that comes about, in a sentence.
    pub(crate) floor_because: String,
    /// Round trips that ours may take.
    pub(crate) goal: usize,
}

/// A client that takes part.
pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    pub(crate) standing: Standing,
    /// Starts it as a process that does as [`client`](crate::client) says.
    pub(crate) command: fn() -> Command,
}

/// What a client is to ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Ours itself.
    Ours,
    /// To be beaten in snapshots, with at most half of its CPU time.
    Rival,
    /// Ours is to be ten times faster.
    Script,
    /// Shows why it was not taken.
    Evidence,
}

/// What is wanted of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// As many round trips as the workload grants.
    RoundTrips,
    /// More snapshots a second than the rival.
    Faster,
    /// At most half of the rival's CPU time.
    HalfTheCpu,
    /// Ten times the snapshots a second of the scripts.
    TenTimes,
}

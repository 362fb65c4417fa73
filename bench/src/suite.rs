//! The measurements of a protocol.

use std::process::Command;

use serde_json::Value as Json;

/// The measurements of a protocol.
pub(crate) struct Suite {
    /// The name of the subject, as in `cargo xtask bench logix`, and of the document's section.
    pub(crate) protocol: &'static str,
    /// The section's heading.
    pub(crate) title: &'static str,
    /// Remarks about these measurements, one paragraph each.
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
    /// The tags that clients read, in their notation.
    pub(crate) job: Json,
    /// The sum of all values, which proves that a client has read them.
    pub(crate) sum: f64,
    /// Fewest round trips for a snapshot that the protocol allows.
    pub(crate) floor: usize,
    /// The reason of the lower limit, in a sentence.
    pub(crate) floor_because: String,
    /// Round trips that ours may take.
    pub(crate) goal: usize,
    /// The goal for the median time of a snapshot, in milliseconds, if there is one.
    pub(crate) within: Option<f64>,
    /// The goal for our use of a core, if the server sends values without a request and snapshots
    /// have a given pace.
    pub(crate) core: Option<f64>,
}

/// A client that takes part.
pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    pub(crate) standing: Standing,
    /// Starts it as a process that does as [`client`](crate::client) says.
    pub(crate) command: fn() -> Command,
}

/// The role of a client in the comparison with ours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Standing {
    /// Ours itself.
    Ours,
    /// A client that ours must beat.
    Rival {
        /// The goal for our snapshots per second, as a multiple of this client's.
        speed: Option<f64>,
        /// Ours is to need this part of its CPU time, or less.
        cpu: Option<f64>,
    },
    /// Has no goal: it shows why it was not taken, or what another way costs.
    Evidence,
}

/// A goal for our driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// As many round trips as the workload grants.
    RoundTrips,
    /// As little time as the workload grants.
    Elapsed,
    /// As little of a core as the workload grants.
    Core,
    /// Snapshots per second, together with this client.
    Speed(&'static str),
    /// CPU time, together with this client.
    Cpu(&'static str),
}

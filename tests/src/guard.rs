//! The guard of a release: the cost of fixed workloads, in counts that other programs on the
//! machine do not change, compared with the previous release or with its table.
//!
//! Virtual controllers count requests. Bytes are counted on the wire or in the service's folder.
//! Valgrind's callgrind runs the installed release build, and counts allocations and instructions.

mod callgrind;
mod counts;
mod ingest;
mod outage;
mod reading;

use std::path::Path;

pub use self::counts::{
    Counts, Regression, Table, allocations_a_value, outage, recording, regressions,
};

/// A fixed workload.
pub struct Workload {
    /// Its short and stable name in the table.
    pub name: &'static str,
    run: fn(&Path) -> Counts,
}

/// All workloads.
pub const WORKLOADS: &[Workload] = &[
    Workload { name: "logix-500", run: reading::logix },
    Workload { name: "s7-500", run: reading::s7 },
    Workload { name: "opcua-500", run: reading::opcua },
    Workload { name: "preflight-logix", run: reading::preflight },
    Workload { name: "ingest-500", run: ingest::ingest },
    Workload { name: counts::FEW, run: outage::few },
    Workload { name: counts::STREAM, run: outage::stream },
    Workload { name: counts::OUTAGE, run: outage::outage },
    Workload { name: counts::UNRECORDED, run: outage::unrecorded },
];

impl Workload {
    /// Runs the workload with this program, and counts. Blocks for up to a minute.
    pub fn run(&self, program: &Path) -> Counts {
        (self.run)(program)
    }
}

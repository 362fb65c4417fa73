//! The guard of a release: what the program needs for fixed workloads, in counts that no other program on the
//! machine changes, compared with the program of the previous release or with the table of the last one.
//!
//! Requests are counted by virtual controllers, bytes on the wire or in the service's folder, allocations and
//! instructions by valgrind's callgrind, which runs the release build as people install it.

mod callgrind;
mod counts;
mod ingest;
mod outage;
mod reading;

use std::path::Path;

pub use self::counts::{Counts, Regression, Table, allocations_a_value, outage, regressions};

/// A fixed piece of work.
pub struct Workload {
    /// Short and stable: it names the row of the table.
    pub name: &'static str,
    run: fn(&Path) -> Counts,
}

/// All that is measured.
pub const WORKLOADS: &[Workload] = &[
    Workload { name: "logix-500", run: reading::logix },
    Workload { name: "s7-500", run: reading::s7 },
    Workload { name: "opcua-500", run: reading::opcua },
    Workload { name: "preflight-logix", run: reading::preflight },
    Workload { name: "ingest-500", run: ingest::ingest },
    Workload { name: counts::FEW, run: outage::few },
    Workload { name: counts::STREAM, run: outage::stream },
    Workload { name: counts::OUTAGE, run: outage::outage },
];

impl Workload {
    /// Lets this program do the work, and counts. Blocks for up to a minute.
    pub fn run(&self, program: &Path) -> Counts {
        (self.run)(program)
    }
}

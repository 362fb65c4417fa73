//! Logix controllers by CIP.

mod findings;
mod model;
mod ours;
#[cfg(feature = "peers")]
mod plctag;
#[cfg(feature = "peers")]
mod rust_ethernet_ip;
mod serve;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(crate) use self::serve::serve;
use crate::{
    program,
    suite::{Entrant, Standing, Suite, Workload},
};

/// Bytes of a large connection's packets, sequence count included: what controllers grant at most.
const LARGE: usize = 4002;
/// Those of a small connection.
const SMALL: usize = 504;
/// Kinds of controllers: one that grants large connections, and one that refuses them.
const VARIANTS: [&str; 2] = ["large", "small"];

/// The tags that a client reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Job {
    /// Set by the contest.
    port: u16,
    kind: Kind,
    /// Names of tags.
    names: Vec<String>,
    /// Elements of each.
    count: u16,
}

/// The kinds of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// DINTs.
    Scalars,
    /// An array of DINTs.
    Array,
    /// Structures as [`model`] lays them out.
    Structures,
}

/// All that is measured.
pub(crate) fn suite() -> Suite {
    Suite {
        protocol: "logix",
        title: "Allen-Bradley Logix (CIP)",
        remarks: REMARKS,
        workloads: vec![
            scattered("scattered-500", "500 scattered DINTs", 500, 0),
            scattered("scattered-500-small", "500 scattered DINTs, small connection", 500, 1),
            scattered("scattered-5000", "5,000 scattered DINTs", 5000, 0),
            array(),
            structures(),
        ],
        entrants: entrants(),
        findings: findings::FINDINGS,
    }
}

const REMARKS: &[&str] = &[
    "The floor is that of Multiple Service Packets of reads by 16-bit symbol instance, S being the \
     connection's size: requests Σ(2+10) ≤ S−10, replies Σ(2+q) ≤ S−8, with q = 10 for a DINT and \
     8 + 52 for a structure. One request at a time is under way on a connection. Names have 14 \
     characters.",
    "Tagbridge by name is the same driver in a session with a project, which says what the tags are: \
     it does not upload the controller's list, and addresses tags by their names. Its floor is that \
     by name.",
    "libplctag reads with all tags under way at once, waits in its own blocking read for the last \
     one, and takes each value out of its buffer. libplctag, pylogix and rust-ethernet-ip give \
     structures as bytes, which the bench takes apart by the layout that it knows. libplctag packs \
     by the size of requests alone, and is given 60 structures at a time, so that the replies fit; \
     pylogix loses bytes of structures that it reads together, and is given one at a time. \
     rust-ethernet-ip reads without a connection.",
];

fn scattered(name: &'static str, title: &'static str, count: usize, variant: usize) -> Workload {
    let size = [LARGE, SMALL][variant];
    let (floor, by_name) = (trips(count, 10, 10, size), trips(count, 20, 10, size));
    Workload {
        name,
        title,
        variant: VARIANTS[variant],
        job: job(Kind::Scalars, (0..count).map(model::scalar).collect(), 1),
        sum: (0..count).map(|it| f64::from(model::scalar_value(it))).sum(),
        floor,
        floor_because: format!("S = {size}; by name they would be {by_name}"),
        goal: if count == 500 { floor } else { floor + 1 },
        within: None,
        core: None,
    }
}

fn array() -> Workload {
    let elements = usize::from(model::ELEMENTS);
    // Elements are not torn.
    let a_trip = (LARGE - 8) / 4;
    let floor = elements.div_ceil(a_trip);
    Workload {
        name: "array-5000",
        title: "one array of 5,000 DINTs",
        variant: VARIANTS[0],
        job: job(Kind::Array, vec![model::ARRAY.into()], model::ELEMENTS),
        sum: (0..elements).map(|it| f64::from(model::element_value(it))).sum(),
        floor,
        floor_because: format!("S−8 bytes a trip are {a_trip} elements"),
        goal: floor + 1,
        within: None,
        core: None,
    }
}

fn structures() -> Workload {
    let count = model::STRUCTURES;
    let floor = trips(count, 10, 8 + model::STRUCTURE_SIZE, LARGE);
    Workload {
        name: "structures-200",
        title: "200 UDTs of 20 members",
        variant: VARIANTS[0],
        job: job(Kind::Structures, (0..count).map(model::structure).collect(), 1),
        sum: (0..count).map(model::structure_sum).sum(),
        floor,
        floor_because: format!("S = {LARGE}, each read whole"),
        goal: floor + 1,
        within: None,
        core: None,
    }
}

fn job(kind: Kind, names: Vec<String>, count: u16) -> serde_json::Value {
    json!(Job { port: 0, kind, names, count })
}

/// Computes the round trips for `count` reads with these sizes of request and reply, packed into
/// packets of `size` bytes.
fn trips(count: usize, request: usize, reply: usize, size: usize) -> usize {
    count.div_ceil(((size - 10) / (2 + request)).min((size - 8) / (2 + reply)))
}

/// More snapshots, with at most half of its CPU time.
const LIBRARY: Standing = Standing::Rival { speed: Some(1.0), cpu: Some(0.5) };
/// Ten times the snapshots.
const SCRIPT: Standing = Standing::Rival { speed: Some(10.0), cpu: None };

fn entrants() -> Vec<Entrant> {
    vec![
        Entrant {
            name: "Tagbridge",
            standing: Standing::Ours,
            command: || program::rust("logix", "ours"),
        },
        Entrant {
            name: "Tagbridge by name",
            standing: Standing::Evidence,
            command: || program::rust("logix", "ours-by-name"),
        },
        Entrant {
            name: "libplctag",
            standing: LIBRARY,
            command: || program::rust("logix", "plctag"),
        },
        Entrant {
            name: "pycomm3",
            standing: SCRIPT,
            command: || program::python("pycomm3_client.py"),
        },
        Entrant {
            name: "pylogix",
            standing: SCRIPT,
            command: || program::python("pylogix_client.py"),
        },
        Entrant {
            name: "rust-ethernet-ip",
            standing: Standing::Evidence,
            command: || program::rust("logix", "rust-ethernet-ip"),
        },
    ]
}

/// Is one of the clients of this program.
pub(crate) fn client(name: &str) -> Result<()> {
    match name {
        "ours" => ours::take_part(),
        "ours-by-name" => ours::take_part_by_name(),
        #[cfg(feature = "peers")]
        "plctag" => plctag::take_part(),
        #[cfg(feature = "peers")]
        "rust-ethernet-ip" => rust_ethernet_ip::take_part(),
        _ => {
            bail!("`{name}` is not in this build; `--features peers` brings other people's clients")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_those_of_the_protocol() {
        let floors: Vec<_> = suite().workloads.iter().map(|it| (it.name, it.floor)).collect();
        let expected = [
            ("scattered-500", 2),
            ("scattered-500-small", 13),
            ("scattered-5000", 16),
            ("array-5000", 6),
            ("structures-200", 4),
        ];
        assert_eq!(floors, expected);
        assert_eq!((trips(500, 20, 10, LARGE), trips(500, 20, 10, SMALL)), (3, 23));
    }

    #[test]
    fn findings_name_workloads_that_there_are() {
        let suite = suite();
        for (workload, _, _) in suite.findings {
            assert!(suite.workloads.iter().any(|it| it.name == *workload), "{workload}");
        }
    }
}

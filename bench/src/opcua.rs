//! CODESYS by OPC UA.

mod findings;
mod model;
#[cfg(feature = "peers")]
mod open62541;
mod ours;
mod serve;

use std::time::Duration;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::model::Part;
pub(crate) use self::serve::serve;
use crate::{
    program,
    suite::{Entrant, Standing, Suite, Workload},
};

/// `MaxNodesPerRead` of a CODESYS runtime.
const CODESYS: usize = 100;
/// `MaxNodesPerRead` of a server with a high limit.
const GENEROUS: usize = 10_000;
/// How often a subscription reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// A kind of controller.
struct Variant {
    name: &'static str,
    /// Nodes that it takes in one request, of any service.
    nodes: usize,
    /// Whether its variables change.
    is_alive: bool,
}

const VARIANTS: [Variant; 3] = [
    Variant { name: "generous", nodes: GENEROUS, is_alive: false },
    Variant { name: "codesys", nodes: CODESYS, is_alive: false },
    Variant { name: "alive", nodes: GENEROUS, is_alive: true },
];

/// The nodes that a client reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Job {
    /// Set by the contest.
    port: u16,
    /// Ids of nodes.
    nodes: Vec<String>,
    /// Nodes that go into one request.
    limit: usize,
    /// By `Basic256Sha256`, signed and encrypted; in the open otherwise.
    is_secret: bool,
    /// The interval of a subscription's reports and of snapshots, in milliseconds; `None`: the
    /// nodes are polled continuously.
    interval: Option<u64>,
}

/// All that is measured.
pub(crate) fn suite() -> Suite {
    Suite {
        protocol: "opcua",
        title: "CODESYS (OPC UA)",
        remarks: REMARKS,
        workloads: vec![
            polled("open-500", "500 nodes", 500, 0, false),
            polled("open-500-by-100", "500 nodes, 100 a request", 500, 1, false),
            polled("open-5000", "5,000 nodes", 5000, 0, false),
            polled("open-5000-by-100", "5,000 nodes, 100 a request", 5000, 1, false),
            polled("secret-500", "500 nodes, encrypted", 500, 0, true),
            polled("secret-5000", "5,000 nodes, encrypted", 5000, 0, true),
            polled("secret-5000-by-100", "5,000 nodes, encrypted, 100 a request", 5000, 1, true),
            subscribed("open-subscribed", "500 nodes by subscription", false),
            subscribed("secret-subscribed", "500 nodes by subscription, encrypted", true),
        ],
        entrants: entrants(),
        findings: findings::FINDINGS,
    }
}

const REMARKS: &[&str] = &[
    "The floor is that of `MaxNodesPerRead`: 100, which a CODESYS runtime has, or 10,000. Node ids \
     have 58 characters, as a runtime makes them. The controller is async-opcua's server, in a \
     process of its own. Encrypted is Basic256Sha256, SignAndEncrypt.",
    "open62541 is the C library of open62541-sys 0.6, called in C's own way: requests that are made \
     once, `UA_Client_Service_read` one after the other, numbers taken out of the replies. It \
     encrypts with Mbed TLS. asyncua and node-opcua have up to four requests under way, as ours has. \
     node-opcua asks for both timestamps with each value and cannot be told otherwise; the others \
     ask for none.",
    "open62541 does not take part in the open: it wants 32 random bytes (a nonce) of the server when \
     a session is activated, as Part 4 §5.7.3 has it, and async-opcua's server sends none without \
     security. Encrypted, it does.",
    "Of a subscription, all 500 values change from report to report, every 100 ms; a snapshot of the \
     latest is taken as often, and a client whose values stand still is out. What counts is the CPU \
     time, as a part of one core. Turns are four times as long.",
];

fn polled(
    name: &'static str,
    title: &'static str,
    count: usize,
    variant: usize,
    is_secret: bool,
) -> Workload {
    let limit = VARIANTS[variant].nodes;
    let floor = count.div_ceil(limit);
    Workload {
        name,
        title,
        variant: VARIANTS[variant].name,
        job: job(Part::Still(count), limit, is_secret, None),
        sum: Part::Still(count).sum(),
        floor,
        floor_because: format!("{} nodes a request", count.min(limit)),
        goal: floor,
        within: None,
        core: None,
    }
}

fn subscribed(name: &'static str, title: &'static str, is_secret: bool) -> Workload {
    let variant = &VARIANTS[2];
    Workload {
        name,
        title,
        variant: variant.name,
        job: job(Part::Alive, variant.nodes, is_secret, Some(INTERVAL)),
        sum: Part::Alive.sum(),
        floor: 0,
        floor_because: "the server reports by itself".to_owned(),
        goal: 0,
        within: None,
        core: Some(0.005),
    }
}

fn job(part: Part, limit: usize, is_secret: bool, interval: Option<Duration>) -> serde_json::Value {
    let interval = interval.map(|it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX));
    json!(Job { port: 0, nodes: part.nodes(), limit, is_secret, interval })
}

fn entrants() -> Vec<Entrant> {
    let rival = |speed, cpu| Standing::Rival { speed: Some(speed), cpu };
    vec![
        Entrant {
            name: "Tagbridge",
            standing: Standing::Ours,
            command: || program::rust("opcua", "ours"),
        },
        Entrant {
            name: "open62541",
            // Within 1.5 × of its time.
            standing: rival(0.67, None),
            command: || program::rust("opcua", "open62541"),
        },
        Entrant {
            name: "asyncua",
            standing: rival(10.0, Some(0.5)),
            command: || program::python("asyncua_client.py"),
        },
        Entrant {
            name: "node-opcua",
            standing: rival(3.0, Some(0.5)),
            command: || program::node("node_opcua_client.js"),
        },
    ]
}

/// Is one of the clients of this program.
pub(crate) fn client(name: &str) -> Result<()> {
    match name {
        "ours" => ours::take_part(),
        #[cfg(feature = "peers")]
        "open62541" => open62541::take_part(),
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
        let floors: Vec<_> = suite().workloads.iter().map(|it| it.floor).collect();
        assert_eq!(floors, [1, 5, 1, 50, 1, 1, 50, 0, 0]);
    }

    #[test]
    fn findings_name_workloads_that_there_are() {
        let suite = suite();
        for (workload, _, _) in suite.findings {
            assert!(suite.workloads.iter().any(|it| it.name == *workload), "{workload}");
        }
    }
}

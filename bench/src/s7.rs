//! S7 controllers.

mod model;
mod ours;
mod serve;
mod tag;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tagbridge_s7::plan::{Limits, Memory, Plan};

pub(crate) use self::serve::serve;
use self::{model::Part, tag::Tag};
use crate::{
    program,
    suite::{Entrant, Standing, Suite, Workload},
};

/// The tags that a client reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Job {
    /// Set by the contest.
    port: u16,
    tags: Vec<Tag>,
    /// Block, start and size of what a person would read at once, who writes it down by hand.
    ranges: Vec<(u16, u32, u32)>,
}

/// A controller that grants these PDUs.
struct Variant {
    name: &'static str,
    pdu_size: u16,
    /// Its replies take this long, in ms.
    delay: u64,
}

const VARIANTS: [Variant; 4] = [
    Variant { name: "240", pdu_size: 240, delay: 0 },
    Variant { name: "480", pdu_size: 480, delay: 0 },
    Variant { name: "960", pdu_size: 960, delay: 0 },
    Variant { name: "far", pdu_size: 240, delay: 5 },
];

/// A result is close to the limit of the jobs in flight if it is at most this multiple. The
/// controller's clock has whole milliseconds (5 ms can be 6), and there is processor time in
/// addition.
const CLOSE: f64 = 1.5;

/// Number of jobs in flight that the controller allows.
const JOBS: u16 = 8;

/// All that is measured.
pub(crate) fn suite() -> Suite {
    let mut workloads = Vec::new();
    for (part, names, titles) in [
        (
            Part::Scattered,
            ["scattered-240", "scattered-480", "scattered-960"],
            [
                "500 scattered DWORDs, PDU 240",
                "500 scattered DWORDs, PDU 480",
                "500 scattered DWORDs, PDU 960",
            ],
        ),
        (
            Part::Contiguous,
            ["contiguous-240", "contiguous-480", "contiguous-960"],
            [
                "2,000 contiguous bytes, PDU 240",
                "2,000 contiguous bytes, PDU 480",
                "2,000 contiguous bytes, PDU 960",
            ],
        ),
        (
            Part::Machine,
            ["machine-240", "machine-480", "machine-960"],
            [
                "2,000 tags of a machine, PDU 240",
                "2,000 tags of a machine, PDU 480",
                "2,000 tags of a machine, PDU 960",
            ],
        ),
    ] {
        for (variant, (name, title)) in VARIANTS.iter().zip(names.into_iter().zip(titles)) {
            workloads.push(workload(name, title, variant, part));
        }
    }
    let [_, _, large, far] = &VARIANTS;
    workloads.push(workload("dense-960", "500 dense REALs, PDU 960", large, Part::Dense));
    let apart = workload("apart-960", "500 REALs 12 bytes apart, PDU 960", large, Part::Apart);
    workloads.push(Workload { goal: 7, ..apart });
    let title = "2,000 tags of a machine, PDU 240, 5 ms away";
    workloads.push(workload("machine-far", title, far, Part::Machine));
    Suite {
        protocol: "s7",
        title: "Siemens S7",
        remarks: REMARKS,
        workloads,
        entrants: entrants(),
        findings: &[],
    }
}

const REMARKS: &[&str] = &[
    "With P bytes of PDU a request is 12 bytes and 12 for each item, a reply 14 bytes and 4 for \
     each item beside its data, which is filled up to an even length except in the last item; \
     items are 20 at most. The floor is the fewest requests that any way of joining neighbours and \
     of packing could need, counted by items and by bytes alone. The controller grants 8 jobs in \
     flight. Round trips are reads; ours asks for the CPU's mode besides, every two seconds.",
    "snap7 is the C library of python-snap7 2.0.2, called with buffers that are made once, and \
     python-snap7 is version 3, which is Python throughout. Neither takes values out of the bytes, \
     as ours and nodes7 do. Both read ranges as a person would write them down, with gaps of up to \
     100 bytes: by a loop of DBRead, or by ReadMultiVars for as many as fit. python-snap7 asks for \
     PDU 480 at most and for one job, and is held to that. nodes7 asks for more items than the 20 that controllers take, where the PDU \
     has room for them; this controller takes them all.",
];

/// Gaps that a person reads along, in bytes.
const GAP: u32 = 100;

fn workload(
    name: &'static str,
    title: &'static str,
    variant: &'static Variant,
    part: Part,
) -> Workload {
    let tags = part.tags();
    let names: Vec<String> = tags.iter().map(Tag::name).collect();
    let plan = Plan::new(&names, Limits::new(variant.pdu_size), &Memory::default());
    let floor = plan.floor();
    let turns = floor.div_ceil(JOBS.into());
    #[expect(clippy::cast_precision_loss, reason = "a few milliseconds")]
    let ideal = (turns as u64 * variant.delay) as f64;
    let floor_because = match part {
        Part::Scattered => format!("{} items of 4 bytes a trip", 500usize.div_ceil(floor)),
        Part::Contiguous | Part::Dense => {
            format!("P−18 bytes a trip are {}", variant.pdu_size - 18)
        }
        Part::Apart => "joined across their gaps, P−18 bytes a trip".to_owned(),
        Part::Machine if variant.delay > 0 => {
            format!("{turns} times {JOBS} jobs in flight, which is {ideal:.0} ms")
        }
        Part::Machine => "neighbours joined, the rest packed by items and bytes".to_owned(),
    };
    Workload {
        name,
        title,
        variant: variant.name,
        sum: part.sum(),
        job: json!(Job { port: 0, ranges: ranges(&tags), tags }),
        floor,
        floor_because,
        goal: floor,
        within: (variant.delay > 0).then_some(ideal * CLOSE),
        core: None,
    }
}

fn ranges(tags: &[Tag]) -> Vec<(u16, u32, u32)> {
    let mut sorted: Vec<_> = tags.iter().map(|it| (it.block, it.byte, it.size)).collect();
    sorted.sort_unstable();
    let mut ranges: Vec<(u16, u32, u32)> = Vec::new();
    for (block, start, size) in sorted {
        match ranges.last_mut() {
            Some((before, from, len)) if *before == block && start <= *from + *len + GAP => {
                *len = (*len).max(start + size - *from);
            }
            _ => ranges.push((block, start, size)),
        }
    }
    ranges
}

fn entrants() -> Vec<Entrant> {
    let rival = |speed, cpu| Standing::Rival { speed, cpu };
    vec![
        Entrant {
            name: "Tagbridge",
            standing: Standing::Ours,
            command: || program::rust("s7", "ours"),
        },
        Entrant {
            name: "snap7, DBRead",
            standing: rival(None, Some(1.0)),
            command: || {
                let mut command = program::python_with_snap7_c("snap7_client.py");
                command.arg("loop");
                command
            },
        },
        Entrant {
            name: "snap7, ReadMultiVars",
            standing: Standing::Evidence,
            command: || {
                let mut command = program::python_with_snap7_c("snap7_client.py");
                command.arg("multi");
                command
            },
        },
        Entrant {
            name: "python-snap7",
            standing: Standing::Evidence,
            command: || {
                let mut command = program::python("snap7_client.py");
                command.arg("python");
                command
            },
        },
        Entrant {
            name: "nodes7",
            standing: rival(Some(3.0), Some(0.2)),
            command: || program::node("nodes7_client.js"),
        },
    ]
}

/// Is one of the clients of this program.
pub(crate) fn client(name: &str) -> Result<()> {
    match name {
        "ours" => ours::take_part(),
        _ => bail!("client called `{name}` does not exist"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_those_of_the_protocol() {
        let floors: Vec<_> = suite().workloads.iter().map(|it| (it.name, it.floor)).collect();
        let expected = [
            // 19, 20 and 20 items a trip.
            ("scattered-240", 27),
            ("scattered-480", 25),
            ("scattered-960", 25),
            // 222, 462 and 942 bytes a trip.
            ("contiguous-240", 10),
            ("contiguous-480", 5),
            ("contiguous-960", 3),
        ];
        assert_eq!(floors[..6], expected);
        assert!(floors.contains(&("dense-960", 3)), "{floors:?}");
        assert!(floors.contains(&("apart-960", 6)), "{floors:?}");
    }

    #[test]
    fn ranges_are_written_as_by_hand() {
        for (part, count) in [(Part::Scattered, 500), (Part::Contiguous, 1), (Part::Apart, 1)] {
            assert_eq!(ranges(&part.tags()).len(), count, "{part:?}");
        }
        let tags = Part::Machine.tags();
        let within = |tag: &Tag| {
            let covers = |it: &(u16, u32, u32)| {
                it.0 == tag.block && it.1 <= tag.byte && tag.byte + tag.size <= it.1 + it.2
            };
            ranges(&tags).iter().any(covers)
        };
        assert!(tags.iter().step_by(50).all(within));
    }
}

//! `docs/evidence/benchmarks.md`: a section for each protocol, each written by its own run.

use std::{
    fmt::{self, Write as _},
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    chart,
    contest::{Outcome, Rules},
    goals::{self, Verdict},
    machine::Moment,
    suite::{Suite, Workload},
};

/// The text before all sections.
const HEAD: &str = "# Benchmarks

Written by `cargo xtask bench`; do not edit. A snapshot is one reading of all tags of a workload,
decoded into numbers. Every client runs in a process of its own and reads the same virtual
controller, which is another process, over the loopback interface. The clients take turns, and the
table has the medians over all turns; latencies are of all snapshots. Round trips are counted by
the controller. CPU seconds are those of the client's whole process for 1,000 snapshots, and of the
controller's in the last column. Figures move by a third from run to run on a busy machine: compare
those of one run with each other.
";

/// A protocol's section.
pub(crate) fn section(
    suite: &Suite,
    outcomes: &[Vec<Outcome>],
    rules: Rules,
    began: &Moment,
) -> String {
    let mut out = String::new();
    write_section(&mut out, suite, outcomes, rules, began).unwrap_or_default();
    out
}

/// Writes a section into the document. It replaces the section of the same protocol.
pub(crate) fn write(protocol: &str, section: &str) -> io::Result<()> {
    let path = document();
    let before = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, spliced(&before, protocol, section))?;
    draw()
}

/// Draws the chart next to the document.
pub(crate) fn draw() -> io::Result<()> {
    let path = document();
    let drawn = chart::svg(&fs::read_to_string(&path)?);
    fs::write(path.with_extension("svg"), drawn)
}

fn document() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/evidence/benchmarks.md")
}

/// The document with this section, all others as they were.
fn spliced(document: &str, protocol: &str, section: &str) -> String {
    let (begin, end) =
        (format!("<!-- begin {protocol} -->\n"), format!("<!-- end {protocol} -->\n"));
    let others = document.find("<!-- begin ").map_or("", |it| &document[it..]);
    let new = format!("{begin}{section}{end}");
    let sections = match (others.find(&begin), others.find(&end)) {
        (Some(from), Some(to)) => [&others[..from], &new, &others[to + end.len()..]].concat(),
        _ => [others, &new].concat(),
    };
    format!("{HEAD}\n{sections}")
}

fn write_section(
    out: &mut String,
    suite: &Suite,
    outcomes: &[Vec<Outcome>],
    rules: Rules,
    began: &Moment,
) -> fmt::Result {
    writeln!(out, "## {}\n", suite.title)?;
    let (rounds, turn) = (rules.rounds, rules.turn.as_millis());
    writeln!(out, "{began}. {rounds} turns of {turn} ms for each client.\n")?;
    for remark in suite.remarks {
        writeln!(out, "{remark}\n")?;
    }
    for (workload, outcomes) in suite.workloads.iter().zip(outcomes) {
        write_table(out, suite, workload, outcomes)?;
    }
    writeln!(out, "### Goals\n")?;
    writeln!(out, "| Workload | Goal | | Ours | What remains, and why |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    for (workload, outcomes) in suite.workloads.iter().zip(outcomes) {
        for verdict in goals::verdicts(suite, workload, outcomes) {
            let Verdict { goal, is_met, figure, because } = verdict;
            let met = if is_met { "met" } else { "**missed**" };
            let because = because.unwrap_or_default();
            writeln!(out, "| {} | {goal} | {met} | {figure} | {because} |", workload.title)?;
        }
    }
    writeln!(out)
}

fn write_table(
    out: &mut String,
    suite: &Suite,
    workload: &Workload,
    outcomes: &[Outcome],
) -> fmt::Result {
    writeln!(out, "### {}\n", workload.title)?;
    let (floor, because) = (workload.floor, &workload.floor_because);
    writeln!(out, "The protocol's floor is {floor} round trips: {because}.\n")?;
    if workload.core.is_some() {
        return write_cores(out, suite, outcomes);
    }
    writeln!(
        out,
        "| Client | Round trips | Snapshots/s | p50 ms | p99 ms | CPU s / 1,000 | Controller's CPU |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|--:|")?;
    for (entrant, outcome) in suite.entrants.iter().zip(outcomes) {
        match outcome {
            Outcome::Failed(why) => {
                writeln!(out, "| {} | fails: {} | | | | | |", entrant.name, in_a_cell(why))?;
            }
            Outcome::Measured(it) => {
                let note = if it.faux_pas > 0 { " (malformed requests)" } else { "" };
                writeln!(
                    out,
                    "| {} {}{note} | {:.1} | {:.0} | {:.2} | {:.2} | {:.3} | {:.3} |",
                    entrant.name,
                    it.version,
                    it.round_trips,
                    it.per_second,
                    it.p50 * 1e3,
                    it.p99 * 1e3,
                    it.cpu,
                    it.server_cpu,
                )?;
            }
        }
    }
    writeln!(out)
}

/// Writes the processor time, for servers that send values without a request.
fn write_cores(out: &mut String, suite: &Suite, outcomes: &[Outcome]) -> fmt::Result {
    writeln!(out, "| Client | Snapshots/s | CPU, % of a core | Controller's CPU, % of a core |")?;
    writeln!(out, "|---|--:|--:|--:|")?;
    for (entrant, outcome) in suite.entrants.iter().zip(outcomes) {
        let name = entrant.name;
        match outcome {
            Outcome::Failed(why) => writeln!(out, "| {name} | fails: {} | | |", in_a_cell(why))?,
            Outcome::Measured(it) => writeln!(
                out,
                "| {name} {} | {:.1} | {:.2} | {:.2} |",
                it.version,
                it.per_second,
                it.core() * 100.0,
                it.server_core() * 100.0,
            )?,
        }
    }
    writeln!(out)
}

fn in_a_cell(text: &str) -> String {
    text.replace('|', "/").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_replaces_its_own_alone() {
        let first = spliced("", "s7", "A\n");
        let second = spliced(&first, "logix", "B\n");
        let third = spliced(&second, "s7", "C\n");
        let sections = "<!-- begin s7 -->\nC\n<!-- end s7 -->\n\
                        <!-- begin logix -->\nB\n<!-- end logix -->\n";
        assert_eq!(third, format!("{HEAD}\n{sections}"));
        assert_eq!(spliced(&third, "logix", "B\n"), third);
    }
}

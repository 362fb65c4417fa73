//! Code: how long it takes to index 100,000 rungs and to answer questions about them, and how much
//! memory the index needs.
//!
//! Each run is a separate process. Its memory grows by the generated project and then by the index,
//! and contains no memory that was freed before.

use std::{env, fmt::Write as _, process::Command, time::Instant};

use anyhow::{Context, Result, bail};
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use tagbridge_analysis::{Options, analyse};
use tagbridge_diff::diff;
use tagbridge_logic::{
    Index, Logic, PlaceId,
    expr::Scalar,
    query::{Direction, Wanted},
    why::{Sample, Snapshot, why},
};

use crate::{
    client::say,
    machine::Moment,
    plant::plant,
    report,
    took::{Took, memory_of, timed},
};

const RUNGS: usize = 100_000;
/// Rungs that are different in the new version.
const EDITS: usize = 100;
/// Number of runs; the medians count.
const TIMES: usize = 3;

/// Time and memory of one run.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Figures {
    refs: usize,
    index: Took,
    /// Growth of the process in bytes; absent if the system does not report it.
    memory: Option<u64>,
    /// Maximum memory while the index was built, in addition to the memory before.
    peak: Option<u64>,
    used: Took,
    slice: Took,
    why: Took,
    diff: Took,
    changes: usize,
    analysis: Took,
    findings: usize,
    /// Maximum memory of the process.
    most: Option<u64>,
}

/// Measures, prints what came out, and writes it into the document unless `dry`.
pub(crate) fn run(dry: bool) -> Result<()> {
    let began = Moment::now();
    let runs = (0..TIMES).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    let section = section(&runs, &began);
    println!("{section}");
    if !dry {
        report::write("logic", &section).context("cannot write docs/evidence/benchmarks.md")?;
    }
    Ok(())
}

fn measure() -> Result<Figures> {
    let mut process = Command::new(env::current_exe().context("cannot find this program")?);
    let output = process.arg("index").output().context("cannot start a run")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).context("an answer that is no figure")
}

/// One run, in this process.
pub(crate) fn index() -> Result<()> {
    let old = plant(RUNGS, 0);
    let before = memory_of("VmRSS:");
    let (index, built) = timed(|| Index::build(&old));
    let grown = |after: Option<u64>| after.zip(before).map(|(now, then)| now.saturating_sub(then));
    let (memory, peak) = (grown(memory_of("VmRSS:")), grown(memory_of("VmHWM:")));
    let logic = Logic::new(&old, &index);
    let places: Vec<PlaceId> = index.places.ids().collect();
    let sample = |count: usize| -> Vec<PlaceId> {
        (0..count).map(|at| places[at * 7_919 % places.len()]).collect()
    };
    let mut snapshot = Snapshot::new(1);
    for (at, place) in places.iter().enumerate() {
        let value = Sample::Good(Scalar::Bool(at % 3 == 0));
        snapshot.insert(&index.places.text(*place, &index.names), value);
    }
    let used = p99(&sample(10_000), |place| logic.uses(place, Wanted::Used).rows.len());
    let slice = p99(&sample(300), |place| logic.slice(place, Direction::Back, 8).rows.len());
    let why = p99(&sample(1_000), |place| why(logic, place, true, &snapshot, &[]).blocking.len());
    let new = plant(RUNGS, EDITS);
    let other = Index::build(&new);
    let (found, took) = timed(|| diff((&old, &index), (&new, &other)));
    let refs = places.iter().map(|place| index.refs_to(*place).len()).sum();
    let changes = found.changes.len();
    if changes != EDITS {
        bail!("{changes} changes were found, and {EDITS} were made");
    }
    drop((other, new, found));
    let (analysis, analysed) = timed(|| analyse(&old, &index, &Options::default()));
    let findings = analysis.findings().count();
    if !analysis.failed_phases.is_empty() || findings == 0 {
        bail!("{findings} findings, and these failed: {:?}", analysis.failed_phases);
    }
    let most = memory_of("VmHWM:");
    say(&Figures {
        refs,
        index: built,
        memory,
        peak,
        used,
        slice,
        why,
        diff: took,
        changes,
        analysis: analysed,
        findings,
        most,
    })
    .context("cannot answer")
}

/// The 99th percentile of the time that a question takes.
fn p99(places: &[PlaceId], ask: impl Fn(PlaceId) -> usize) -> Took {
    let times = places.iter().map(|place| {
        let (began, cpu) = (Instant::now(), ThreadTime::now());
        std::hint::black_box(ask(*place));
        Took::since(began, cpu)
    });
    let (mut wall, mut cpu): (Vec<f64>, Vec<f64>) = times.map(|it| (it.wall, it.cpu)).unzip();
    let nth = |times: &mut [f64]| {
        times.sort_by(f64::total_cmp);
        times[times.len() * 99 / 100]
    };
    Took { wall: nth(&mut wall), cpu: nth(&mut cpu) }
}

fn section(runs: &[Figures], began: &Moment) -> String {
    let median = |of: &dyn Fn(&Figures) -> f64| {
        let mut all: Vec<f64> = runs.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let time = |what, of: fn(&Figures) -> Took, scale: f64, goal: f64| {
        let wall = median(&|run| of(run).wall * scale);
        (what, wall, Some(median(&|run| of(run).cpu * scale)), goal)
    };
    #[expect(clippy::cast_precision_loss, reason = "a few hundred million")]
    let megabytes = |bytes: Option<u64>| bytes.map_or(f64::NAN, |bytes| bytes as f64 / 1e6);
    let memory = |of: fn(&Figures) -> Option<u64>| median(&|run| megabytes(of(run)));
    let rows = [
        time("Index of 100,000 rungs, s", |run| run.index, 1.0, 5.0),
        ("Memory of the index, MB", memory(|run| run.memory), None, 150.0),
        time("Where used, p99, ms", |run| run.used, 1e3, 2.0),
        time("Slice of up to 200 nodes, p99, ms", |run| run.slice, 1e3, 50.0),
        time("Why, p99, ms", |run| run.why, 1e3, 20.0),
        time("Diff of two such versions with 100 changes, s", |run| run.diff, 1.0, 10.0),
        time("Analysis, all chapters, s", |run| run.analysis, 1.0, 30.0),
        ("The most that the process held, MB", memory(|run| run.most), None, 1_000.0),
    ];
    let peak = memory(|run| run.peak);
    let mut out = String::new();
    let refs = runs[0].refs;
    // Writing into a String cannot fail.
    let _ = writeln!(
        out,
        "## Code\n\n{began}. The medians of {TIMES} runs, each in a process of its own: 50 routines of \
         2,000 rungs of ladder, with {refs} references. Memory is what the process grew by; \
         while the index was made it held {peak:.0} MB more than before. Goals are for \
         one core: the processor's time counts, and beside it stands the clock, with what others did \
         meanwhile.\n\n\
         | What | By the clock | Processor | Goal | |\n|---|--:|--:|--:|---|"
    );
    for (what, figure, cpu, goal) in rows {
        let verdict = if cpu.unwrap_or(figure) < goal { "met" } else { "**missed**" };
        let cpu = cpu.map(|cpu| format!("{cpu:.3}")).unwrap_or_default();
        let _ = writeln!(out, "| {what} | {figure:.3} | {cpu} | < {goal} | {verdict} |");
    }
    out.push('\n');
    out
}

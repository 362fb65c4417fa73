//! Code: how long it takes to index 100,000 rungs and to answer questions about them, and how much
//! memory the index needs.
//!
//! Each run is a process of its own: it grows by the project, which is made in memory, and then by
//! the index, and by nothing that was freed before.

use std::{
    env,
    fmt::Write as _,
    fs,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tagbridge_logic::{
    Index, Logic, PlaceId,
    diff::diff,
    expr::Scalar,
    query::{Direction, Wanted},
    why::{Reading, Snapshot, why},
};
use tagbridge_project::{
    Body, Format, Language, Place, Program, Project, Routine, Rung, Tag, TypeUse, Vendor,
};

use crate::{client::say, machine::Moment, report};

const PROGRAMS: usize = 50;
/// Of each program's only routine.
const RUNGS: usize = 2_000;
/// Rungs that are different in the new version.
const EDITS: usize = 100;
/// Runs, of which the medians count.
const TIMES: usize = 3;

/// What one run took.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Figures {
    refs: usize,
    index: f64,
    /// Bytes that the process grew by; none where the system does not tell.
    memory: Option<u64>,
    used: f64,
    slice: f64,
    why: f64,
    diff: f64,
    changes: usize,
}

/// Measures, prints what came out, and writes it into the document unless `dry`.
pub(crate) fn run(dry: bool) -> Result<()> {
    let began = Moment::now();
    let runs = (0..TIMES).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    let section = section(&runs, &began);
    println!("{section}");
    if !dry {
        report::write("logic", &section).context("cannot write docs/benchmarks.md")?;
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
    let old = project(0);
    let before = resident();
    let (index, built) = timed(|| Index::build(&old));
    let memory = resident().zip(before).map(|(after, before)| after.saturating_sub(before));
    let logic = Logic::new(&old, &index);
    let places: Vec<PlaceId> = index.places.ids().collect();
    let sample = |count: usize| -> Vec<PlaceId> {
        (0..count).map(|at| places[at * 7_919 % places.len()]).collect()
    };
    let mut snapshot = Snapshot::new(1);
    for (at, place) in places.iter().enumerate() {
        let value = Reading::Good(Scalar::Bool(at % 3 == 0));
        snapshot.insert(&index.places.text(*place, &index.names), value);
    }
    let used = p99(&sample(10_000), |place| logic.uses(place, Wanted::Used).rows.len());
    let slice = p99(&sample(300), |place| logic.slice(place, Direction::Back, 8).rows.len());
    let why = p99(&sample(1_000), |place| why(logic, place, true, &snapshot, &[]).blocking.len());
    let new = project(EDITS);
    let other = Index::build(&new);
    let (found, took) = timed(|| diff((&old, &index), (&new, &other)));
    let refs = places.iter().map(|place| index.refs_to(*place).len()).sum();
    let changes = found.changes.len();
    if changes != EDITS {
        bail!("{changes} changes were found, and {EDITS} were made");
    }
    say(&Figures { refs, index: built, memory, used, slice, why, diff: took, changes })
        .context("cannot answer")
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = Instant::now();
    let done = work();
    (done, began.elapsed().as_secs_f64())
}

/// The 99th percentile of the time that a question takes.
fn p99(places: &[PlaceId], ask: impl Fn(PlaceId) -> usize) -> f64 {
    let mut times: Vec<Duration> = places
        .iter()
        .map(|place| {
            let began = Instant::now();
            std::hint::black_box(ask(*place));
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() * 99 / 100].as_secs_f64()
}

/// Ladder as a plant has it: motors with their own start, seal-in and stop, each released by the
/// one before. So many rungs, spread over all programs, have another contact.
fn project(edits: usize) -> Project {
    let mut routines = Vec::new();
    let mut tags = Vec::new();
    for program in 0..PROGRAMS {
        let rungs = (0..RUNGS).map(|rung| {
            let motor = program * RUNGS + rung;
            let before = motor.saturating_sub(1);
            let stop =
                if edits > 0 && motor % (PROGRAMS * RUNGS / edits) == 7 { "XIC" } else { "XIO" };
            Rung {
                number: u32::try_from(rung).unwrap_or(u32::MAX),
                text: format!(
                    "XIC(Auto_{program})[XIC(Start_{motor:06}) ,XIC(Run_{motor:06}) ]\
                     {stop}(Stop_{motor:06})XIC(Run_{before:06})OTE(Run_{motor:06});"
                ),
                ..Rung::default()
            }
        });
        routines.push(Routine {
            name: "Main".to_owned(),
            owner: format!("Area{program}"),
            language: Language::Ld,
            body: Body::Rungs(rungs.collect()),
            ..Routine::default()
        });
        tags.push(tag(format!("Auto_{program}")));
    }
    for motor in 0..PROGRAMS * RUNGS {
        tags.extend(["Start", "Run", "Stop"].map(|name| tag(format!("{name}_{motor:06}"))));
    }
    let programs = (0..PROGRAMS).map(|program| Program {
        name: format!("Area{program}"),
        routines: vec!["Main".to_owned()],
        main_routine: Some("Main".to_owned()),
        ..Program::default()
    });
    Project {
        vendor: Vendor::AllenBradley,
        format: Format::L5x,
        name: "Plant".to_owned(),
        hash: String::new(),
        controller: None,
        programs: programs.collect(),
        routines,
        tags,
        data_types: Vec::new(),
        blocks: Vec::new(),
        tasks: Vec::new(),
        modules: Vec::new(),
        connections: Vec::new(),
        notes: Vec::new(),
    }
}

fn section(runs: &[Figures], began: &Moment) -> String {
    let median = |of: fn(&Figures) -> f64| {
        let mut all: Vec<f64> = runs.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    #[expect(clippy::cast_precision_loss, reason = "a few hundred million")]
    let memory = median(|run| run.memory.map_or(f64::NAN, |bytes| bytes as f64 / 1e6));
    let rows = [
        ("Index of 100,000 rungs, s", median(|run| run.index), 5.0),
        ("Memory of the index, MB", memory, 150.0),
        ("Where used, p99, ms", median(|run| run.used) * 1e3, 2.0),
        ("Slice of up to 200 nodes, p99, ms", median(|run| run.slice) * 1e3, 50.0),
        ("Why, p99, ms", median(|run| run.why) * 1e3, 20.0),
        ("Diff of two such versions with 100 changes, s", median(|run| run.diff), 10.0),
    ];
    let mut out = String::new();
    let refs = runs[0].refs;
    // Writing into a String cannot fail.
    let _ = writeln!(
        out,
        "## Code\n\n{began}. The medians of {TIMES} runs, each in a process of its own: 50 routines of \
         2,000 rungs of ladder, with {refs} references. Memory is what the process grew by.\n\n\
         | What | Figure | Goal | |\n|---|--:|--:|---|"
    );
    for (what, figure, goal) in rows {
        let verdict = if figure < goal { "met" } else { "**missed**" };
        let _ = writeln!(out, "| {what} | {figure:.3} | < {goal} | {verdict} |");
    }
    out.push('\n');
    out
}

/// The memory that this process has now, in bytes, as Linux tells (`VmRSS`).
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn tag(name: String) -> Tag {
    Tag {
        name,
        scope: String::new(),
        type_use: TypeUse::scalar("BOOL"),
        place: Place::Symbol,
        ..Tag::default()
    }
}

//! Reports and analyses of whole projects: how long they take, how much memory, and how large the PDF
//! becomes.
//!
//! Each report is created in a separate process, from the file's path to the report's bytes.

mod making;
mod section;

use std::{env, fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

pub(crate) use self::making::make;
use self::{making::Making, section::Row};
use crate::{
    machine::Moment,
    plant::{l5x, plant},
    project::samples,
    report,
};

/// Number of runs; the medians count.
const TIMES: usize = 3;
/// The generated plants, and the goals for their reports.
const PLANTS: [Plant; 3] = [
    Plant { rungs: 3_000, seconds: 5.0, size: Some(12.0), memory: 400.0 },
    Plant { rungs: 20_000, seconds: 45.0, size: Some(60.0), memory: f64::INFINITY },
    Plant { rungs: 100_000, seconds: 30.0, size: None, memory: 1_000.0 },
];

/// A generated plant, and the goals; memory and the size of the report in MB.
struct Plant {
    rungs: usize,
    /// The time of its report, or of its analysis without a report.
    seconds: f64,
    /// `None`: no report is created.
    size: Option<f64>,
    memory: f64,
}

/// Makes all, prints what came out, and writes it into the document unless `dry`.
pub(crate) fn run(dry: bool) -> Result<()> {
    let began = Moment::now();
    let folder = TempDir::with_prefix("tagbridge-bench-")?;
    let mut rows = Vec::new();
    for Plant { rungs, seconds, size, memory } in PLANTS {
        eprintln!("report: {rungs} rungs");
        let file = folder.path().join(format!("{rungs}.L5X"));
        fs::write(&file, l5x(&plant(rungs, 0))).context("cannot write the generated project")?;
        let making = medians(&file, size.is_some())?;
        rows.push(Row::of_plant(rungs, making, seconds, size, memory));
    }
    let all = samples::every()?;
    let smallest = all.iter().filter(|path| path.is_file()).min_by_key(|path| samples::size(path));
    if let Some(path) = smallest {
        eprintln!("report: {}", path.display());
        rows.push(Row::of_smallest(path, medians(path, true)?));
    }
    let mut slowest: Option<Row> = None;
    let (mut looked_at, mut unread) = (0, 0);
    for path in &all {
        // Some are of formats that are not supported.
        let Ok(making) = measure(path, true) else {
            unread += 1;
            continue;
        };
        looked_at += 1;
        if slowest.as_ref().is_none_or(|row| making.analysis.wall > row.making.analysis.wall) {
            slowest = Some(Row::of_slowest(path, making));
        }
    }
    rows.extend(slowest);
    let section = section::section(&rows, (looked_at, unread), &began, TIMES);
    println!("{section}");
    if !dry {
        report::write("report", &section).context("cannot write docs/evidence/benchmarks.md")?;
    }
    Ok(())
}

/// The medians of the seconds and of the memory; the rest is the same in all.
fn medians(path: &Path, with_report: bool) -> Result<Making> {
    let runs = (0..TIMES).map(|_| measure(path, with_report));
    let mut runs = runs.collect::<Result<Vec<_>>>()?;
    let middle = TIMES / 2;
    runs.sort_by_key(|run| run.peak);
    let peak = runs[middle].peak;
    runs.sort_by(|one, other| one.seconds().total_cmp(&other.seconds()));
    Ok(Making { peak, ..runs.swap_remove(middle) })
}

fn measure(path: &Path, with_report: bool) -> Result<Making> {
    let mut process = Command::new(env::current_exe().context("cannot find this program")?);
    process.arg("make").arg(path);
    if !with_report {
        process.arg("--no-report");
    }
    let output = process.output().context("cannot start a run")?;
    if !output.status.success() {
        bail!("{}: {}", path.display(), String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).context("an answer that is no figure")
}

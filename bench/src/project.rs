//! Project files: how long they take to read, and how much memory.
//!
//! Each reading is a separate process, so its peak memory belongs to one file.

mod generated;
mod reading;
pub(crate) mod samples;
mod section;

use std::{env, fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

pub(crate) use self::reading::read;
use self::{reading::Reading, samples::Sample};
use crate::{machine::Moment, report};

/// Number of readings of each file; the medians count.
const TIMES: usize = 5;

/// Reads all there is, prints what came out, and writes it into the document unless `dry`.
pub(crate) fn run(dry: bool) -> Result<()> {
    let began = Moment::now();
    let folder = TempDir::with_prefix("tagbridge-bench-")?;
    let generated = folder.path().join("generated.L5X");
    fs::write(&generated, generated::l5x()).context("cannot write the generated project")?;
    let found = samples::all(&generated, folder.path())?;
    let mut rows = Vec::new();
    for sample in found.samples {
        eprintln!("project: {}", sample.title);
        let readings = (0..TIMES).map(|_| measure(&sample.path)).collect::<Result<Vec<_>>>()?;
        rows.push((sample, median(readings)));
    }
    let section = section::section(&rows, found.skipped.as_deref(), &began, TIMES);
    println!("{section}");
    if !dry {
        report::write("project", &section).context("cannot write docs/evidence/benchmarks.md")?;
    }
    Ok(())
}

fn measure(path: &Path) -> Result<Reading> {
    let mut process = Command::new(env::current_exe().context("cannot find this program")?);
    let output = process.arg("read").arg(path).output().context("cannot start a reader")?;
    if !output.status.success() {
        bail!("{}: {}", path.display(), String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).context("an answer that is no reading")
}

/// The medians of seconds and of memory; the rest is the same in all.
fn median(mut readings: Vec<Reading>) -> Reading {
    let middle = readings.len() / 2;
    readings.sort_by_key(|it| it.peak);
    let peak = readings[middle].peak;
    readings.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    Reading { peak, ..readings.swap_remove(middle) }
}

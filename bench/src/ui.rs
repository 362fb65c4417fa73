//! The window with thousands of values: its processor time and memory, and whether it shows all
//! values that it receives.
//!
//! The measurement itself is in `ui/tests/bench`, next to the code with which the window's tests
//! open it; this module starts it and evaluates the results.

mod figures;
mod section;

use std::{env, fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};

use self::figures::{Figures, Job};
use crate::{machine::Moment, report};

const TAGS: u32 = 5000;
const ROWS: u32 = 50_000;
const LEAVES: u32 = 100_000;
const INTERVAL_MS: u32 = 100;
/// Seconds of every part but the table's.
const SHORT: f64 = 60.0;
/// The programs that are measured, by the variables that name them to the tests.
const PROGRAMS: [&str; 2] = ["TAGBRIDGE_DESKTOP", "TAGBRIDGE_BINARY"];

/// Measures for `minutes` with a visible table, prints the results, and writes them into the
/// document unless `dry`.
pub(crate) fn run(minutes: f64, dry: bool) -> Result<()> {
    ensure!(minutes > 0.0, "the table must be in view for a while, not for {minutes} minutes");
    for name in PROGRAMS {
        ensure!(
            env::var_os(name).is_some_and(|it| Path::new(&it).exists()),
            "{name} does not name a program; `cargo xtask bench ui` builds both and says where they are"
        );
    }
    let began = Moment::now();
    let folder = tempfile::TempDir::with_prefix("tagbridge-bench-")?;
    let long = minutes * 60.0;
    let job = Job {
        tags: TAGS,
        rows: ROWS,
        leaves: LEAVES,
        interval_ms: INTERVAL_MS,
        long,
        short: SHORT.min(long),
        figures: folder.path().join("figures.json"),
    };
    let mut tests = Command::new("npm");
    tests.args(["--prefix", concat!(env!("CARGO_MANIFEST_DIR"), "/../ui"), "run", "bench"]);
    let status = tests.env("TAGBRIDGE_BENCH", serde_json::to_string(&job)?).status();
    let status = status.context("cannot start npm")?;
    ensure!(status.success(), "the window could not be measured ({status})");
    let text = fs::read_to_string(&job.figures).context("the measuring left no figures")?;
    let figures: Figures = serde_json::from_str(&text).context("the figures are others")?;
    let section = section::section(&job, &figures, &began);
    println!("{section}");
    if !dry {
        report::write("ui", &section).context("cannot write docs/evidence/benchmarks.md")?;
    }
    Ok(())
}

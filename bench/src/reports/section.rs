//! The section of the document.

use std::{
    fmt::{self, Write as _},
    path::Path,
};

use super::making::Making;
use crate::machine::Moment;

/// The measurements and their goals.
pub(super) struct Row {
    title: String,
    pub(super) making: Making,
    goals: Vec<Goal>,
}

enum Goal {
    /// From the path to the report, or to the findings.
    Seconds(f64),
    Analysis(f64),
    /// Megabytes of the report.
    Size(f64),
    /// Megabytes of the process.
    Memory(f64),
}

impl Row {
    pub(super) fn of_plant(
        rungs: usize,
        making: Making,
        seconds: f64,
        size: Option<f64>,
        memory: f64,
    ) -> Self {
        let goals = match size {
            Some(size) => vec![Goal::Seconds(seconds), Goal::Size(size), Goal::Memory(memory)],
            None => vec![Goal::Analysis(seconds), Goal::Memory(memory)],
        };
        let title = format!("generated, {rungs} rungs");
        Self { title, making, goals }
    }

    pub(super) fn of_smallest(path: &Path, making: Making) -> Self {
        Self {
            title: format!("the smallest sample, `{}`", name(path)),
            making,
            goals: vec![Goal::Seconds(0.3)],
        }
    }

    pub(super) fn of_slowest(path: &Path, making: Making) -> Self {
        Self {
            title: format!("the sample that is analysed slowest, `{}`", name(path)),
            making,
            goals: vec![Goal::Analysis(2.0)],
        }
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

pub(super) fn section(
    rows: &[Row],
    samples: (usize, usize),
    began: &Moment,
    times: usize,
) -> String {
    let mut out = String::new();
    // Writing into a String cannot fail.
    let _ = write_section(&mut out, rows, samples, began, times);
    out
}

fn write_section(
    out: &mut String,
    rows: &[Row],
    (looked_at, unread): (usize, usize),
    began: &Moment,
    times: usize,
) -> fmt::Result {
    writeln!(out, "## Analyses and reports\n")?;
    writeln!(
        out,
        "{began}. From the file's path to the bytes of its report with all findings, in a process of \
         its own, whose memory at its largest is all that it held. The medians of {times} runs; each of \
         {looked_at} samples once{}.\n",
        match unread {
            0 if looked_at == 0 => ": they are other people's, and not on this machine".to_owned(),
            0 => String::new(),
            unread => format!(", and {unread} files beside them are of formats that are not read"),
        }
    )?;
    writeln!(
        out,
        "| Project | Rungs | Findings | Reading, s | Index, s | Analysis, s | Report, s | Report, MB | \
         All, s | Memory, MB | Goals |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|"
    )?;
    for Row { title, making, goals } in rows {
        let report = making.report.map(|(took, bytes)| (took.wall, megabytes(bytes as u64)));
        let (seconds, size) = report.map_or_else(Default::default, |(seconds, size)| {
            (format!("{seconds:.2}"), format!("{size:.2}"))
        });
        let peak = making.peak.map(megabytes);
        let goals: Vec<String> = goals.iter().filter_map(|goal| goal.said(making)).collect();
        writeln!(
            out,
            "| {title} | {} | {} | {:.2} | {:.2} | {:.2} | {seconds} | {size} | {:.2} | {} | {} |",
            making.rungs,
            making.findings,
            making.reading.wall,
            making.index.wall,
            making.analysis.wall,
            making.seconds(),
            peak.map_or_else(|| "unknown".to_owned(), |peak| format!("{peak:.0}")),
            goals.join("; "),
        )?;
    }
    writeln!(out)
}

impl Goal {
    /// Compares a result with its goal; `None` without a goal or a measurement.
    fn said(&self, making: &Making) -> Option<String> {
        let (what, most, figure) = match *self {
            Self::Seconds(most) => (format!("{most} s"), most, making.seconds()),
            Self::Analysis(most) => (format!("analysis {most} s"), most, making.analysis.wall),
            Self::Size(most) => (format!("{most} MB"), most, megabytes(making.report?.1 as u64)),
            Self::Memory(most) => (format!("{most} MB of memory"), most, megabytes(making.peak?)),
        };
        let verdict = if figure < most { "met" } else { "**missed**" };
        most.is_finite().then(|| format!("{what}: {verdict}"))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred million")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

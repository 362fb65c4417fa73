//! The section of the document.

use std::fmt::{self, Write as _};

use super::{Sample, reading::Reading};
use crate::machine::Moment;

pub(super) fn section(
    rows: &[(Sample, Reading)],
    skipped: Option<&str>,
    began: &Moment,
    times: usize,
) -> String {
    let mut out = String::new();
    // Writing into a String cannot fail.
    let _ = write_section(&mut out, rows, skipped, began, times);
    out
}

fn write_section(
    out: &mut String,
    rows: &[(Sample, Reading)],
    skipped: Option<&str>,
    began: &Moment,
    times: usize,
) -> fmt::Result {
    writeln!(out, "## Project files\n")?;
    writeln!(out, "{began}. The medians of {times} readings, each in a process of its own.\n")?;
    writeln!(
        out,
        "Time is from the path to the project, reading the file and unpacking it included. Memory is \
         what the process grew by at its largest, the file's own bytes and what the allocator keeps \
         included; what is small grows by pages. Bytes are those of all files, unpacked.\n"
    )?;
    if let Some(skipped) = skipped {
        writeln!(out, "{skipped}\n")?;
    }
    writeln!(
        out,
        "| Project | Bytes | Tags | Types | Routines | Time, ms | Goal | Memory, MB | × bytes | Goal |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|---|--:|--:|---|")?;
    for (sample, it) in rows {
        #[expect(clippy::cast_precision_loss, reason = "a few hundred million")]
        let memory = it.peak.map(|peak| (peak as f64 / 1e6, peak as f64 / it.bytes as f64));
        let seconds = sample.seconds.map_or_else(String::new, |most| {
            format!("{} ms: {}", most * 1e3, verdict(it.seconds < most))
        });
        let times = match (sample.times, memory) {
            (Some(most), Some((_, times))) => format!("× {most}: {}", verdict(times < most)),
            _ => String::new(),
        };
        let (megabytes, factor) = memory.map_or_else(
            || ("unknown".to_owned(), String::new()),
            |(megabytes, factor)| (format!("{megabytes:.1}"), format!("{factor:.1}")),
        );
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {:.1} | {seconds} | {megabytes} | {factor} | {times} |",
            sample.title,
            it.bytes,
            it.tags,
            it.data_types,
            it.routines,
            it.seconds * 1e3,
        )?;
    }
    writeln!(out)
}

fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "**missed**" }
}

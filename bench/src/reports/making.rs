//! One report, in a separate process.

use std::path::Path;

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tagbridge_analysis::{Options, analyse};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Body, Source};
use tagbridge_report::{
    Fonts,
    pdf::{ReportDetails, Analysed, report},
};
use tagbridge_texts::Language;

use crate::{
    client::say,
    took::{Took, memory_of, timed},
};

/// The duration of each step.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Making {
    pub(super) rungs: usize,
    pub(super) findings: usize,
    /// From the path to the project.
    pub(super) reading: Took,
    pub(super) index: Took,
    pub(super) analysis: Took,
    /// The report and its bytes, where one was made.
    pub(super) report: Option<(Took, usize)>,
    /// Maximum memory of the process in bytes; `None` if the system does not report it.
    pub(super) peak: Option<u64>,
}

impl Making {
    /// All steps, by the clock.
    pub(super) fn seconds(&self) -> f64 {
        let report = self.report.map_or(0.0, |(took, _)| took.wall);
        self.reading.wall + self.index.wall + self.analysis.wall + report
    }
}

/// Reads a file or a folder, analyses it, creates its report if requested, and prints the time and
/// memory.
pub(crate) fn make(path: &Path, no_report: bool) -> Result<()> {
    let (project, reading) = timed(|| {
        let source = Source::open(path).map_err(anyhow::Error::new)?;
        tagbridge_project::read(&source).map_err(anyhow::Error::new)
    });
    let project = project?;
    let (built, index) = timed(|| Index::build(&project));
    // Without a clock: a busy machine makes no phase fail, and the figure says how long they took.
    let (found, analysis) = timed(|| analyse(&project, &built, &Options::default()));
    if !found.failed_phases.is_empty() {
        bail!("these phases failed: {:?}", found.failed_phases);
    }
    let about = ReportDetails {
        name: None,
        version: None,
        made_at: Timestamp::UNIX_EPOCH,
        language: Language::English,
        analysis: Some(Analysed { analysis: &found, id: None }),
    };
    let write = || report(Logic::new(&project, &built), &about, &Fonts::default(), &|| false);
    let made = (!no_report).then(|| timed(write));
    let report = made.map(|(bytes, took)| bytes.map(|bytes| (took, bytes.len()))).transpose()?;
    let rungs = project.routines.iter().map(|routine| match &routine.body {
        Body::Rungs(rungs) => rungs.len(),
        _ => 0,
    });
    let rungs = rungs.sum();
    let findings = found.findings().count();
    let peak = memory_of("VmHWM:");
    say(&Making { rungs, findings, reading, index, analysis, report, peak })
        .context("cannot answer")
}

//! `tagbridge analyse`: the findings in a project's file.

mod baseline;
mod finding_state;
mod markdown;
mod print;
pub(super) mod settings;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use clap::{Args, ValueEnum};
use tagbridge_analysis::{Analysis, NamingRules, Options, PhaseId, Severity, analyse};
use tagbridge_desk::findings::{FindingState, RatedFinding, Sarif, sarif};
use tagbridge_logic::{Index, Logic};
use tagbridge_texts::Message;

use self::finding_state::{FilesOfFindings, accepted_as_json};
use super::project::open;
use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Line},
    output::{self, Output},
};

/// Find probable faults in a project's file: outputs that are written twice, latches without a
/// reset, unused tags and code, and more.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge analyse Line4.L5X\n  \
    tagbridge analyse Line4.L5X --sarif > findings.sarif\n  \
    tagbridge analyse Line4.L5X --fail-on warning --baseline known.json\n\
    --write-baseline writes the findings of now into the baseline's file: from then on only new ones count \
    for --fail-on. A finding keeps its name (f_…) while its place's code is the same.\n\
    One is accepted by a comment at its place: tagbridge:accept TB-W02 REASON; or by a line in a file \
    beside the project's, Line4.L5X.accept: f_0123456789abcdef REASON. The rules: docs/evidence/analyses.md.\n\
    How names are to be (TB-N01 to N04) is set in tagbridge-analyse.toml, beside the project's file or in a \
    folder above it: [naming] with longest = 32, plain = true, case = \"pascal\" (camel, snake, upper), and \
    [naming.prefixes] with BOOL = \"x\". Without it nothing is said of names.\n\
    Exit codes: 0 nothing to stop for, 1 a finding at or above --fail-on, or not all could be looked at")]
pub(crate) struct Analyse {
    /// The project's file or folder.
    file: PathBuf,

    /// Print SARIF 2.1.0, which editors and code hosts read.
    #[arg(long, conflicts_with_all = ["markdown", "json"])]
    sarif: bool,

    /// Print Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,

    /// Exit with code 1 if a new finding is at least this severe.
    #[arg(long, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,

    /// The file of known findings, which --write-baseline wrote.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write the present findings to the baseline's file.
    #[arg(long, requires = "baseline")]
    write_baseline: bool,

    /// The file with the naming rules, instead of the tagbridge-analyse.toml nearest to the
    /// project's file.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

/// The severity from which a finding ends a pipeline.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Note,
}

impl From<FailOn> for Severity {
    fn from(from: FailOn) -> Self {
        match from {
            FailOn::Error => Self::Error,
            FailOn::Warning => Self::Warning,
            FailOn::Note => Self::Note,
        }
    }
}

/// The analysis, and the state of its findings.
struct Analysed<'a> {
    logic: Logic<'a>,
    analysis: &'a Analysis,
    judged: Vec<RatedFinding<'a>>,
    /// Whether there is a baseline for comparison.
    has_baseline: bool,
}

pub(crate) fn run(arguments: &Analyse, output: Output) -> Result<Exit, Failure> {
    let known = FilesOfFindings::read(
        &arguments.file,
        arguments.baseline.as_deref(),
        arguments.write_baseline,
    )?;
    let naming = settings::naming(&arguments.file, arguments.settings.as_deref())?;
    let project = open(&arguments.file)?;
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let analysis = analyse_now(logic, naming);
    if let (Some(path), true) = (&arguments.baseline, arguments.write_baseline) {
        baseline::write(path, &analysis)?;
    }
    let format = match (arguments.sarif, arguments.markdown) {
        (true, _) => Format::Sarif,
        (_, true) => Format::Markdown,
        _ => Format::Text,
    };
    let has_baseline = arguments.baseline.is_some() && !arguments.write_baseline;
    let shown = Shown { file: &arguments.file, has_baseline, format };
    let analysed = show(&shown, logic, &analysis, &known, output)?;
    Ok(arguments.fail_on.map_or(Exit::Done, |least| analysed.exit(least.into())))
}

/// `tagbridge check`: only the chapter about verification.
pub(super) fn verify(file: &Path, sarif: bool, output: Output) -> Result<Exit, Failure> {
    let known = FilesOfFindings::read(file, None, false)?;
    let project = open(file)?;
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let analysis = run_now(logic, None, Some(PhaseId::Verification));
    let format = if sarif { Format::Sarif } else { Format::Text };
    let shown = Shown { file, has_baseline: false, format };
    Ok(show(&shown, logic, &analysis, &known, output)?.exit(Severity::Error))
}

/// The output format without JSON.
#[derive(Debug, Clone, Copy)]
enum Format {
    Text,
    Markdown,
    Sarif,
}

/// The findings to print, and the format.
struct Shown<'a> {
    file: &'a Path,
    has_baseline: bool,
    format: Format,
}

/// Prints the findings.
fn show<'a>(
    shown: &Shown<'a>,
    logic: Logic<'a>,
    analysis: &'a Analysis,
    known: &FilesOfFindings,
    output: Output,
) -> Result<Analysed<'a>, Failure> {
    let Shown { file, has_baseline, format } = *shown;
    if analysis.is_failed() {
        let why =
            analysis.failed_phases.first().map(|it| output::said(&it.why)).unwrap_or_default();
        return Err(Failure::ours(&Cannot::Analyse { file }, Message::verbatim(why)));
    }
    let judged = known.0.rate(logic, analysis);
    let analysed = Analysed { logic, analysis, judged, has_baseline };
    match format {
        _ if output.is_json() => output::json(&analysed.results())?,
        Format::Sarif => output::json(&sarif(&Sarif {
            file,
            hash: &logic.project.hash,
            analysis,
            rated: &analysed.judged,
            has_baseline,
            language: output::language(),
        }))?,
        Format::Markdown => markdown::print(&analysed)?,
        Format::Text => print::print(&analysed)?,
    }
    for failed in &analysis.failed_phases {
        let phase = (&failed.phase).into();
        output::aside(&Line::PhaseFailed { phase, why: (&failed.why).into() });
    }
    for id in known.gone(analysis) {
        output::aside(&Line::AcceptedIsGone { id });
    }
    Ok(analysed)
}

/// Runs the analysis with this computer's clock.
pub(super) fn analyse_now(logic: Logic<'_>, naming: Option<NamingRules>) -> Analysis {
    run_now(logic, naming, None)
}

fn run_now(logic: Logic<'_>, naming: Option<NamingRules>, only: Option<PhaseId>) -> Analysis {
    let started = Instant::now();
    let elapsed = || started.elapsed();
    let options = Options { naming, only, elapsed: &elapsed, ..Options::default() };
    analyse(logic.project, logic.index, &options)
}

impl Analysed<'_> {
    fn exit(&self, least: Severity) -> Exit {
        let stops = |it: &RatedFinding<'_>| {
            it.standing == FindingState::New && it.finding.severity >= least
        };
        // A failed phase may hide findings.
        if !self.analysis.failed_phases.is_empty() || self.judged.iter().any(stops) {
            Exit::SomeBad
        } else {
            Exit::Done
        }
    }

    /// The results as the service returns them, with the accepted and the known findings, if there
    /// are any.
    fn results(&self) -> serde_json::Value {
        let results = self.analysis.results(self.logic.project, output::language());
        let mut document = serde_json::to_value(results).unwrap_or_default();
        let accepted: Vec<_> = self.judged.iter().filter_map(accepted_as_json).collect();
        let is_known = |it: &&RatedFinding<'_>| it.standing == FindingState::Known;
        let known: Vec<_> = self.judged.iter().filter(is_known).map(|it| &it.finding.id).collect();
        if !accepted.is_empty() {
            document["accepted"] = accepted.into();
        }
        if self.has_baseline {
            document["known"] = serde_json::json!(known);
        }
        document
    }
}

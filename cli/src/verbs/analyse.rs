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
use tagbridge_desk::findings::{FindingState, FindingWithState, Sarif, sarif};
use tagbridge_logic::{Index, Logic};
use tagbridge_texts::Message;

use self::finding_state::{FilesOfFindings, accepted_as_json};
use super::project::open;
use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Line},
    output::{self, Output},
};

/// Find probable faults in the code of a project: outputs that are written twice, latches without a
/// reset, unused tags and code, and more.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge analyse Line4.L5X\n  \
    tagbridge analyse Line4.L5X --sarif > findings.sarif\n  \
    tagbridge analyse Line4.L5X --baseline known.json --write-baseline\n  \
    tagbridge analyse Line4.L5X --baseline known.json --fail-on warning\n\n\
    Known findings: --write-baseline writes the current findings to the file of --baseline. After \
    that, --fail-on counts only findings that are not in this file. A finding keeps its id (f_…) \
    as long as the text of its rung or line stays the same.\n\n\
    Accepted findings: write a comment at the place of the finding: tagbridge:accept TB-W02 \
    REASON. Or write a line into the file Line4.L5X.accept next to the project: f_0123456789abcdef \
    REASON. Accepted findings do not count for --fail-on.\n\n\
    Naming rules: names are checked only if tagbridge-analyse.toml, in the project's folder or a \
    folder above it, contains rules. In [naming]: longest = 32 (the largest length), plain = true \
    (only ASCII letters, digits and single _), case = \"pascal\" (or \"camel\", \"snake\", \
    \"upper\"). In [naming.prefixes]: BOOL = \"x\".\n\n\
    The manual lists all rules: docs/manual/analysis.md.\n\n\
    Exit codes: 0 no new finding is at least as severe as --fail-on, or --fail-on is not given; 1 \
    with --fail-on: a new finding is at least that severe, or a part of the project could not be \
    analysed. `tagbridge --help` lists the other exit codes.")]
pub(crate) struct Analyse {
    /// The project's file or folder.
    file: PathBuf,

    /// Print SARIF 2.1.0, a format that editors and code hosts show.
    #[arg(long, conflicts_with_all = ["markdown", "json"])]
    sarif: bool,

    /// Print Markdown, for example for a comment on a pull request.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,

    /// Exit with code 1 if a new finding is at least this severe [default: findings do not change
    /// the exit code].
    #[arg(long, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,

    /// The file with the known findings. --write-baseline creates it.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write the current findings to the file of --baseline.
    #[arg(long, requires = "baseline")]
    write_baseline: bool,

    /// The file with the naming rules [default: the nearest tagbridge-analyse.toml, in the
    /// project's folder or a folder above it].
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
    judged: Vec<FindingWithState<'a>>,
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
    for id in known.no_longer_found(analysis) {
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
        let stops = |it: &FindingWithState<'_>| {
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
        let is_known = |it: &&FindingWithState<'_>| it.standing == FindingState::Known;
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

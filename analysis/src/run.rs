//! Executes the phases in order.

use std::{cmp::Reverse, fmt, time::Duration};

use tagbridge_logic::Index;
use tagbridge_project::Project;
use tagbridge_texts::{Coded, Message};

use crate::{
    analysis::{Analysis, Chapter, FailedPhase, Summary},
    budget::{Budget, Failure, catch_failure},
    chapter_writer::ChapterWriter,
    facts::Facts,
    industry::Industry,
    phase::{Phase, PhaseId, phases},
    rule::Severity,
    rules::NamingRules,
};

/// Time limit of a phase.
const LIMIT: Duration = Duration::from_secs(30);
/// Memory limit for the findings of a phase, in bytes.
const MEMORY: usize = 512 << 20;
/// Maximum number of locations of unparsed code in a chapter.
const UNREAD_MAX: usize = 10;

/// The options of an analysis.
pub struct Options<'a> {
    /// Naming rules; without them, names are not checked.
    pub naming: Option<NamingRules>,
    /// The only phase to execute; `None` for all of them.
    pub only: Option<PhaseId>,
    /// The elapsed time since the start; the crate has no clock.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// The time limit of a phase: 30 s by default.
    pub limit: Duration,
    /// The memory limit for the findings of a phase: 512 MB by default.
    pub memory: usize,
    /// Is called at the beginning of each phase; if it panics or takes too long, the phase fails.
    pub before: &'a dyn Fn(&Progress<'_>),
}

/// A phase that begins.
pub struct Progress<'a> {
    /// The phase.
    pub phase: PhaseId,
    /// From 1.
    pub number: usize,
    /// Total number of phases.
    pub of: usize,
    /// The limits of the phase.
    pub budget: &'a Budget<'a>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            naming: None,
            only: None,
            elapsed: &|| Duration::ZERO,
            limit: LIMIT,
            memory: MEMORY,
            before: &|_| {},
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { naming, only, limit, memory, elapsed: _, before: _ } = self;
        let mut debug = f.debug_struct("Options");
        debug
            .field("naming", naming)
            .field("only", only)
            .field("limit", limit)
            .field("memory", memory);
        debug.finish_non_exhaustive()
    }
}

/// The text of a chapter.
#[derive(Coded)]
#[coded(prefix = "analysis-text")]
pub(crate) enum ChapterText {
    /// If all code was parsed.
    Whole { findings: usize },
    /// If some code was not parsed.
    Partly { findings: usize, unread: usize },
}

/// The information that the chapter of a standard needs, but project files do not contain.
#[derive(Coded)]
#[coded(prefix = "analysis-untold")]
pub(crate) enum MissingInformation {
    Batch { text: Message },
    Alarms { text: Message },
    Machine { text: Message },
}

impl MissingInformation {
    /// The text of a chapter, with the information that is missing in it.
    fn beside(phase: PhaseId, text: Message) -> Message {
        match phase {
            PhaseId::Isa88Batch => Self::Batch { text }.message(),
            PhaseId::Isa182Alarms => Self::Alarms { text }.message(),
            PhaseId::MachineSafety => Self::Machine { text }.message(),
            _ => text,
        }
    }
}

/// Analyses a project; the result depends only on the arguments.
pub fn analyse(project: &Project, index: &Index, options: &Options<'_>) -> Analysis {
    let facts = catch_failure(|| Facts::new(project, index, options));
    let industry = match &facts {
        Ok(facts) => facts.industry.clone(),
        Err(_) => Industry::unknown(),
    };
    let mut phases = phases(project.vendor, industry.value);
    phases.retain(|phase| options.only.is_none_or(|only| phase.id == only));
    let mut analysis = Analysis {
        industry,
        summary: Summary::default(),
        chapters: Vec::new(),
        failed_phases: Vec::new(),
    };
    let fail = |phase: PhaseId, why| FailedPhase { phase, why };
    let facts = match facts {
        Ok(facts) => facts,
        Err(why) => {
            analysis.failed_phases = phases.iter().map(|phase| fail(phase.id, why)).collect();
            return analysis;
        }
    };
    for (at, phase) in phases.iter().enumerate() {
        if analysis.failed_phases.first().is_some_and(|it| it.phase == PhaseId::Inventory) {
            analysis.failed_phases.push(fail(phase.id, Failure::NotStarted));
            continue;
        }
        let budget = Budget::new(options.elapsed, options.limit, options.memory);
        let progress =
            Progress { phase: phase.id, number: at + 1, of: phases.len(), budget: &budget };
        match catch_failure(|| chapter(&facts, phase, &progress)) {
            Ok(chapter) => analysis.chapters.push(chapter),
            Err(why) => analysis.failed_phases.push(fail(phase.id, why)),
        }
    }
    let count = |severity| {
        let those = analysis.findings().filter(|it| it.severity == severity);
        those.map(|it| it.count).sum()
    };
    analysis.summary = Summary {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        units: index.units().count(),
        opaque_units: facts.unread.len(),
    };
    analysis
}

fn chapter(facts: &Facts<'_>, phase: &Phase, progress: &Progress<'_>) -> Chapter {
    (facts.options.before)(progress);
    let mut pen = ChapterWriter::new(facts, progress.budget);
    for make in phase.makes {
        pen.check();
        make(facts, &mut pen);
    }
    let ChapterWriter { mut findings, figures, .. } = pen;
    findings.sort_by_key(|it| (Reverse(it.severity), it.rule.id));
    let unread: &[_] = if phase.reads_code { &facts.unread } else { &[] };
    let count = findings.iter().map(|it| it.count).sum();
    let text = match unread.len() {
        0 => ChapterText::Whole { findings: count },
        unread => ChapterText::Partly { findings: count, unread },
    };
    let named = unread.iter().take(UNREAD_MAX);
    Chapter {
        phase: phase.id,
        text: MissingInformation::beside(phase.id, text.message()),
        figures,
        findings,
        unread: named.map(|unit| facts.at(*unit, tagbridge_logic::Span::new(0, 0))).collect(),
        unread_total: unread.len(),
    }
}

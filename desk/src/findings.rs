//! The findings of a project's analysis, and which of them are new.

mod baseline;
mod finding_state;
mod sarif;

use std::{
    collections::{BTreeMap, BTreeSet},
    panic,
    sync::Arc,
    time::{Duration, Instant},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_analysis::{Finding, Options, Progress, Severity, Site, analyse, place};
use tagbridge_api::turn::LocationKind;
use tagbridge_texts::Coded;

pub use self::{
    baseline::{Baseline, BaselineEntry},
    finding_state::{FindingState, FindingWithState, KnownFindings},
    sarif::{Sarif, sarif},
};
use crate::{
    desk::Desk,
    failures::not_found,
    lock::lock,
    parsed_project::{AnalysedProject, ParsedProject},
    problem::{MissingThing, Problem, Remedy},
    projects::blocking,
    time::{now, small},
    view::{
        ChangeBaseline, CodeFinding, CodeFindings, FailedChapter, Failure, FindingPlace,
        FindingSeverity, FindingStanding, FindingsFormat, MadeFile, SaveFindings,
    },
    work::WorkHandle,
};

/// Findings that a screen shows.
const FINDINGS_MAX: usize = 5000;
/// Maximum number of analyses in memory.
const HELD: usize = 4;
/// Later than the limit of any phase: a phase that is stopped has used up its time.
const OVER: Duration = Duration::from_hours(24 * 365);

impl Desk {
    /// The analysis of a project in this run of the program.
    pub(crate) fn analysed(&self, project: &str) -> Option<AnalysedProject> {
        lock(&self.0.projects.analysed).iter().find(|it| it.project == project).cloned()
    }

    /// The findings of the last analysis; `None`: there was none since the program started.
    pub(crate) async fn findings(&self, project: &str) -> Result<Option<CodeFindings>, Failure> {
        let Some(analysed) = self.analysed(project) else { return Ok(None) };
        let is_current = match self.book(project).await {
            Ok(book) => hash(&book) == hash(&analysed.book),
            // What it was is shown while the file cannot be had.
            Err(_) => true,
        };
        Ok(Some(self.shown_findings(&analysed, is_current)))
    }

    /// Analyses a project; an analysis of the same file is not repeated.
    pub(crate) async fn analyse(
        &self,
        project: &str,
        working: &WorkHandle,
    ) -> Result<AnalysedProject, Failure> {
        let book = self.book(project).await?;
        if let Some(done) = self.analysed(project).filter(|it| hash(&it.book) == hash(&book)) {
            return Ok(done);
        }
        let (project, working) = (project.to_owned(), working.clone());
        let analysed = blocking(move || analysed(project, book, &working)).await?;
        let mut all = lock(&self.0.projects.analysed);
        all.retain(|it| it.project != analysed.project);
        all.insert(0, analysed.clone());
        all.truncate(HELD);
        Ok(analysed)
    }

    pub(crate) fn shown_findings(
        &self,
        analysed: &AnalysedProject,
        is_current: bool,
    ) -> CodeFindings {
        let AnalysedProject { analysis, .. } = analysed;
        let baseline = self.project_data(&analysed.project).baseline;
        let known: BTreeSet<&str> =
            baseline.iter().flatten().map(|entry| entry.id.as_str()).collect();
        let mut findings: Vec<CodeFinding> = Vec::new();
        for chapter in &analysis.chapters {
            let all = chapter.findings.iter();
            findings.extend(all.map(|it| shown(it, &chapter.phase, analysed, &known)));
        }
        findings.sort_by(|one, other| {
            (one.severity as u8, &one.rule).cmp(&(other.severity as u8, &other.rule))
        });
        let of = findings.iter().map(|it| it.count).sum();
        findings.truncate(FINDINGS_MAX);
        let failed = analysis.failed_phases.iter();
        let summary = &analysis.summary;
        CodeFindings {
            at: analysed.at,
            is_current,
            errors: small(summary.errors),
            warnings: small(summary.warnings),
            notes: small(summary.notes),
            units: small(summary.units),
            opaque_units: small(summary.opaque_units),
            findings,
            of,
            failed: failed
                .map(|it| FailedChapter { chapter: it.phase.message(), why: it.why.message() })
                .collect(),
            baseline: baseline.map(|it| small(it.len())),
        }
    }

    pub(crate) async fn change_baseline(
        &self,
        change: ChangeBaseline,
    ) -> Result<CodeFindings, Failure> {
        let analysed =
            self.analysed(&change.project).ok_or_else(|| never_analysed(&change.project))?;
        let ids: Option<BTreeSet<String>> = change.ids.map(|it| it.into_iter().collect());
        let is_meant = |id: &str| ids.as_ref().is_none_or(|it| it.contains(id));
        self.change_project_data(&change.project, |data| {
            let entries = data.baseline.get_or_insert_default();
            entries.retain(|it| !is_meant(&it.id));
            if change.is_known {
                let all = analysed.analysis.findings().filter(|it| is_meant(&it.id));
                entries.extend(all.map(BaselineEntry::of));
            }
            if entries.is_empty() {
                data.baseline = None;
            }
        })?;
        self.findings(&change.project).await?.ok_or_else(|| never_analysed(&change.project))
    }

    pub(crate) async fn save_findings(&self, save: SaveFindings) -> Result<MadeFile, Failure> {
        let analysed = self.analysed(&save.project).ok_or_else(|| never_analysed(&save.project))?;
        let baseline = self.project_data(&save.project).baseline;
        let extension = match save.format {
            FindingsFormat::Sarif => "sarif",
            FindingsFormat::Json => "findings.json",
            FindingsFormat::Baseline => "baseline.json",
        };
        blocking(move || {
            let logic = analysed.book.logic();
            let analysis = &analysed.analysis;
            let text = match save.format {
                FindingsFormat::Sarif => {
                    let has_baseline = baseline.is_some();
                    let ids = baseline.into_iter().flatten().map(|it| it.id).collect();
                    let known = KnownFindings { baseline: ids, accepted: BTreeMap::new() };
                    let rated = known.rate(logic, analysis);
                    let file = logic.project.name.as_ref();
                    serde_json::to_string_pretty(&sarif(&Sarif {
                        file,
                        hash: &logic.project.hash,
                        analysis,
                        rated: &rated,
                        has_baseline,
                        language: save.language,
                    }))
                }
                FindingsFormat::Json => {
                    serde_json::to_string_pretty(&analysis.results(logic.project, save.language))
                }
                FindingsFormat::Baseline => Ok(Baseline::new(baseline.unwrap_or_default()).text()),
            };
            let name = format!("{}.{extension}", plain_name(&logic.project.name));
            Ok(MadeFile { name, bytes: Some(BASE64_STANDARD.encode(text.unwrap_or_default())) })
        })
        .await
    }
}

/// A name as a file may have it.
pub(crate) fn plain_name(name: &str) -> String {
    let plain = |it: char| if it.is_alphanumeric() || "-_ .".contains(it) { it } else { '_' };
    let name: String = name.chars().map(plain).take(80).collect();
    if name.trim_matches(['.', ' ']).is_empty() { "project".to_owned() } else { name }
}

fn never_analysed(project: &str) -> Failure {
    not_found(MissingThing::Analysis, project, &Remedy::AnalyseFirst)
}

fn hash(book: &ParsedProject) -> &str {
    &book.symbols.project().hash
}

fn analysed(
    project: String,
    book: ParsedProject,
    working: &WorkHandle,
) -> Result<AnalysedProject, Failure> {
    working.step(&crate::problem::Step::ReadCode, 0, 0);
    let logic = book.logic();
    let started = Instant::now();
    let elapsed = || if working.is_stopped() { OVER } else { started.elapsed() };
    let before = |progress: &Progress<'_>| {
        if working.is_stopped() {
            panic::resume_unwind(Box::new("stopped"));
        }
        working.step(progress.phase.message(), small(progress.number - 1), small(progress.of));
    };
    let options = Options { elapsed: &elapsed, before: &before, ..Options::default() };
    let analysis = analyse(logic.project, logic.index, &options);
    working.check()?;
    if analysis.is_failed() {
        let why = analysis.failed_phases.first().map(|it| it.why.message()).unwrap_or_default();
        return Err(Failure::new(
            "internal",
            &Problem::NotAnalysed { why },
            &Remedy::ReportWithFile,
        ));
    }
    let reason = |it: &Finding| Some((it.id.clone(), tagbridge_analysis::accepted(logic, it)?));
    let accepted = Arc::new(analysis.findings().filter_map(reason).collect());
    Ok(AnalysedProject { project, at: now(), book, analysis: Arc::new(analysis), accepted })
}

fn shown(
    finding: &Finding,
    chapter: &impl Coded,
    analysed: &AnalysedProject,
    known: &BTreeSet<&str>,
) -> CodeFinding {
    let reason = analysed.accepted.get(&finding.id).cloned();
    CodeFinding {
        id: finding.id.clone(),
        rule: finding.rule.id.to_owned(),
        severity: match finding.severity {
            Severity::Error => FindingSeverity::Error,
            Severity::Warning => FindingSeverity::Warning,
            Severity::Note => FindingSeverity::Note,
        },
        confidence: finding.confidence.name().to_owned(),
        chapter: chapter.message(),
        title: finding.title(),
        message: finding.message.clone(),
        remedy: finding.remedy(),
        references: finding
            .rule
            .references
            .iter()
            .map(|it| format!("{} {}", it.standard, it.id))
            .collect(),
        places: finding.citations.iter().map(place_of).collect(),
        places_of: small(finding.citations_total),
        count: small(finding.count),
        standing: match &reason {
            Some(_) => FindingStanding::Accepted,
            None if known.contains(finding.id.as_str()) => FindingStanding::Known,
            None => FindingStanding::New,
        },
        reason,
    }
}

fn place_of(site: &Site) -> FindingPlace {
    let citation = &site.citation;
    FindingPlace {
        text: place(citation, site.line),
        path: citation.path.clone(),
        rung: citation.rung,
        is_code: matches!(citation.location_kind, LocationKind::Rung | LocationKind::Routine),
    }
}

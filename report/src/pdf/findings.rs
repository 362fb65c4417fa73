//! The findings of an analysis, by chapter, with links to their locations.

use tagbridge_analysis::{Analysis, Chapter, Finding, Severity, Site, accepted, grouped};

use super::{
    Report, ReportError,
    sheets::{Anchor, Row, Run, SIZE},
};
use crate::messages::ReportText;

/// An analysis of the project in the report.
#[derive(Debug, Clone, Copy)]
pub struct Analysed<'a> {
    /// The analysis.
    pub analysis: &'a Analysis,
    /// Its id in the service.
    pub id: Option<&'a str>,
}

/// Maximum number of locations of a finding.
const PLACES: usize = 4;

impl Report<'_> {
    pub(super) fn findings(&mut self) -> Result<(), ReportError> {
        self.chapter(&ReportText::Findings);
        let Some(Analysed { analysis, .. }) = self.about.analysis else {
            self.sentence(&ReportText::NoAnalysis);
            return Ok(());
        };
        let summary = &analysis.summary;
        self.sentence(&ReportText::Found {
            errors: summary.errors,
            warnings: summary.warnings,
            notes: summary.notes,
            units: summary.units,
            opaque: summary.opaque_units,
        });
        for failed in &analysis.failed_phases {
            let phase = self.said(&failed.phase);
            let why = self.said(&failed.why);
            self.sentence(&ReportText::PhaseFailed { phase: &phase, why: &why });
        }
        let has_none = |it: &&Chapter| it.findings.is_empty() && it.unread_total == 0;
        let (none, some): (Vec<_>, Vec<_>) = analysis.chapters.iter().partition(has_none);
        for chapter in some {
            self.go_on()?;
            self.finding_chapter(chapter);
        }
        if !none.is_empty() {
            let titles: Vec<String> = none.iter().map(|it| self.said(&it.phase)).collect();
            self.sheets.space(8.0);
            self.sentence(&ReportText::NothingFound { chapters: &titles.join("; ") });
        }
        Ok(())
    }

    fn finding_chapter(&mut self, chapter: &Chapter) {
        let language = self.about.language;
        self.sheets.title(13.0, &self.said(&chapter.phase), 2, None);
        self.sheets.says(&chapter.text.in_language(language));
        if chapter.unread_total > 0 {
            let places: Vec<&Site> = chapter.unread.iter().collect();
            let mut runs = vec![Run::plain(self.said(&ReportText::Unread))];
            runs.extend(self.links(&places, chapter.unread_total));
            self.sheets.paragraph(&runs, SIZE, 0.0);
        }
        if chapter.findings.is_empty() {
            return;
        }
        let heads =
            [ReportText::Severity, ReportText::Rule, ReportText::Place, ReportText::Finding];
        let heads = heads.map(|it| self.said(&it));
        let shown = grouped(&chapter.findings, |it| it);
        let rows: Vec<Row> =
            shown.into_iter().map(|(it, more)| (None, self.row(it, more))).collect();
        self.sheets.table(&heads, &[0.1, 0.09, 0.31, 0.5], rows);
        let mut rules: Vec<&Finding> = chapter.findings.iter().collect();
        rules.sort_by_key(|it| it.rule.id);
        rules.dedup_by_key(|it| it.rule.id);
        for finding in rules {
            let remedy = finding.remedy().in_language(language);
            self.sheets.says(&format!("{}: {remedy}", finding.rule.id));
        }
    }

    /// A finding, with the number of further findings that it represents.
    fn row(&self, finding: &Finding, more: usize) -> Vec<Vec<Run>> {
        let severity = self.said(&match finding.severity {
            Severity::Error => ReportText::Error,
            Severity::Warning => ReportText::Warning,
            Severity::Note => ReportText::Note,
        });
        let mut message = finding.message.in_language(self.about.language);
        if more > 0 {
            let more = self.said(&ReportText::More { count: more });
            message.extend([" (", &more, ")"]);
        }
        if let Some(reason) = accepted(self.logic, finding) {
            message.extend([" ", &self.said(&ReportText::Accepted { reason: &reason })]);
        }
        let places: Vec<&Site> = finding.citations.iter().collect();
        vec![
            vec![Run::plain(severity)],
            vec![Run::plain(finding.rule.id)],
            self.links(&places, finding.citations_total),
            vec![Run::plain(message)],
        ]
    }

    /// Locations, each with a link to its page.
    fn links(&self, places: &[&Site], total: usize) -> Vec<Run> {
        let mut runs = Vec::new();
        for (at, site) in places.iter().take(PLACES).enumerate() {
            if at > 0 {
                runs.push(Run::plain(", "));
            }
            let citation = &site.citation;
            let text = match (citation.rung, site.line) {
                (Some(number), _) => format!("{}:{number}", citation.path),
                (None, Some(line)) => format!("{}:{line}", citation.path),
                (None, None) => citation.path.clone(),
            };
            runs.push(Run { text, to: self.anchor(site) });
        }
        if total > PLACES.min(places.len()) {
            let count = total - PLACES.min(places.len());
            runs.push(Run::plain(format!(" {}", self.said(&ReportText::More { count }))));
        }
        runs
    }

    /// The anchor of a location in the report; a Siemens report has no tags, types and blocks.
    fn anchor(&self, site: &Site) -> Option<Anchor> {
        let project = self.logic.project;
        if let Some(unit) = site.unit {
            let unit = self.logic.index.unit(unit);
            let routine = unit.routine.index();
            return Some(match unit.rung {
                Some(rung) => Anchor::Rung(routine, rung as usize),
                None => Anchor::Routine(routine),
            });
        }
        let path = &site.citation.path;
        let tag = project.tags.iter().position(|it| it.name == *path).map(Anchor::Tag);
        let kind = || project.data_types.iter().position(|it| it.name == *path).map(Anchor::Type);
        let block = || project.blocks.iter().position(|it| it.name == *path).map(Anchor::Block);
        tag.or_else(kind).or_else(block)
    }
}

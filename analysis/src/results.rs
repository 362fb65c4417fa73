//! An analysis as JSON for the service.

use tagbridge_api::analysis as wire;
use tagbridge_project::Project;
use tagbridge_texts::Language;

use crate::{
    analysis::{Analysis, Chapter, Finding, Site},
    rules::rules,
};

/// The version of the rules: it changes with them.
pub const ENGINE: &str = concat!(env!("CARGO_PKG_VERSION"), "+rules.2026-11");
/// Maximum size of the findings in JSON, in bytes. The rest is small.
const SIZE_MAX: usize = 1_900_000;

impl Analysis {
    /// Returns the JSON with sentences in a language. Findings beyond the maximum size are counted
    /// in the last listed finding of their chapter.
    pub fn results(&self, project: &Project, language: Language) -> wire::Results {
        let mut room = SIZE_MAX;
        let chapters =
            self.chapters.iter().map(|it| chapter(it, language, &mut room)).collect::<Vec<_>>();
        let used = |id: &str| {
            let mut findings = chapters.iter().flat_map(|it| &it.findings);
            findings.any(|it| it.rule == id)
        };
        let rules = rules().iter().filter(|rule| used(rule.id)).map(|rule| wire::Rule {
            id: rule.id.to_owned(),
            phase: rule.phase.name().to_owned(),
            severity: rule.severity.name().to_owned(),
            title: rule.title().in_language(language),
            help: rule.remedy().in_language(language),
        });
        wire::Results {
            schema: 1,
            engine: ENGINE.to_owned(),
            vendor: project.vendor,
            industry: wire::Industry {
                value: self.industry.value.name().to_owned(),
                confidence: self.industry.confidence,
                evidence: self
                    .industry
                    .evidence
                    .iter()
                    .map(|it| wire::Evidence {
                        text: it.text.in_language(language),
                        citations: citations(&it.citations),
                    })
                    .collect(),
            },
            summary: wire::Summary {
                counts: wire::Counts {
                    error: self.summary.errors,
                    warning: self.summary.warnings,
                    note: self.summary.notes,
                },
                units: self.summary.units,
                opaque_units: self.summary.opaque_units,
            },
            rules: rules.collect(),
            chapters,
            failed_phases: self.failed_phases.iter().map(|it| it.phase.name().to_owned()).collect(),
        }
    }
}

fn chapter(chapter: &Chapter, language: Language, room: &mut usize) -> wire::Chapter {
    let mut findings: Vec<wire::Finding> = Vec::new();
    for found in &chapter.findings {
        let written = finding(found, language);
        let size = size(&written);
        match (room.checked_sub(size), findings.last_mut()) {
            (Some(left), _) => {
                *room = left;
                findings.push(written);
            }
            (None, Some(last)) => last.count += found.count,
            (None, None) => findings.push(written),
        }
    }
    wire::Chapter {
        id: chapter.phase.name().to_owned(),
        title: tagbridge_texts::Coded::message(&chapter.phase).in_language(language),
        standard: chapter.phase.standard().map(str::to_owned),
        status: "complete".to_owned(),
        text: chapter.text.in_language(language),
        facts: chapter
            .figures
            .iter()
            .map(|it| wire::Fact { name: it.what.in_language(language), value: it.value })
            .collect(),
        findings,
        unread: citations(&chapter.unread),
        unread_total: chapter.unread_total,
    }
}

fn finding(finding: &Finding, language: Language) -> wire::Finding {
    let references = finding
        .rule
        .references
        .iter()
        .map(|it| wire::Reference { standard: it.standard.to_owned(), id: it.id.to_owned() });
    wire::Finding {
        id: finding.id.clone(),
        rule: finding.rule.id.to_owned(),
        severity: finding.severity.name().to_owned(),
        title: finding.title().in_language(language),
        message: finding.message.in_language(language),
        citations: citations(&finding.citations),
        citations_total: finding.citations_total,
        count: finding.count,
        remedy: finding.remedy().in_language(language),
        references: references.collect(),
        confidence: finding.confidence.name().to_owned(),
    }
}

fn citations(sites: &[Site]) -> Vec<tagbridge_api::turn::Citation> {
    sites.iter().map(|site| site.citation.clone()).collect()
}

/// Maximum size of a finding in JSON, in bytes.
fn size(finding: &wire::Finding) -> usize {
    let text =
        |text: &str| {
            text.chars()
                .map(|it| {
                    if it < ' ' { 6 } else { it.len_utf8() + usize::from(matches!(it, '"' | '\\')) }
                })
                .sum::<usize>()
        };
    let citations: usize = finding.citations.iter().map(|it| text(&it.path) + 70).sum();
    let references: usize =
        finding.references.iter().map(|it| text(&it.standard) + text(&it.id) + 30).sum();
    let said = text(&finding.title) + text(&finding.message) + text(&finding.remedy);
    250 + citations + references + said
}

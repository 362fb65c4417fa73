//! Findings for users: by chapter, with their remedies.

use std::{collections::BTreeSet, io};

use tagbridge_analysis::{Chapter, PhaseId, Severity, grouped, place};

use tagbridge_desk::findings::{FindingState, FindingWithState};

use super::Analysed;
use crate::{
    messages::{Column, Line, TableWord},
    output::{self, said},
};

/// Prints the findings.
pub(super) fn print(analysed: &Analysed<'_>) -> io::Result<()> {
    output::text(summary(analysed))?;
    for chapter in &analysed.analysis.chapters {
        let judged = analysed.of(chapter);
        if judged.is_empty() {
            continue;
        }
        output::text("")?;
        output::text(said(&chapter.phase))?;
        let header = [Column::Severity, Column::Rule, Column::Where, Column::What, Column::Id];
        let shown = grouped(&judged, |it| it.finding);
        let rows: Vec<Vec<String>> = shown.iter().map(|(it, more)| row(it, *more)).collect();
        output::table(&header, &rows)?;
        for (rule, remedy) in remedies(&judged) {
            output::text(format!("{rule}: {remedy}"))?;
        }
    }
    Ok(())
}

/// The number of findings, and of analysed parts.
pub(super) fn summary(analysed: &Analysed<'_>) -> String {
    let summary = &analysed.analysis.summary;
    let count = |is: &dyn Fn(&FindingState) -> bool| {
        analysed.judged.iter().filter(|it| is(&it.standing)).count()
    };
    let mut lines = vec![said(&Line::Analysed {
        errors: summary.errors,
        warnings: summary.warnings,
        notes: summary.notes,
        units: summary.units,
        opaque: summary.opaque_units,
    })];
    let accepted = count(&|it| matches!(it, FindingState::Accepted { .. }));
    if accepted > 0 {
        lines.push(said(&Line::FindingsAccepted { count: accepted }));
    }
    if analysed.has_baseline {
        let new = count(&|it| *it == FindingState::New);
        let known = count(&|it| *it == FindingState::Known);
        lines.push(said(&Line::FindingsKnown { known, new }));
    }
    lines.join("\n")
}

impl<'a> Analysed<'a> {
    /// The findings of a chapter, with their states.
    pub(super) fn of(&self, chapter: &Chapter) -> Vec<&FindingWithState<'a>> {
        let ids: BTreeSet<&str> = chapter.findings.iter().map(|it| it.id.as_str()).collect();
        self.judged.iter().filter(|it| ids.contains(it.finding.id.as_str())).collect()
    }
}

/// The remedies by rule, each once.
pub(super) fn remedies(judged: &[&FindingWithState<'_>]) -> Vec<(&'static str, String)> {
    let mut seen = BTreeSet::new();
    let first = judged.iter().filter(|it| seen.insert(it.finding.rule.id));
    first.map(|it| (it.finding.rule.id, said(it.finding.remedy()))).collect()
}

/// The severity, and why it does not count.
pub(super) fn standing(judged: &FindingWithState<'_>) -> String {
    let severity = said(&match judged.finding.severity {
        Severity::Error => TableWord::Error,
        Severity::Warning => TableWord::Warning,
        Severity::Note => TableWord::Remark,
    });
    match &judged.standing {
        FindingState::New => severity,
        FindingState::Known => said(&TableWord::KnownFinding { severity: &severity }),
        FindingState::Accepted { .. } => said(&TableWord::AcceptedFinding { severity: &severity }),
    }
}

fn row(judged: &FindingWithState<'_>, more: usize) -> Vec<String> {
    vec![
        standing(judged),
        judged.finding.rule.id.to_owned(),
        places(judged),
        with_more(judged, more),
        judged.finding.id.clone(),
    ]
}

/// The message of the finding, and why it is accepted.
pub(super) fn message(judged: &FindingWithState<'_>) -> String {
    with_more(judged, judged.finding.count - 1)
}

/// The message, with the number of further findings that it represents.
fn with_more(judged: &FindingWithState<'_>, more: usize) -> String {
    let mut text = said(judged.finding.message.clone());
    if let FindingState::Accepted { reason, .. } = &judged.standing {
        text = format!("{text} {}", said(&TableWord::AcceptedSince { reason }));
    }
    if more > 0 {
        let more = TableWord::More { count: more };
        text = format!("{text} ({})", said(&more));
    }
    text
}

/// The first place, and the number of further ones.
pub(super) fn places(judged: &FindingWithState<'_>) -> String {
    let site = judged.finding.citations.first();
    let mut first = site.map(|it| said(place(&it.citation, it.line))).unwrap_or_default();
    // Where to correct it: what compilers print, too.
    if judged.finding.rule.phase == PhaseId::Verification
        && let Some(origin) = site.and_then(|it| it.origin.as_ref())
    {
        first = format!("{first} ({}:{}:{})", origin.file, origin.line, origin.column);
    }
    match judged.finding.citations_total.saturating_sub(1) {
        0 => first,
        more => said(&TableWord::AndMore { names: &first, count: more }),
    }
}

//! Whether a vendor's editor would verify the project.

use std::collections::BTreeMap;

use tagbridge_check::{
    Diagnostic, DiagnosticLevel, DiagnosticPlace, Problem, ProblemGroup, check as diagnostics,
};

use crate::{
    analysis::Site, chapter_writer::ChapterWriter, facts::Facts, phase::PhaseId, rule::Confidence,
};

/// V01 to V10. A complete analysis reports undeclared names in the chapter about declarations
/// (X06).
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let is_alone = facts.options.only == Some(PhaseId::Verification);
    let mut found: BTreeMap<(&str, String), (Diagnostic, Vec<Site>)> = BTreeMap::new();
    for diagnostic in diagnostics(facts.logic) {
        pen.check();
        let Some(rule) = rule(&diagnostic, is_alone) else { continue };
        let site = match &diagnostic.place {
            DiagnosticPlace::Code { citation, .. } => Site::of_code(citation),
            DiagnosticPlace::Declared(name) => declaration(facts, name),
            DiagnosticPlace::Unit(path) => facts.definition(path),
        };
        // The same problem is one finding with all of its locations.
        let key = (rule, format!("{:?}", diagnostic.problem));
        found.entry(key).or_insert_with(|| (diagnostic, Vec::new())).1.push(site);
    }
    for ((rule, _), (diagnostic, sites)) in found {
        let subject = diagnostic.message().to_string();
        let sure = match diagnostic.level {
            DiagnosticLevel::Unchecked => Confidence::Review,
            _ => Confidence::Certain,
        };
        pen.find_as(rule, sure, &subject, &diagnostic.problem, sites);
    }
}

fn declaration(facts: &Facts<'_>, name: &str) -> Site {
    let is_tag = facts.project.tags.iter().any(|it| it.name == name);
    if is_tag { facts.tag(name) } else { facts.definition(name) }
}

/// The rule for a diagnostic; `None` if it belongs to another chapter.
fn rule(diagnostic: &Diagnostic, is_alone: bool) -> Option<&'static str> {
    match (&diagnostic.problem, diagnostic.level) {
        (Problem::External { .. } | Problem::UnknownType { .. }, _) => {
            return is_alone.then_some("V09");
        }
        (
            Problem::Undeclared { .. }
            | Problem::UndeclaredNear { .. }
            | Problem::UnknownRoutine { .. }
            | Problem::UnknownInstruction { .. }
            | Problem::DeclaredTwice { .. },
            _,
        ) if !is_alone => return None,
        (_, DiagnosticLevel::Warning) => return Some("V10"),
        _ => {}
    }
    Some(match diagnostic.problem.group() {
        ProblemGroup::Syntax => "V01",
        ProblemGroup::Instructions => "V02",
        ProblemGroup::Names => "V03",
        ProblemGroup::Types => "V04",
        ProblemGroup::Bounds => "V05",
        ProblemGroup::Calls => "V06",
        ProblemGroup::Writes => "V07",
        ProblemGroup::Declarations | ProblemGroup::Changes => "V08",
    })
}

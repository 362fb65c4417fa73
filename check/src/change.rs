//! A changed project against the version before.

use std::collections::{BTreeMap, HashMap};

use tagbridge_logic::Logic;
use tagbridge_project::{Body, Project, Routine};

use crate::{
    check::check,
    diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticPlace, Problem},
};

/// The units that a change may touch.
#[derive(Debug, Clone, Copy)]
pub enum Allowed<'a> {
    /// All of them.
    All,
    /// Routines and blocks by their paths: `Program/Routine` (Logix), the block (Siemens), the unit
    /// with its owners (CODESYS). Case does not matter.
    Units(&'a [String]),
}

/// Checks a changed project against the version before.
///
/// Returns the problems that the version before does not have, and the changed units that must not
/// be changed: units outside of the plan, of the safety task, and protected ones. A newly used name
/// without a declaration is an error: the draft must declare the names that it uses.
pub fn check_change(before: Logic<'_>, after: Logic<'_>, allowed: Allowed<'_>) -> Vec<Diagnostic> {
    let mut known: HashMap<(String, String), usize> = HashMap::new();
    let mut external: Vec<String> = Vec::new();
    for diagnostic in check(before) {
        external.extend(name_of(&diagnostic.problem));
        *known.entry(diagnostic.key()).or_default() += 1;
    }
    let mut found = Vec::new();
    for mut diagnostic in check(after) {
        match known.get_mut(&diagnostic.key()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                continue;
            }
            _ => {}
        }
        if let Problem::External { name } = &diagnostic.problem
            && !external.iter().any(|it| it.eq_ignore_ascii_case(name))
        {
            diagnostic.problem = Problem::Undeclared { name: name.clone() };
            diagnostic.level = DiagnosticLevel::Error;
        }
        found.push(diagnostic);
    }
    found.extend(touched(before, after, allowed));
    found
}

fn name_of(problem: &Problem) -> Option<String> {
    match problem {
        Problem::External { name } | Problem::Undeclared { name } => Some(name.clone()),
        _ => None,
    }
}

/// The units that are different and must not be.
fn touched(before: Logic<'_>, after: Logic<'_>, allowed: Allowed<'_>) -> Vec<Diagnostic> {
    let (old, new) = (bodies(before), bodies(after));
    let mut found = Vec::new();
    let mut report = |path: &str, problem| {
        let place = DiagnosticPlace::Unit(path.to_owned());
        found.push(Diagnostic { problem, level: DiagnosticLevel::Error, place });
    };
    let paths = old.keys().chain(new.keys().filter(|it| !old.contains_key(*it)));
    for path in paths {
        let (was, is) = (old.get(path), new.get(path));
        if was.map(|it| &it.body) == is.map(|it| &it.body) {
            continue;
        }
        let shown = was.or(is).map_or(path.as_str(), |it| &it.path);
        let is_in_plan = match allowed {
            Allowed::All => true,
            Allowed::Units(units) => units.iter().any(|it| it.eq_ignore_ascii_case(shown)),
        };
        if !is_in_plan {
            report(shown, Problem::OutsidePlan);
        }
        if was.is_some_and(|it| it.is_safety) || is.is_some_and(|it| it.is_safety) {
            report(shown, Problem::SafetyChanged);
        }
        if was.is_some_and(|it| it.is_protected) {
            report(shown, Problem::ProtectedChanged);
        }
    }
    found
}

/// The compared form of a routine.
struct ComparedRoutine {
    path: String,
    body: String,
    is_safety: bool,
    is_protected: bool,
}

fn bodies(logic: Logic<'_>) -> BTreeMap<String, ComparedRoutine> {
    let project = logic.project;
    let routines = project.routines.iter().enumerate();
    let compared = routines.map(|(at, routine)| {
        let path = logic.path(tagbridge_logic::RoutineId::at(at));
        let of = ComparedRoutine {
            body: text(routine),
            is_safety: is_safety(project, &routine.owner),
            is_protected: is_protected(project, routine),
            path,
        };
        (format!("{}/{}", of.path, routine.name).to_lowercase(), of)
    });
    compared.collect()
}

fn text(routine: &Routine) -> String {
    match &routine.body {
        Body::Text(text) => text.clone(),
        Body::Rungs(rungs) => {
            let of = rungs.iter().map(|it| {
                let remarks =
                    [it.title.as_deref(), it.comment.as_deref()].map(Option::unwrap_or_default);
                format!("{}\n{}", remarks.join("\n"), it.text)
            });
            of.collect::<Vec<_>>().join("\n\n")
        }
        Body::Protected | Body::Absent => String::new(),
    }
}

fn is_safety(project: &Project, owner: &str) -> bool {
    let is_owner = |name: &str| name.eq_ignore_ascii_case(owner);
    project.programs.iter().any(|it| it.safety && is_owner(&it.name))
        || project.blocks.iter().any(|it| it.safety && is_owner(&it.name))
}

fn is_protected(project: &Project, routine: &Routine) -> bool {
    let is_owner = |name: &str| name.eq_ignore_ascii_case(&routine.owner);
    let sealed = project
        .blocks
        .iter()
        .any(|it| (it.protected || it.signature.is_some()) && is_owner(&it.name));
    sealed || routine.body == Body::Protected
}

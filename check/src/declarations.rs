//! Declarations: names, types, programs and tasks.

use std::collections::{HashMap, HashSet};

use tagbridge_project::{Body, Member, Section, TypeUse, Vendor};
use tagbridge_structured_text::Span;
use tagbridge_texts::Language;

use crate::{
    checker::{Checker, bare},
    diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticPlace, Problem},
};

/// Checks all declarations.
pub(crate) fn check(checker: &Checker<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    twice(checker, &mut found);
    names(checker, &mut found);
    types(checker, &mut found);
    programs(checker, &mut found);
    labels(checker, &mut found);
    found
}

fn declared(found: &mut Vec<Diagnostic>, level: DiagnosticLevel, name: &str, problem: Problem) {
    let place = DiagnosticPlace::Declared(name.to_owned());
    found.push(Diagnostic { problem, level, place });
}

/// Two declarations of one name in one scope.
fn twice(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    let project = checker.project;
    let mut seen: HashSet<String> = HashSet::new();
    for tag in &project.tags {
        if !seen.insert(bare(&tag.name)) {
            let name = tag.name.clone();
            declared(found, DiagnosticLevel::Error, &tag.name, Problem::DeclaredTwice { name });
        }
    }
    for note in project.notes.iter().filter(|it| it.is_declared_twice()) {
        let name = note.subject.in_language(Language::English).clone();
        declared(found, DiagnosticLevel::Error, &name.clone(), Problem::DeclaredTwice { name });
    }
    let blocks = project.blocks.iter().map(|it| (it.name.as_str(), &it.members));
    let programs = project.programs.iter().map(|it| (it.name.as_str(), &it.members));
    let kinds = project.data_types.iter().map(|it| (it.name.as_str(), &it.members));
    for (owner, members) in blocks.chain(programs).chain(kinds) {
        let mut seen: HashSet<String> = HashSet::new();
        for member in members {
            if !seen.insert(member.name.to_lowercase()) {
                let name = member.name.clone();
                declared(found, DiagnosticLevel::Error, owner, Problem::DeclaredTwice { name });
            }
        }
    }
    let mut routines = HashSet::new();
    for routine in project.routines.iter().filter(|_| checker.vendor() == Vendor::AllenBradley) {
        if !routines.insert(format!("{}/{}", routine.owner, routine.name).to_lowercase()) {
            let name = routine.name.clone();
            declared(
                found,
                DiagnosticLevel::Error,
                &routine.owner,
                Problem::DeclaredTwice { name },
            );
        }
    }
}

/// Names that Logix does not accept: 1 to 40 letters, digits and single underscores (1756-PM004).
fn names(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    if checker.vendor() != Vendor::AllenBradley {
        return;
    }
    for tag in checker.project.tags.iter().filter(|it| !it.name.contains([':', '&'])) {
        let name = tag.name.rsplit('.').next().unwrap_or_default();
        if !is_logix_name(name) {
            let problem = Problem::NameInvalid { name: name.to_owned() };
            declared(found, DiagnosticLevel::Error, &tag.name, problem);
        }
    }
}

fn is_logix_name(name: &str) -> bool {
    let first = name.starts_with(|it: char| it.is_alphabetic() || it == '_');
    first
        && name.chars().count() <= 40
        && name.chars().all(|it| it.is_alphanumeric() || it == '_')
        && !name.contains("__")
        && !name.ends_with('_')
}

/// Types that declarations use.
fn types(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    let project = checker.project;
    for tag in &project.tags {
        of_type(checker, &tag.type_use, &tag.name, &tag.name, found);
    }
    let blocks = project.blocks.iter().map(|it| (it.name.as_str(), &it.members));
    let kinds = project.data_types.iter().map(|it| (it.name.as_str(), &it.members));
    for (owner, members) in blocks.chain(kinds) {
        for member in members {
            of_member(checker, member, owner, found);
        }
    }
}

fn of_member(checker: &Checker<'_>, member: &Member, owner: &str, found: &mut Vec<Diagnostic>) {
    if member.section != Some(Section::Return) {
        of_type(checker, &member.type_use, &member.name, owner, found);
    }
    for inner in &member.type_use.members {
        of_member(checker, inner, owner, found);
    }
}

/// A type that the project does not define.
fn of_type(checker: &Checker<'_>, of: &TypeUse, name: &str, at: &str, found: &mut Vec<Diagnostic>) {
    let kind = of.name.trim().trim_matches('"');
    if kind.is_empty()
        || !of.members.is_empty()
        || kind.contains([' ', '(', '[', ':'])
        || crate::types::elementary(kind).is_some()
        || checker.data_type(kind).is_some()
        || checker.block(kind).is_some()
    {
        return;
    }
    if checker.vendor() == Vendor::Siemens && of.name.starts_with('"') {
        let problem = Problem::UnknownType { name: name.to_owned(), of: kind.to_owned() };
        declared(found, DiagnosticLevel::Unchecked, at, problem);
    }
}

/// Programs, their routines and their tasks.
fn programs(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    let project = checker.project;
    if checker.vendor() != Vendor::AllenBradley || checker.logic.is_partial() {
        return;
    }
    let mut scheduled: HashMap<String, usize> = HashMap::new();
    for task in &project.tasks {
        for program in &task.programs {
            if !project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(program)) {
                let (program, task_name) = (program.clone(), task.name.clone());
                let problem = Problem::UnknownProgram { program, task: task_name };
                declared(found, DiagnosticLevel::Error, &task.name, problem);
            }
            let count = scheduled.entry(program.to_lowercase()).or_default();
            *count += 1;
            if *count == 2 {
                let problem = Problem::ScheduledTwice { program: program.clone() };
                declared(found, DiagnosticLevel::Error, program, problem);
            }
        }
    }
    for program in &project.programs {
        let named = [&program.main_routine, &program.fault_routine];
        for routine in named.into_iter().flatten().filter(|it| !it.is_empty()) {
            let has = |it: &&String| it.eq_ignore_ascii_case(routine);
            if !program.routines.iter().any(|it| has(&it)) {
                let (name, routine) = (program.name.clone(), routine.clone());
                let problem = Problem::NoStartRoutine { program: name, routine };
                declared(found, DiagnosticLevel::Error, &program.name, problem);
            }
        }
    }
}

/// Labels and jumps of the rungs of Logix.
fn labels(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    if checker.vendor() != Vendor::AllenBradley {
        return;
    }
    let logic = checker.logic;
    for (at, routine) in checker.project.routines.iter().enumerate() {
        let Body::Rungs(rungs) = &routine.body else { continue };
        let mut labels: HashSet<String> = HashSet::new();
        let mut jumps = Vec::new();
        for (number, rung) in rungs.iter().enumerate() {
            if rung.net.is_some() || !["LBL", "JMP"].iter().any(|it| rung.text.contains(it)) {
                continue;
            }
            let Some(ladder) = rung.ladder(checker.vendor()) else { continue };
            let unit = logic.index.units().find(|(_, it)| {
                it.routine.index() == at && it.rung.is_some_and(|it| it as usize == number)
            });
            let Some((unit, _)) = unit else { continue };
            for part in ladder.parts() {
                let (name, label) = (&rung.text[part.name.range()], part.operand(0));
                let Some(label) = label else { continue };
                let text = rung.text[label.range()].to_owned();
                if name.eq_ignore_ascii_case("LBL") && !labels.insert(text.to_lowercase()) {
                    code(checker, unit, label, Problem::LabelTwice { name: text }, found);
                } else if name.eq_ignore_ascii_case("JMP") {
                    jumps.push((unit, label, text));
                }
            }
        }
        for (unit, span, name) in jumps {
            if !labels.contains(&name.to_lowercase()) {
                code(checker, unit, span, Problem::UnknownLabel { name }, found);
            }
        }
    }
}

fn code(
    checker: &Checker<'_>,
    unit: tagbridge_logic::UnitId,
    span: Span,
    problem: Problem,
    found: &mut Vec<Diagnostic>,
) {
    let place = DiagnosticPlace::code(checker.logic, unit, span);
    found.push(Diagnostic { problem, level: DiagnosticLevel::Error, place });
}

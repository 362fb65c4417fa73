//! Mutants of sheets and charts of Logix and of statement lists: the file is changed, read again, and the
//! mistake must be reported in the routine that has it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use tagbridge_check::{Allowed, DiagnosticPlace, check_change};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Source};

/// The kind of the unit, the mistake, and the bytes of the file that a text replaces.
type Mutant = (&'static str, &'static str, std::ops::Range<usize>, String);

/// Every mutant of a file.
fn mutants(path: &Path, text: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("awl")) {
        lists(text, &mut found);
    } else {
        sheets(text, &mut found);
        charts(text, &mut found);
    }
    found
}

/// A name with two letters more; nothing for a short one.
fn misspelt(name: &str) -> Option<String> {
    let root = name.split(['.', '[', ':']).next().unwrap_or_default();
    let is_name = root.len() > 3
        && root.starts_with(|it: char| it.is_ascii_alphabetic())
        && root.chars().all(|it| it.is_alphanumeric() || it == '_');
    is_name.then(|| format!("{}qx{}", &name[..2], &name[2..]))
}

/// The texts between two marks, from one place on.
fn between<'t>(text: &'t str, begin: &str, end: &str) -> Vec<(usize, &'t str)> {
    let starts = text.match_indices(begin).map(|(at, mark)| at + mark.len());
    starts.filter_map(|at| Some((at, &text[at..at + text[at..].find(end)?]))).collect()
}

fn sheets(text: &str, found: &mut Vec<Mutant>) {
    for kind in ["<IRef ", "<ORef "] {
        for (at, element) in between(text, kind, ">") {
            let Some((begin, operand)) = between(element, "Operand=\"", "\"").first().copied()
            else {
                continue;
            };
            let place = at + begin..at + begin + operand.len();
            if let Some(wrong) = misspelt(operand) {
                found.push(("sheet", "misspelt name", place.clone(), wrong));
            }
            found.push(("sheet", "missing operand", place, "?".to_owned()));
        }
    }
}

fn charts(text: &str, found: &mut Vec<Mutant>) {
    for (at, condition) in between(text, "<Condition>", "</Condition>") {
        for (begin, code) in between(condition, "<![CDATA[", "]]>") {
            let place = at + begin..at + begin + code.len();
            let name = code.split(|it: char| !(it.is_alphanumeric() || it == '_')).next();
            if let Some(wrong) = name.and_then(misspelt) {
                let length = name.map_or(0, str::len);
                let place = place.start..place.start + length;
                found.push(("chart", "misspelt name", place, wrong));
            }
            found.push(("chart", "wrong type", place.clone(), "1.5 + 2.5".to_owned()));
            found.push(("chart", "unbalanced", place.clone(), format!("({code}")));
            found.push(("chart", "missing operand", place, format!("{code} AND ")));
        }
    }
    for (at, body) in between(text, "<Body>", "</Body>") {
        for (begin, code) in between(body, "<![CDATA[", "]]>") {
            let Some((target, value)) = code.split_once(":=") else { continue };
            let place = at + begin..at + begin + code.len();
            if let Some(wrong) = misspelt(target.trim()) {
                found.push(("chart", "misspelt name", place.clone(), format!("{wrong} :={value}")));
            }
            found.push(("chart", "unbalanced", place.clone(), format!("{target}:= ({value}")));
            found.push(("chart", "missing operand", place, format!("{target}:= ;")));
        }
    }
}

fn lists(text: &str, found: &mut Vec<Mutant>) {
    let Some(begin) = text.find("\nBEGIN") else { return };
    let mut at = begin + 1;
    for line in text[begin + 1..].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((statement, _)) = line.split_once(';') else { continue };
        let mut words = statement.split_whitespace();
        let (Some(operation), Some(operand), None) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let is_plain =
            ["A", "AN", "O", "ON", "=", "S", "R", "L", "T", "U", "UN"].contains(&operation);
        let Some(offset) = statement.rfind(operand).filter(|_| is_plain) else { continue };
        let place = start + offset..start + offset + operand.len();
        found.push(("list", "missing operand", place.clone(), String::new()));
        if let Some(wrong) = operand.strip_prefix('#').and_then(misspelt) {
            found.push(("list", "misspelt name", place, format!("#{wrong}")));
        }
        if let Some(offset) = statement.find(operation) {
            let place = start + offset..start + offset + operation.len();
            found.push(("list", "wrong operation", place, "QX".to_owned()));
        }
    }
}

/// The routine that is different in two projects.
fn different(old: &Project, new: &Project) -> Option<String> {
    let pairs = old.routines.iter().zip(&new.routines);
    let mut different = pairs.filter(|(one, two)| one.body != two.body || one.chart != two.chart);
    different.next().map(|(one, _)| one.name.clone())
}

#[test]
fn mistakes_in_sheets_charts_and_lists_are_refused() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let mut paths: Vec<PathBuf> = vec![own.join("allen-bradley/Bottling.L5X")];
    for path in super::samples::paths() {
        let files = std::fs::read_dir(&path).into_iter().flatten().flatten().map(|it| it.path());
        paths.extend(files.filter(|it| it.extension().is_some_and(|it| it == "awl")));
        paths.extend(path.extension().is_some_and(|it| it == "L5X").then_some(path));
    }
    let mut scores: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for path in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let of = |text: &str| {
            let source = Source::of_bytes(name.clone(), text.as_bytes().to_vec()).ok()?;
            tagbridge_project::read(&source).ok()
        };
        let all = mutants(&path, &text);
        let Some(project) = of(&text).filter(|_| !all.is_empty()) else { continue };
        let index = Index::build(&project);
        let every = all.len().div_ceil(40);
        for (unit, mistake, place, with) in all.into_iter().step_by(every.max(1)) {
            let mut changed = text.clone();
            changed.replace_range(place, &with);
            let Some(after) = of(&changed) else { continue };
            let Some(routine) = different(&project, &after) else { continue };
            let index_after = Index::build(&after);
            let (old, new) = (Logic::new(&project, &index), Logic::new(&after, &index_after));
            let found = check_change(old, new, Allowed::All);
            let is_there = found.iter().filter(|it| it.is_error()).any(|it| match &it.place {
                DiagnosticPlace::Code { citation, .. } => citation.path.contains(&routine),
                _ => false,
            });
            let score = scores.entry((unit, mistake)).or_default();
            score.0 += 1;
            score.1 += usize::from(is_there);
            if !is_there {
                missed.push(format!("{name} {routine}: {mistake}: {with}: {found:?}"));
            }
        }
    }
    for ((unit, mistake), (made, refused)) in &scores {
        eprintln!("{unit}, {mistake}: {refused} of {made}");
    }
    let made: usize = scores.values().map(|it| it.0).sum();
    eprintln!("{} of {made}", made - missed.len());
    assert!(missed.len() * 50 <= made, "{}", missed.join("\n"));
}

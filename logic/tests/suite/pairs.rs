//! The same project in two formats has the same cross-reference.

use std::collections::BTreeMap;

use tagbridge_logic::{Index, Operand, UseMode};
use tagbridge_project::{Body, Language, Project, Source};

use crate::samples;

/// The compared properties of an occurrence: path, unit, mode, instruction, operand.
type Entry = (String, String, String, String, String);

/// The number of each occurrence, in routines of both projects.
fn entries(project: &Project, with: &Project) -> BTreeMap<Entry, i64> {
    let index = Index::build(project);
    let mut all = BTreeMap::new();
    for (id, unit) in index.units() {
        let routine = &project.routines[unit.routine.index()];
        let twin = with.routines.iter().find(|it| it.name.eq_ignore_ascii_case(&routine.name));
        // A block in only one of the two projects cannot be compared.
        if twin.is_none_or(|twin| twin.body == Body::Absent || twin.language != routine.language) {
            continue;
        }
        for reference in index.refs_of(id) {
            let path = index.places.text(reference.place, &index.names).to_lowercase();
            let mode = match reference.mode {
                UseMode::Read | UseMode::Address => "r",
                UseMode::Write => "w",
                UseMode::Both => "rw",
            };
            let operand = match index.operand(reference) {
                Operand::None => String::new(),
                Operand::Position(at) => at.to_string(),
                Operand::Pin(name) => index.names.text(name).to_lowercase(),
            };
            let spec = index.names.text(index.specs.name(reference.spec)).to_lowercase();
            // In SIMATIC SD, the name of a function contains its type.
            let spec = spec.strip_suffix("_real").unwrap_or(&spec).to_owned();
            let unit = format!("{} {:?}", routine.name.to_lowercase(), unit.rung);
            let path = path.chars().filter(|c| !c.is_whitespace()).collect();
            *all.entry((path, unit, mode.to_owned(), spec, operand)).or_default() += 1;
        }
    }
    all
}

fn read(path: &std::path::Path) -> Project {
    let source = Source::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    tagbridge_project::read(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Compares two forms of a project: at least `at_least` occurrences agree, and only the known ones
/// differ.
fn compare(one: &str, other: &str, languages: &[Language], at_least: i64, known: &[&str]) {
    let Some(samples) = samples::root() else { return };
    let mut projects = [one, other].map(|path| read(&samples.join(path)));
    for project in &mut projects {
        project.routines.retain(|routine| languages.contains(&routine.language));
    }
    let [one, other] = &projects;
    let (left, right) = (entries(one, other), entries(other, one));
    let agreed: i64 =
        left.iter().map(|(key, count)| (*count).min(right.get(key).copied().unwrap_or(0))).sum();
    let mut differences: Vec<String> = Vec::new();
    for (key, count) in left.iter().chain(&right) {
        let ends = (left.get(key).copied().unwrap_or(0), right.get(key).copied().unwrap_or(0));
        let shown = format!("{key:?} {ends:?}");
        let is_known = known.iter().any(|known| shown.contains(known));
        if ends.0 != ends.1 && *count > 0 && !is_known && !differences.contains(&shown) {
            differences.push(shown);
        }
    }
    assert!(differences.is_empty(), "{} differ\n{}", differences.len(), differences.join("\n"));
    assert!(agreed >= at_least, "only {agreed} agree");
}

#[test]
fn an_export_and_its_plcopen_say_the_same() {
    let folder = "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3";
    let languages = [Language::St, Language::Sfc, Language::Ld];
    compare(
        &format!("{folder}/HomeAutomation.export"),
        &format!("{folder}/HomeAutomation.xml"),
        &languages,
        2_264,
        &[],
    );
}

#[test]
fn simatic_ml_and_simatic_sd_say_the_same() {
    let languages = [Language::St, Language::Ld, Language::Fbd];
    compare(
        "siemens/czarnak_simaticml_v21/Types",
        "siemens/czarnak_simaticsd_v21/Types",
        &languages,
        55,
        &[],
    );
}

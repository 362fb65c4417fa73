//! The cross-reference of real projects, compared with an independent one.
//!
//! The samples are not part of this repository; without them, the test compares nothing and prints
//! a message.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tagbridge_code::Ladder;
use tagbridge_logic::{
    Effect, How, Index, Logic, Operand, RefId, Span, UseMode,
    expr::{Constant, Expr},
};
use tagbridge_project::{Body, Language, Project, Source, Vendor};

use crate::samples;

/// An occurrence: unit, line, mode, instruction, operand, constant.
type Entry = (String, u64, String, String, String, String);

/// The golden file of one source.
struct Golden {
    value: Value,
    units: Vec<String>,
}

fn unit_key(kind: &str, path: &str, number: Option<u64>) -> String {
    let number = number.map(|number| format!("#{number}")).unwrap_or_default();
    format!("{kind} {path}{number}").to_lowercase()
}

impl Golden {
    fn read(path: &Path) -> Self {
        let value: Value =
            serde_json::from_str(&fs::read_to_string(path).expect("a golden file")).expect("JSON");
        let units = value["units"].as_array().expect("units").iter();
        let units = units.map(|unit| {
            let text = |at: usize| unit[at].as_str().unwrap_or_default();
            unit_key(text(0), text(1), unit[2].as_u64())
        });
        let units = units.collect();
        Self { value, units }
    }

    fn language(&self, unit: &Value) -> String {
        let at = usize::try_from(unit.as_u64().expect("a number")).expect("small");
        self.value["units"][at][3].as_str().unwrap_or_default().to_owned()
    }

    /// Units of these languages.
    fn units_of(&self, languages: &[&str]) -> BTreeSet<String> {
        let units = self.value["units"].as_array().expect("units").iter().zip(&self.units);
        units
            .filter(|(unit, _)| languages.contains(&unit[3].as_str().unwrap_or_default()))
            .map(|(_, key)| key.clone())
            .collect()
    }

    fn entries(&self, languages: &[&str]) -> Vec<(String, Entry)> {
        let mut entries = Vec::new();
        for (path, found) in self.value["xref"].as_object().expect("xref") {
            for entry in found.as_array().expect("entries") {
                if !languages.contains(&self.language(&entry[0]).as_str()) {
                    continue;
                }
                let unit = usize::try_from(entry[0].as_u64().expect("a unit")).expect("small");
                let text = |at: usize| match &entry[at] {
                    Value::Null => String::new(),
                    Value::String(text) => text.to_lowercase(),
                    other => other.to_string(),
                };
                let line = entry[1].as_u64().filter(|_| !self.is_made_of_tokens());
                let line = line.unwrap_or(0);
                let entry = (self.units[unit].clone(), line, text(2), text(3), text(4), text(5));
                entries.push((normal(path), entry));
            }
        }
        entries
    }

    fn is_made_of_tokens(&self) -> bool {
        let file = self.value["file"].as_str().unwrap_or_default();
        let extension = Path::new(file).extension().and_then(|it| it.to_str());
        file.starts_with("siemens/") && extension == Some("xml")
    }

    /// The excluded entries: unit, line, and the text that names it.
    fn uncertain(&self) -> Vec<(String, u64, String)> {
        let uncertain = self.value["uncertain"].as_array().expect("uncertain").iter();
        uncertain
            .map(|it| {
                let unit = usize::try_from(it[0].as_u64().expect("a unit")).expect("small");
                let what = it[3].as_str().unwrap_or_default().to_lowercase();
                let line = it[1].as_u64().filter(|_| !self.is_made_of_tokens());
                (self.units[unit].clone(), line.unwrap_or(0), what)
            })
            .collect()
    }
}

/// A literal, if it is a decimal number; others are not compared.
fn number(literal: &str) -> String {
    let literal = &literal.replace('_', "");
    if let Some((base, digits)) = literal.split_once('#')
        && let Ok(base) = base.parse()
        && let Ok(number) = i64::from_str_radix(digits, base)
    {
        return number.to_string();
    }
    let whole = literal.parse::<i64>().map(|number| number.to_string());
    whole.or_else(|_| literal.parse::<f64>().map(|number| number.to_string())).unwrap_or_default()
}

/// Paths are compared without case, blanks, and the brackets around computed indexes.
fn normal(path: &str) -> String {
    let path = &without_arguments(path);
    let left_out = |char: &char| char.is_whitespace() || matches!(char, '(' | ')');
    path.chars().filter(|char| !left_out(char)).collect::<String>().to_lowercase()
}

/// A path without the arguments of calls in its indexes: `[arraySize(...)]`.
fn without_arguments(path: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0_usize);
    for char in path.chars() {
        let is_call = out.ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == '"');
        match char {
            '(' if depth > 0 || is_call => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ => out.push(char),
        }
    }
    out
}

/// The literal that a statement assigns.
fn assigned(statement: &str) -> String {
    let value = statement.split_once('=').map_or("", |(_, value)| value);
    number(&value.trim_end_matches(';').trim().to_lowercase())
}

/// A path without its scope, as in the code.
fn bare(path: &str) -> &str {
    let path = path.strip_prefix('?').unwrap_or(path);
    if let Some(rest) = path.strip_prefix("program:").or_else(|| path.strip_prefix("aoi:")) {
        return rest.split_once('.').map_or(rest, |(_, name)| name);
    }
    path.split_once('#').map_or(path, |(_, name)| name)
}

fn ours(logic: &Logic<'_>, units: &BTreeSet<String>, languages: &[&str]) -> Vec<(String, Entry)> {
    let index = logic.index;
    let mut entries = Vec::new();
    for (id, unit) in index.units() {
        let citation = logic.cite(id, Span::new(0, 0));
        let kind = if citation.rung.is_some() { "rung" } else { "routine" };
        let mut key = unit_key(kind, &citation.path, citation.rung.map(u64::from));
        match (logic.project.vendor, logic.project.routines[unit.routine.index()].language) {
            // In the golden files, a sequence is one network, a PLCopen ladder one routine.
            (Vendor::Siemens, Language::Sfc) => key = unit_key("rung", &citation.path, Some(1)),
            (Vendor::Codesys, Language::Ld) => key = unit_key("routine", &citation.path, None),
            _ => {}
        }
        if !units.contains(&key) {
            continue;
        }
        let mut constants = BTreeMap::new();
        let mut literals = BTreeMap::new();
        for (_, statement) in index.statements_of(id) {
            if let Effect::Assign { to, .. } = &statement.effect {
                literals.insert(*to, assigned(&logic.cite(id, statement.span).quote));
            }
            if let Effect::Assign { to, value, how: How::Store | How::Partial } = &statement.effect
                && let Expr::Const(constant) = index.exprs.get(*value)
            {
                constants.insert(*to, constant);
            }
        }
        for (at, reference) in unit.refs.clone().zip(index.refs_of(id)) {
            let line = match logic.cite(id, reference.span()).line {
                Some(line) => line_of_file(logic, unit, line),
                None => 0,
            };
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
            // Coils of PLCopen are displayed as assignments.
            let spec = if languages == ["LD"] && spec == ":=" { "coil".to_owned() } else { spec };
            // A cross-reference does not contain the activity of steps.
            if ["step", "transition"].contains(&spec.as_str()) {
                continue;
            }
            let path = normal(&index.places.text(reference.place, &index.names));
            let constant = match constants.get(&RefId(at)) {
                _ if [":=", "+="].contains(&spec.as_str()) => {
                    literals.get(&RefId(at)).cloned().unwrap_or_default()
                }
                Some(Constant::Int(number)) if spec != "clr" && spec != "res" => number.to_string(),
                Some(Constant::Real(bits)) => f64::from_bits(*bits).to_string(),
                _ => String::new(),
            };
            entries.push((path, (key.clone(), line, mode.to_owned(), spec, operand, constant)));
        }
    }
    entries
}

/// The line as in the golden files: of a source by its file, of other texts by the text. A text
/// that was created from tokens can have other blanks; its lines are not compared.
fn line_of_file(logic: &Logic<'_>, unit: &tagbridge_logic::Unit, line: u32) -> u64 {
    let origin = logic.project.routines[unit.routine.index()].origin.as_ref();
    let Some(origin) = origin.filter(|_| logic.project.vendor == Vendor::Siemens) else {
        return line.into();
    };
    let extension = Path::new(&origin.file).extension().and_then(|it| it.to_str());
    match extension.unwrap_or_default().to_lowercase().as_str() {
        "scl" => u64::from(origin.line + line - 1),
        "xml" => 0,
        // The text after `NETWORK` on its line is the first line.
        "s7dcl" => u64::from(line + 1),
        _ => line.into(),
    }
}

/// The differences between a project's cross-reference and the golden one in units of these
/// languages: missing and surplus entries.
pub(crate) fn differences(
    samples: &Path,
    golden: &Path,
    languages: &[&str],
) -> (usize, Vec<String>) {
    let golden = Golden::read(golden);
    let units = golden.units_of(languages);
    if units.is_empty() {
        return (0, Vec::new());
    }
    let project = project(samples, golden.value["file"].as_str().expect("a file"));
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let uncertain = golden.uncertain();
    let named = |(path, entry): &(String, Entry)| {
        uncertain.iter().any(|(unit, line, what)| {
            let here = *unit == entry.0 && (*line == entry.1 || *line == 0);
            here && normal(what).contains(bare(path))
        })
    };
    let mut left: BTreeMap<(String, Entry), i64> = BTreeMap::new();
    let theirs = golden.entries(languages);
    let count = theirs.len();
    for mut it in theirs {
        it.1.5 = number(&it.1.5);
        if !named(&it) {
            *left.entry(it).or_default() += 1;
        }
    }
    // For networks, the golden files do not contain the assigned constants.
    let with_constants = !languages.contains(&"LAD");
    for mut it in ours(&logic, &units, languages) {
        if !with_constants {
            it.1.5.clear();
        }
        if !named(&it) {
            *left.entry(it).or_default() -= 1;
        }
    }
    let file = golden.value["file"].as_str().unwrap_or_default();
    let differences = left.into_iter().filter(|(_, count)| *count != 0);
    let differences = differences.map(|((path, entry), count)| {
        let what = if count > 0 { "missing" } else { "extra" };
        format!("{file}: {what} {path} {entry:?}")
    });
    (count, differences.collect())
}

/// The project of a file: Siemens files in one folder belong to one project.
pub(crate) fn project(samples: &Path, file: &str) -> Project {
    let mut path = samples.join(file);
    if file.starts_with("siemens/") {
        path = samples.join(file.split('/').take(2).collect::<PathBuf>());
    }
    let source = Source::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    tagbridge_project::read(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn golden_files(samples: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(samples.join("golden/xref"))
        .expect("golden files")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files
}

/// Compares all golden files with `part` in their names.
pub(crate) fn check(languages: &[&str], part: &str, at_least: usize) {
    let Some(samples) = samples::root() else { return };
    let (mut count, mut differences) = (0, Vec::new());
    for golden in golden_files(&samples) {
        let name = golden.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(part) {
            continue;
        }
        let (compared, found) = self::differences(&samples, &golden, languages);
        count += compared;
        differences.extend(found);
    }
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences.join("\n")
    );
    assert!(count >= at_least, "only {count} were compared");
}

#[test]
fn logix_ladder_is_as_in_the_golden_files() {
    check(&["RLL"], "", 2_400);
}

/// Checks that the text outside names and operands of a rung is only punctuation.
fn has_all(ladder: &Ladder, text: &str) {
    assert!(ladder.is_whole(), "{text}");
    let mut rest = text.as_bytes().to_vec();
    for part in ladder.parts() {
        for span in std::iter::once(part.name).chain(part.operands()) {
            assert!(rest[span.range()].iter().all(|byte| *byte != 0), "{text}");
            rest[span.range()].fill(0);
        }
    }
    let is_read = |byte: &u8| b"\0[](),; \r\n\t".contains(byte);
    assert!(rest.iter().all(is_read), "{text}: {}", String::from_utf8_lossy(&rest));
}

#[test]
fn every_rung_of_the_samples_is_read_whole() {
    let Some(samples) = samples::root() else { return };
    let mut count = 0;
    for golden in golden_files(&samples) {
        let golden = Golden::read(&golden);
        if golden.units_of(&["RLL"]).is_empty() {
            continue;
        }
        let project = project(&samples, golden.value["file"].as_str().expect("a file"));
        assert_eq!(project.vendor, Vendor::AllenBradley);
        let ladder = project.routines.iter().filter(|routine| routine.language == Language::Ld);
        for routine in ladder {
            let Body::Rungs(rungs) = &routine.body else { continue };
            for rung in rungs {
                has_all(&rung.ladder(project.vendor).expect("a rung"), &rung.text);
                count += 1;
            }
        }
    }
    assert!(count >= 440, "only {count} were compared");
}

#[test]
fn s7_networks_are_as_in_the_golden_files() {
    check(&["LAD"], "", 675);
}

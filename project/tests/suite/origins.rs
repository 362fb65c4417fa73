//! Tests the places of code: the file must contain the displayed text at that place.

use std::{collections::BTreeMap, path::Path};

use tagbridge_project::{Body, Language, Routine, Source, Vendor, read};

use crate::samples::{samples, sources};

/// Words of our own notation for drawings.
const OURS: [&str; 14] = [
    "STEP",
    "INITIAL_STEP",
    "TRANSITION",
    "FROM",
    "TO",
    "BRANCH",
    "END_BRANCH",
    "JUMP",
    "LINK",
    "NOT",
    "INTERLOCK",
    "SUPERVISION",
    "PERMANENT",
    "AND",
];

/// The lines of a file.
fn lines(bytes: &[u8]) -> Vec<String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text: String = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    text.split('\n').map(str::to_owned).collect()
}

fn unescaped(line: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#xD;", ""), ("&amp;", "&")]
        .iter()
        .fold(line.to_owned(), |line, (entity, sign)| line.replace(entity, sign))
}

/// The texts of a routine's units.
fn units(routine: &Routine) -> Vec<(Option<usize>, &str)> {
    match &routine.body {
        Body::Text(text) => vec![(None, text)],
        Body::Rungs(rungs) => {
            rungs.iter().enumerate().map(|(at, rung)| (Some(at), rung.text.as_str())).collect()
        }
        _ => Vec::new(),
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// Whether the displayed code is exactly that of the file.
fn is_text(vendor: Vendor, language: Language, file: &str) -> bool {
    let is_xml = Path::new(file).extension().is_some_and(|it| it.eq_ignore_ascii_case("xml"));
    match vendor {
        Vendor::Siemens => !is_xml,
        Vendor::AllenBradley => matches!(language, Language::Ld | Language::St),
        Vendor::Codesys => language == Language::St,
    }
}

#[test]
fn every_line_that_is_shown_stands_where_its_origin_says() {
    let Some(root) = samples() else { return };
    let (mut exact, mut drawn, mut wrong) = (0, 0, Vec::new());
    for (path, _) in sources(&root) {
        let source = Source::open(&path).expect("a source");
        let project = read(&source).expect("a project");
        let files: BTreeMap<&str, Vec<String>> =
            source.files.iter().map(|file| (file.path.as_str(), lines(&file.bytes))).collect();
        for routine in &project.routines {
            for (rung, text) in units(routine) {
                let mut begin = 0;
                for line in text.split_inclusive('\n') {
                    let at = begin + line.len() - line.trim_start().len();
                    begin += line.len();
                    let line = line.trim();
                    if line.is_empty() {
                        continue;
                    }
                    let origin = routine.origin_of(rung, at).expect("a place");
                    let raw = &files[origin.file.as_str()][origin.line as usize - 1];
                    let there: String = raw.chars().skip(origin.column as usize - 1).collect();
                    let there = unescaped(&there);
                    if there.trim_end().starts_with(line) {
                        exact += 1;
                        continue;
                    }
                    let raw = unescaped(raw);
                    let says: Vec<&str> =
                        words(line).filter(|word| !OURS.contains(word)).take(4).collect();
                    let is_there = says.iter().any(|word| words(&raw).any(|it| it == *word));
                    if is_there && !is_text(project.vendor, routine.language, &origin.file) {
                        drawn += 1;
                    } else {
                        let place = format!("{} {}:{}", origin.file, origin.line, origin.column);
                        wrong.push(format!("{place} {}: `{line}` in `{raw}`", routine.name));
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {exact}+{drawn}\n{}",
        wrong.len(),
        wrong[..60.min(wrong.len())].join("\n")
    );
    assert!(exact > 7000 && drawn > 200, "only {exact} and {drawn} were compared");
}

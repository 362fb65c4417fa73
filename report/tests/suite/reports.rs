//! The reports of all samples, checked with tools of other vendors.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Body, Language as Written, Project, Rung, Vendor};
use tagbridge_report::{
    Fonts,
    pdf::{ReportDetails, ReportError, report},
};
use tagbridge_texts::Language;

use crate::{
    judges::{run, script},
    samples,
};

fn about(language: Language) -> ReportDetails<'static> {
    let made_at = "2026-11-23T10:30:00Z".parse().expect("a time");
    ReportDetails { name: None, version: Some(3), made_at, language, analysis: None }
}

pub(crate) fn made(project: &Project, language: Language) -> Vec<u8> {
    let index = Index::build(project);
    let logic = Logic { project, index: &index };
    report(logic, &about(language), &Fonts::default(), &|| false).expect("a report")
}

#[test]
fn reports_of_all_samples_are_what_other_programs_expect() {
    let folder = tempfile::tempdir().expect("a folder");
    // The reports can be kept for a person to look at.
    let kept = std::env::var_os("TAGBRIDGE_REPORTS");
    let folder = kept.as_deref().map_or(folder.path(), Path::new);
    let mut paths: Vec<(String, Project)> = Vec::new();
    for (at, (name, project)) in samples::projects().into_iter().enumerate() {
        let language = if at % 2 == 0 { Language::English } else { Language::German };
        let name: String =
            name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
        let path = folder.join(format!("{name}.{language}.pdf"));
        fs::write(&path, made(&project, language)).expect("a file");
        paths.push((path.display().to_string(), project));
    }
    let (mut rungs, mut tags) = (0, 0);
    for (path, project) in &paths {
        structure(path);
        let (of_rungs, of_tags) = words(path, project);
        rungs += of_rungs;
        tags += of_tags;
    }
    let (pages, titles, links) = bookmarks(&paths);
    let assertions = conforms(&paths);
    println!(
        "{} reports, {pages} pages, {titles} bookmarks, {links} links; {rungs} rungs and {tags} tags \
         are in them; veraPDF made {assertions} assertions",
        paths.len()
    );
}

/// qpdf: structure and streams; pdffonts: each font is embedded, as a subset.
fn structure(path: &str) {
    if let Some(said) = run(Path::new("qpdf"), &["--check", path]) {
        assert!(said.contains("No syntax or stream encoding errors found"), "{path}: {said}");
    }
    if let Some(said) = run(Path::new("pdffonts"), &[path]) {
        let fonts: Vec<&str> = said.lines().skip(2).collect();
        assert!(!fonts.is_empty(), "{path}: {said}");
        for font in fonts {
            let words: Vec<&str> = font.split_whitespace().collect();
            let embedded = &words[words.len() - 5..words.len() - 2];
            assert_eq!(embedded, ["yes", "yes", "yes"], "{path}: {font}");
        }
    }
}

/// pdftotext: the number of each rung and the name of each tag occur once. Returns the number of
/// both.
fn words(path: &str, project: &Project) -> (usize, usize) {
    let Some(text) = run(Path::new("pdftotext"), &["-raw", path, "-"]) else { return (0, 0) };
    if project.vendor == Vendor::Siemens {
        return (0, 0);
    }
    let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
    for routine in &project.routines {
        let Body::Rungs(rungs) = &routine.body else { continue };
        for rung in rungs {
            *wanted.entry(rung.number.to_string()).or_default() += 1;
        }
    }
    let words = ["Rung", "Network", "Sheet", "Element", "Strompfad", "Netzwerk", "Blatt"];
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        let mut parts = line.trim_start_matches('\u{c}').split(' ');
        if let (Some(word), Some(number)) = (parts.next(), parts.next())
            && words.contains(&word)
            && (parts.next().is_none() || number.ends_with(':'))
        {
            *found.entry(number.trim_end_matches(':').to_owned()).or_default() += 1;
        }
    }
    assert_eq!(found, wanted, "{path}");
    let dense = |text: &str| -> String { text.chars().filter(|it| !it.is_whitespace()).collect() };
    let text = dense(&text);
    for tag in &project.tags {
        assert!(text.contains(&dense(&tag.name)), "{path}: {}", tag.name);
    }
    (wanted.values().sum(), project.tags.len())
}

/// pypdf: bookmarks are exactly the chapters, programs, routines, types and blocks; each link leads
/// to a page. Returns the number of pages, bookmarks and links.
fn bookmarks(paths: &[(String, Project)]) -> (u64, usize, u64) {
    let files: Vec<&str> = paths.iter().map(|it| it.0.as_str()).collect();
    let Some(said) = script("report_outline.py", &files) else { return (0, 0, 0) };
    assert_eq!(said.lines().count(), paths.len());
    let mut all = (0, 0, 0);
    for (line, (path, project)) in said.lines().zip(paths) {
        let found: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let count = |key: &str| found[key].as_u64().expect("a number");
        assert!(count("links") > 0 && count("nowhere") == 0, "{path}: {line}");
        let titles: Vec<&str> = found["bookmarks"]
            .as_array()
            .expect("titles")
            .iter()
            .filter_map(serde_json::Value::as_str)
            .collect();
        let siemens = project.vendor == Vendor::Siemens;
        let mut expected = if siemens { 3 } else { 8 };
        let mut owners = BTreeSet::new();
        for routine in &project.routines {
            let is_text = |rung: &Rung| rung.language.unwrap_or(routine.language) == Written::St;
            let has_text = match &routine.body {
                Body::Text(_) => routine.language == Written::St,
                Body::Rungs(rungs) => rungs.iter().any(is_text),
                Body::Protected | Body::Absent => false,
            };
            let title = match siemens {
                false => format!("{} ({})", routine.name, routine.language.as_str()),
                true if has_text => routine.owner.clone(),
                true => continue,
            };
            assert!(titles.contains(&&*title), "{path}: {title} {titles:?}");
            expected += 1;
            let is_method = project.vendor == Vendor::Codesys;
            let owner = routine.owner.split('.').next().filter(|_| is_method);
            owners.insert(owner.unwrap_or(&routine.owner));
        }
        if !siemens {
            expected += owners.len() + project.data_types.len() + project.blocks.len();
        }
        assert_eq!(titles.len(), expected, "{path}: {titles:?}");
        all = (all.0 + count("pages"), all.1 + titles.len(), all.2 + count("links"));
    }
    all
}

/// veraPDF: PDF/A-2b. Returns the number of its assertions.
fn conforms(paths: &[(String, Project)]) -> usize {
    let files: Vec<String> = paths.iter().map(|(path, _)| format!("{path}:2b")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let Some(said) = script("verapdf.py", &files) else { return 0 };
    let compliant = said.lines().filter(|line| line.contains(" compliant ")).count();
    assert_eq!(compliant, paths.len(), "{said}");
    let counts =
        said.lines().filter_map(|line| line.split_once(" compliant ")?.1.split(' ').next());
    counts.filter_map(|count| count.parse::<usize>().ok()).sum()
}

#[test]
fn the_same_project_makes_the_same_bytes_and_a_stopped_report_ends() {
    let text = "<RSLogix5000Content><Controller Name=\"C\"><Programs><Program Name=\"P\" \
                MainRoutineName=\"L\"><Routines><Routine Name=\"L\" Type=\"RLL\"><RLLContent>\
                <Rung Number=\"3\"><Comment>Mühle 中</Comment><Text><![CDATA[XIC(a)OTE(b);]]></Text></Rung></RLLContent>\
                </Routine></Routines></Program></Programs></Controller></RSLogix5000Content>";
    let source = tagbridge_project::Source::of_bytes("a.L5X", text.as_bytes().to_vec());
    let project = tagbridge_project::read(&source.expect("a source")).expect("a project");
    assert_eq!(made(&project, Language::German), made(&project, Language::German));
    let index = Index::build(&project);
    let logic = Logic { project: &project, index: &index };
    let stopped = report(logic, &about(Language::English), &Fonts::default(), &|| true);
    assert!(matches!(stopped, Err(ReportError::Stopped)));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pdf");
    fs::write(&path, made(&project, Language::English)).expect("a file");
    if let Some(said) = run(Path::new("pdftotext"), &[&path.display().to_string(), "-"]) {
        assert!(said.contains("U+4E2D"), "the cover names what could not be shown: {said}");
        assert!(said.contains("Mühle"), "{said}");
    }
}

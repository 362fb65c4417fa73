//! Real project files.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use tagbridge_analysis::{Analysis, Options, analyse};
use tagbridge_api::turn::{Citation, LocationKind};
use tagbridge_logic::{Index, Logic, RoutineId};
use tagbridge_project::{Body, Project, Source};
use tagbridge_texts::Language;

pub(crate) use tagbridge_needs::samples as root;

/// All projects of the samples: a file, or a folder of Siemens sources.
pub(crate) fn projects() -> Vec<(String, Project)> {
    let Some(root) = root() else { return Vec::new() };
    let mut paths = Vec::new();
    for vendor in ["allen-bradley", "codesys"] {
        let folders = inside(&root.join(vendor));
        paths.extend(folders.iter().flat_map(|folder| inside(folder)));
    }
    paths.extend(inside(&root.join("siemens")));
    let name = |path: &Path| path.strip_prefix(&root).expect("below").display().to_string();
    let opened = paths.iter().filter_map(|path| {
        let project = tagbridge_project::read(&Source::open(path).ok()?).ok()?;
        Some((name(path), project))
    });
    opened.collect()
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// All valid citations.
fn keys(project: &Project) -> HashSet<Citation> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let mut keys = HashSet::new();
    let mut add = |location_kind, path: &str, rung| {
        keys.insert(Citation { location_kind, path: path.to_owned(), rung });
    };
    for (at, routine) in project.routines.iter().enumerate() {
        let path = logic.path(RoutineId::at(at));
        add(LocationKind::Routine, &path, None);
        if let Body::Rungs(rungs) = &routine.body {
            for rung in rungs {
                add(LocationKind::Rung, &path, Some(rung.number));
            }
        }
    }
    project.tags.iter().for_each(|it| add(LocationKind::Tag, &it.name, None));
    for block in &project.blocks {
        add(LocationKind::Definition, &block.name, None);
        add(LocationKind::DataBlock, &block.name, None);
    }
    project.data_types.iter().for_each(|it| add(LocationKind::Definition, &it.name, None));
    project.programs.iter().for_each(|it| add(LocationKind::Definition, &it.name, None));
    project.tasks.iter().for_each(|it| add(LocationKind::Definition, &it.name, None));
    keys
}

fn analysed(project: &Project) -> Analysis {
    analyse(project, &Index::build(project), &Options::default())
}

#[test]
fn each_citation_of_each_sample_is_in_it_and_the_same_file_gives_the_same() {
    let mut findings = 0;
    for (name, project) in projects() {
        let analysis = analysed(&project);
        assert!(analysis.failed_phases.is_empty(), "{name}: {:?}", analysis.failed_phases);
        let keys = keys(&project);
        let evidence = analysis.industry.evidence.iter().flat_map(|it| &it.citations);
        let sites = analysis.findings().flat_map(|it| &it.citations).chain(evidence);
        for site in sites {
            assert!(keys.contains(&site.citation), "{name}: {:?}", site.citation);
        }
        for finding in analysis.findings() {
            assert!(!finding.citations.is_empty(), "{name}: {finding:?}");
            findings += 1;
        }
        let ids: HashSet<&str> = analysis.findings().map(|it| it.id.as_str()).collect();
        assert_eq!(ids.len(), analysis.findings().count(), "{name}: an id stands twice");
        let json = |of: &Analysis| {
            serde_json::to_string(&of.results(&project, Language::English)).expect("JSON")
        };
        let text = json(&analysis);
        assert!(text.len() < 2_000_000, "{name}: {}", text.len());
        assert_eq!(text, json(&analysed(&project)), "{name}");
    }
    assert!(findings > 0 || root().is_none());
}

/// Prints the findings with their locations, for comparison with the files:
/// `TAGBRIDGE_FINDINGS=W02` or `all`.
#[test]
fn findings_can_be_printed() {
    let Ok(wanted) = std::env::var("TAGBRIDGE_FINDINGS") else { return };
    for (name, project) in projects() {
        for finding in analysed(&project).findings() {
            if wanted != "all" && !finding.rule.id.contains(&wanted) {
                continue;
            }
            let first = &finding.citations[0];
            let (rung, line) = (first.citation.rung, first.line);
            let place = rung.or(line).map_or_else(String::new, |it| format!(":{it}"));
            eprintln!(
                "{} {} {name} {}{place} {}",
                finding.rule.id,
                finding.confidence.name(),
                first.citation.path,
                finding.message
            );
        }
    }
}

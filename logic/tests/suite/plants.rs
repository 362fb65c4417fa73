//! The three projects of this repository: all of their code is understood, and the uses of tags are
//! those that a person found.

use std::{collections::BTreeSet, fs, path::Path};

use tagbridge_logic::{
    Index, Logic,
    query::{Found, Wanted},
};
use tagbridge_project::{Project, Source, read};

const PROJECTS: [&str; 3] = ["allen-bradley/Bottling.L5X", "siemens/Mixing", "codesys/Packing.xml"];

fn projects() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects")
}

fn project(path: &str) -> Project {
    read(&Source::open(&projects().join(path)).expect("a source")).expect("a project")
}

#[test]
fn all_code_is_understood() {
    for path in PROJECTS {
        let project = project(path);
        let index = Index::build(&project);
        let logic = Logic { project: &project, index: &index };
        let units = index.units().count();
        assert!(units >= 30, "{path}: {units} units");
        let quotes = index.opaque().iter().map(|it| logic.cite(it.unit, it.span).quote);
        let quotes: Vec<String> = quotes.collect();
        assert!(quotes.is_empty(), "{path}: {quotes:?}");
    }
}

#[test]
fn tags_are_used_where_a_person_found_them() {
    let text = fs::read_to_string(projects().join("expected/cross-references.txt"));
    let text = text.expect("expectations");
    let mut tags = 0;
    for entry in text.split("\n\n").skip(1) {
        let mut lines = entry.lines();
        let (path, tag) = lines.next().and_then(|it| it.split_once(' ')).expect("a tag");
        let expected: BTreeSet<String> = lines.map(|line| line.trim().to_owned()).collect();
        let project = project(path);
        let index = Index::build(&project);
        let logic = Logic { project: &project, index: &index };
        let Found::One(place) = logic.find(tag) else { panic!("{path} has no {tag}") };
        let rows = logic.uses(place, Wanted::Used).rows;
        let found: BTreeSet<String> = rows
            .iter()
            .flat_map(|row| {
                let number = row.citation.rung.map(|it| format!(":{it}")).unwrap_or_default();
                let unit = format!("{}{number}", row.citation.path);
                let read = row.mode.reads().then(|| format!("{unit} read"));
                read.into_iter().chain(row.mode.writes().then(|| format!("{unit} written")))
            })
            .collect();
        assert_eq!(found, expected, "{path} {tag}");
        tags += 1;
    }
    assert_eq!(tags, 13);
}

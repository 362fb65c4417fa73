//! Real project files with a single change: the diff reports exactly this change.

mod make;

use std::collections::BTreeMap;

use tagbridge_diff::{ChangeKind, Diff, diff};
use tagbridge_logic::Index;
use tagbridge_project::{Project, Source, read};

use self::make::{Edit, Text};
use crate::{random::Random, samples};

struct Version {
    project: Project,
    index: Index,
}

impl Version {
    fn of(name: &str, text: &str) -> Self {
        let source = Source::of_bytes(name, text.as_bytes().to_vec()).expect("a source");
        let project = read(&source).expect("a project");
        let index = Index::build(&project);
        Self { project, index }
    }

    fn diff(&self, new: &Self) -> Diff {
        diff((&self.project, &self.index), (&new.project, &new.index))
    }
}

/// Files with code, as text.
fn files() -> Vec<(String, String)> {
    let Some(root) = samples::root() else { return Vec::new() };
    let mut files = Vec::new();
    for path in samples::below(&root) {
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if ["L5X", "scl"].contains(&extension) {
            let bytes = std::fs::read(&path).expect("a sample");
            let text = String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned();
            files.push((name, text));
        }
    }
    files
}

/// 250 edits per seed.
#[test]
fn one_edit_is_named_exactly() {
    check(7);
}

#[test]
fn one_more_edit_is_named_exactly() {
    check(8);
}

fn check(seed: u64) {
    let files = files();
    if files.is_empty() {
        return;
    }
    let versions: BTreeMap<&str, Version> =
        files.iter().map(|(name, text)| (text.as_str(), Version::of(name, text))).collect();
    let mut random = Random(seed);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut done = 0;
    while done < 250 {
        let (name, text) = &files[random.below(files.len())];
        let edit = Edit::ALL[done % Edit::ALL.len()];
        let Some(made) = Text::new(text).edit(edit, &mut random) else { continue };
        let new = Version::of(name, &made.text);
        let found = versions[text.as_str()].diff(&new);
        let [change] = &found.changes[..] else {
            panic!("{name}: {edit:?} {}:\n{:#?}", made.what, found.changes)
        };
        assert!(made.kinds.contains(&change.kind), "{name}: {edit:?} {}: {change:?}", made.what);
        for said in &made.says {
            let text = [Some(&change.subject), change.from.as_ref(), change.to.as_ref()];
            let text: Vec<String> =
                text.into_iter().flatten().map(|it| it.to_lowercase()).collect();
            assert!(
                text.iter().any(|it| squeezed(it).contains(&squeezed(&said.to_lowercase()))),
                "{name}: {edit:?} {} says {change:?}, not {said}",
                made.what
            );
        }
        if let Some(rung) = made.rung {
            let spot = change.after.or(change.before).expect("a spot");
            assert_eq!(spot.rung, Some(rung), "{name}: {edit:?} {}: {change:?}", made.what);
        }
        *counts.entry(edit.name()).or_default() += 1;
        done += 1;
    }
    assert_eq!(counts.len(), Edit::ALL.len(), "every kind of edit was made: {counts:?}");
}

#[test]
fn an_edit_that_means_nothing_is_no_change() {
    let files = files();
    if files.is_empty() {
        return;
    }
    let mut random = Random(11);
    let mut done = 0;
    while done < 100 {
        let (name, text) = &files[random.below(files.len())];
        let Some(made) = Text::new(text).idle(&mut random) else { continue };
        let found = Version::of(name, text).diff(&Version::of(name, &made.text));
        assert_eq!(found.changes, [], "{name}: {}", made.what);
        done += 1;
    }
}

#[test]
fn a_version_is_the_same_as_itself_and_not_as_another_project() {
    let files = files();
    let versions: Vec<Version> = files.iter().map(|(name, text)| Version::of(name, text)).collect();
    for version in &versions {
        assert_eq!(version.diff(version), Diff::default());
    }
    for pair in versions.windows(2) {
        let found = pair[0].diff(&pair[1]);
        let kinds: Vec<ChangeKind> = found.changes.iter().map(|it| it.kind).collect();
        assert!(!kinds.is_empty(), "two different files");
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

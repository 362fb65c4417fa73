//! Questions about the sample projects: the thing that is meant is among the first names.

use std::{collections::BTreeMap, fs, path::Path};

use tagbridge_logic::{Index, Logic};
use tagbridge_meaning::{Lexicon, weighed};
use tagbridge_project::Source;

/// Minimum share of questions with a target among the first three names. The weights are trained with
/// these questions, too: this only finds mistakes.
const SHARE_MIN: usize = 60;

#[test]
fn the_thing_that_is_meant_is_among_the_first_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = fs::read_to_string(root.join("interpret/tests/meant.tsv")).expect("a list");
    let mut known: BTreeMap<&str, Lexicon> = BTreeMap::new();
    let (mut all, mut right, mut missed) = (0, 0, Vec::new());
    for line in list.lines().skip(1) {
        let [id, project, _, question, _, targets, _] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("too few columns: {line}");
        };
        let lexicon = known.entry(project).or_insert_with(|| {
            let source = Source::open(&root.join(project)).expect("a project");
            let read = tagbridge_project::read(&source).expect("a project");
            let index = Index::build(&read);
            Lexicon::of(Logic::new(&read, &index))
        });
        let plain = |name: &str| name.replace('"', "");
        let is_target = |name: &str| {
            targets.split('|').any(|it| {
                plain(name) == plain(it) || plain(name).ends_with(&format!("/{}", plain(it)))
            })
        };
        let first = lexicon.likely(&weighed(question)).into_iter().take(3);
        all += 1;
        match first.map(|it| it.name).collect::<Vec<_>>() {
            names if names.iter().any(|it| is_target(it)) => right += 1,
            names => missed.push(format!("{id} {targets}: {}", names.join(", "))),
        }
    }
    assert!(100 * right >= SHARE_MIN * all, "{right} of {all}\n{}", missed.join("\n"));
}

//! Questions about the three projects of this repository, with the locations that a person found.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;
use tagbridge_interpret::{Before, Facts, Given, answer, understand};

use crate::{
    questions::{cited, expected},
    samples,
};

#[test]
fn answers_cite_the_places_that_a_person_found() {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let text = fs::read_to_string(projects.join("expected/questions.jsonl")).expect("questions");
    let mut known: BTreeMap<String, Facts> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let question: Value = serde_json::from_str(line).expect("JSON");
        let file = question["file"].as_str().expect("a file");
        let facts =
            known.entry(file.to_owned()).or_insert_with(|| samples::open(&projects.join(file)));
        let words = question["question"].as_str().expect("a question");
        let asked = understand(facts, words, &Before::default());
        let outcome = answer(facts, &asked, &Given::default());
        let (must, found) = (expected(&question), cited(&outcome));
        if must != found {
            wrong.push(format!("{words}: {must:?} expected, {found:?} cited: {outcome:?}"));
        }
    }
    assert_eq!(text.lines().count(), 20);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! Questions about the three projects of this repository, with the locations that a person found.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;
use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{
    Before, Facts, Given, Sample, Scalar, Snapshot, Values, answer, understand,
};

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

/// What is said of a question, with these bits as the values of now.
fn said(facts: &Facts, question: &str, bits: &[(&str, bool)]) -> String {
    let asked = understand(facts, question, &Before::default());
    let mut now = Snapshot::new(7);
    for (name, is_on) in bits {
        now.insert(name, Sample::Good(Scalar::Bool(*is_on)));
    }
    let values = (!bits.is_empty()).then(|| Values { live: true, now, ..Values::default() });
    match answer(facts, &asked, &Given { values, ..Given::default() }) {
        Outcome::Answer { answer, .. } => answer,
        Outcome::NeedsInput { questions } => format!("which: {}", questions[0].options.join(", ")),
        other => panic!("{question}: {other:?}"),
    }
}

#[test]
fn a_question_that_names_nothing_is_about_the_main_outputs() {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let line = samples::open(&projects.join("allen-bradley/Bottling.L5X"));
    for question in ["why does the line stand", "why is it not running", "wieso steht die Linie"] {
        let answer = said(&line, question, &[]);
        assert!(answer.contains("Line_Running"), "{question}: {answer}");
    }
    let off = said(&line, "why does the line stand", &[("Line_Running", false)]);
    assert!(off.contains("Line_Running is off"), "{off}");
    let on = [("Line_Running", true), ("Line_Run", true), ("Fault_Stop", true)];
    let wrong = said(&line, "is anything wrong", &on);
    assert!(wrong.contains("Fault_Stop") && wrong.contains("not known"), "{wrong}");
    let code = said(&line, "is anything wrong", &[]);
    assert!(code.contains("current values are not available"), "{code}");
    let tanks = samples::open(&projects.join("siemens/Mixing"));
    let answer = said(&tanks, "wieso steht die Anlage", &[]);
    assert!(answer.contains("Plant_Run"), "{answer}");
}

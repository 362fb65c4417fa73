//! Prints the answers to a list of questions, for a person who judges them against the files.

use std::{collections::BTreeMap, fs, path::Path};

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, understand};

use crate::samples;

/// The list is a table with the columns `id`, `project` and `question`; a project is a path: its own,
/// in `tests/projects`, or among the samples.
#[test]
#[ignore = "prints the answers to the list that TAGBRIDGE_QUESTIONS names"]
fn questions_of_a_list_are_answered() {
    let list = std::env::var_os("TAGBRIDGE_QUESTIONS").expect("TAGBRIDGE_QUESTIONS");
    let text = fs::read_to_string(list).expect("a list");
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let column = |name: &str| head.iter().position(|it| it.starts_with(name)).expect("a column");
    let [id, project, question] = ["id", "project", "question"].map(column);
    let mut known: BTreeMap<String, Facts> = BTreeMap::new();
    let mut count = 0;
    for line in lines {
        let facts = known.entry(line[project].to_owned()).or_insert_with(|| open(line[project]));
        let asked = understand(facts, line[question], &Before::default());
        let outcome = answer(facts, &asked, &Given::default());
        count += 1;
        println!("\n== {} · {} · {}", line[id], line[project], line[question]);
        println!("   {:?}", asked.queries);
        match outcome {
            Outcome::Answer { answer, .. } => println!("{answer}"),
            Outcome::NeedsInput { questions } => {
                let asks = |it: &tagbridge_api::turn::Question| {
                    format!("{} {}", it.question, it.options.join(" | "))
                };
                println!("? {}", questions.iter().map(asks).collect::<Vec<_>>().join("\n"));
            }
            Outcome::Unresolved { reason } => println!("! {reason}"),
            other => println!("{other:?}"),
        }
    }
    assert!(count > 0, "the list is empty");
}

fn open(project: &str) -> Facts {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let own = projects.join(project);
    if own.exists() {
        return samples::open(&own);
    }
    samples::facts(&samples::root().expect("the samples"), project)
}

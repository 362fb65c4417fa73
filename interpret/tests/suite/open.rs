//! Questions in a technician's words about real projects, written before the parser existed: the
//! number that become the query and the name that their author meant.

use std::{collections::BTreeMap, fs, path::Path};

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, query::Query, understand};

use super::samples;

/// The minimum share of right answers.
const RIGHT_MIN: f64 = 0.60;

#[test]
fn open_questions_become_what_their_author_meant() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let samples_root = samples::root();
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/open.tsv"));
    let mut known: BTreeMap<String, Facts> = BTreeMap::new();
    let mut counts: BTreeMap<(String, String), (u32, u32)> = BTreeMap::new();
    let (mut right, mut all) = (0, 0);
    for line in text.expect("questions").lines().filter(|it| !it.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, language, kind, part, question] = fields[..] else { panic!("{line}") };
        let facts = match (file.strip_prefix("projects/"), &samples_root) {
            (Some(file), _) => {
                known.entry(file.to_owned()).or_insert_with(|| samples::open(&own.join(file)))
            }
            (None, Some(root)) => {
                known.entry(file.to_owned()).or_insert_with(|| samples::facts(root, file))
            }
            (None, None) => continue,
        };
        let asked = understand(facts, question, &Before::default());
        let outcome = answer(facts, &asked, &Given::default());
        let found = match asked.queries.first() {
            Some(query) => {
                let family = match query.kind() {
                    "why_now" | "why_then" => "why",
                    kind => kind,
                };
                (family.to_owned(), described(query))
            }
            None if asked.is_change() => ("change".to_owned(), String::new()),
            None => ("asked back".to_owned(), format!("{outcome:?}")),
        };
        let is_named = kind == "change"
            || matches!(kind, "inventory" | "findings" | "text")
            || found.1.to_lowercase().contains(&part.to_lowercase());
        let is_right = found.0 == kind && is_named;
        let vendor = file.trim_start_matches("projects/").split('/').next().unwrap_or_default();
        for key in [("vendor", vendor), ("language", language), ("kind", kind)] {
            let count = counts.entry((key.0.to_owned(), key.1.to_owned())).or_default();
            *count = (count.0 + u32::from(is_right), count.1 + 1);
        }
        right += u32::from(is_right);
        all += 1;
        let mark = if is_right { "+" } else { "-" };
        let said = match &outcome {
            Outcome::Answer { answer, .. } => answer.lines().next().unwrap_or_default().to_owned(),
            other => format!("{other:?}"),
        };
        eprintln!("{mark} {kind} {part}: {question}\n    {found:?}\n    {said}");
    }
    for ((what, of), (right, all)) in &counts {
        eprintln!("{what} {of}: {right} of {all}");
    }
    eprintln!("{right} of {all}");
    assert!(f64::from(right) >= f64::from(all) * RIGHT_MIN, "{right} of {all}");
}

fn described(query: &Query) -> String {
    format!("{query:?}")
}

//! Questions about real projects in people's words, with the exact sets of locations that an answer
//! must cite.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

use serde_json::Value;
use tagbridge_api::turn::{LocationKind, Outcome};
use tagbridge_interpret::{Before, Facts, Given, answer, understand};

use super::{german::german, samples};

pub(crate) type Cited = BTreeSet<(String, String, Option<u64>)>;

pub(crate) fn expected(question: &Value) -> Cited {
    let expected = question["expected"].as_array().expect("a list").iter();
    expected
        .map(|it| {
            let text = |at: usize| it[at].as_str().unwrap_or_default();
            (text(0).to_owned(), text(1).to_lowercase(), it[2].as_u64())
        })
        .collect()
}

pub(crate) fn cited(outcome: &Outcome) -> Cited {
    let Outcome::Answer { citations, .. } = outcome else { return Cited::new() };
    citations
        .iter()
        .map(|it| {
            let kind = match it.location_kind {
                LocationKind::Rung => "rung",
                LocationKind::Routine => "routine",
                _ => "other",
            };
            (kind.to_owned(), it.path.to_lowercase(), it.rung.map(u64::from))
        })
        .collect()
}

/// Checks that an outcome is the expected one; otherwise returns the difference.
fn judge(question: &Value, outcome: &Outcome) -> Result<(), String> {
    let must = question["outcome"].as_str().expect("an outcome");
    if outcome.status() != must {
        return Err(format!("{must} expected: {outcome:?}"));
    }
    match outcome {
        Outcome::NeedsInput { questions } => {
            let options: BTreeSet<String> =
                questions[0].options.iter().map(|it| it.to_lowercase()).collect();
            let expected: BTreeSet<String> = question["options"]
                .as_array()
                .expect("options")
                .iter()
                .map(|it| it.as_str().expect("a text").to_lowercase())
                .collect();
            if options == expected { Ok(()) } else { Err(format!("{options:?}")) }
        }
        Outcome::Unresolved { reason } if reason.contains("/generate") => Ok(()),
        Outcome::Unresolved { reason } => Err(reason.clone()),
        Outcome::Plan { .. } | Outcome::Code { .. } => Err("a change".to_owned()),
        Outcome::Answer { .. } => {
            let (must, cited) = (expected(question), cited(outcome));
            if must == cited {
                return Ok(());
            }
            let missing: Vec<_> = must.difference(&cited).collect();
            let extra: Vec<_> = cited.difference(&must).collect();
            Err(format!("missing {missing:?}, extra {extra:?}"))
        }
    }
}

/// Number of questions, and of exact answers, by intent and vendor.
type Table = BTreeMap<(String, String), (usize, usize)>;

fn table(table: &Table) -> String {
    let mut text = String::new();
    for ((intent, vendor), (asked, right)) in table {
        let _ = writeln!(text, "{intent:<12} {vendor:<14} {right:>3} of {asked:>3}");
    }
    let asked: usize = table.values().map(|it| it.0).sum();
    let right: usize = table.values().map(|it| it.1).sum();
    let _ = writeln!(text, "{right} of {asked}");
    text
}

#[expect(clippy::print_stderr, reason = "the table is what the test is for")]
fn ask_all(translate: impl Fn(&str) -> String) {
    let Some(samples) = samples::root() else { return };
    let text = fs::read_to_string(samples.join("golden/questions.jsonl")).expect("questions");
    let mut known: BTreeMap<String, Facts> = BTreeMap::new();
    let (mut counts, mut wrong) = (Table::new(), Vec::new());
    for line in text.lines() {
        let question: Value = serde_json::from_str(line).expect("JSON");
        let file = question["file"].as_str().expect("a file");
        let facts = known.entry(file.to_owned()).or_insert_with(|| samples::facts(&samples, file));
        let words = translate(question["question"].as_str().expect("a question"));
        let asked = understand(facts, &words, &Before::default());
        let outcome = answer(facts, &asked, &Given::default());
        let intent = match question["outcome"].as_str() {
            Some("needs_input") => "ambiguous",
            _ => question["intent"].as_str().expect("an intent"),
        };
        let vendor = file.split('/').next().unwrap_or_default();
        let count = counts.entry((intent.to_owned(), vendor.to_owned())).or_default();
        count.0 += 1;
        match judge(&question, &outcome) {
            Ok(()) => count.1 += 1,
            Err(why) => wrong
                .push(format!("{} {intent} {words} ({:?}): {why}", question["id"], asked.queries)),
        }
    }
    eprintln!("{}{}", table(&counts), wrong.join("\n"));
    let all = |only: &str, of: fn(&(usize, usize)) -> usize| -> usize {
        counts
            .iter()
            .filter(|(key, _)| only.is_empty() || key.0 == only)
            .map(|(_, it)| of(it))
            .sum()
    };
    let (asked, right) = (all("", |it| it.0), all("", |it| it.1));
    assert!(asked >= 250, "only {asked} were asked");
    assert!(right * 100 >= asked * 98, "{right} of {asked}\n{}", wrong.join("\n"));
    for exact in ["ambiguous", "change"] {
        assert_eq!(all(exact, |it| it.0), all(exact, |it| it.1), "{}", wrong.join("\n"));
    }
}

#[test]
fn golden_questions_are_answered_with_exact_citations() {
    ask_all(str::to_owned);
}

#[test]
fn they_are_in_german_too() {
    ask_all(german);
}

//! Questions about real projects, with the exact sets of places that an answer must cite.

use std::{collections::BTreeSet, fs};

use serde_json::Value;
use tagbridge_logic::{
    Citation, How, Index, LocationKind, Logic, Reason, Span,
    query::{Found, Turned, Wanted},
};
use tagbridge_project::Project;

use super::{golden::project, samples};

/// Questions whose expected places are not what the manufacturer's manual says, with what we cite
/// more, and why.
const DISPUTED: [(&str, (&str, &str, u64), &str); 1] = [(
    "q165",
    ("rung", "mainprogram/fbd", 1),
    "1756-PM009, Choose the elements: an output reference sends its value to the tag each time the \
     routine runs, and this one (SimpleBool BAND BNOT SimpleBool) sends FALSE; the cross reference \
     has it as a write, the question knows ladder alone",
)];

type Cited = BTreeSet<(String, String, Option<u64>)>;

fn cited<'a>(citations: impl Iterator<Item = &'a Citation>) -> Cited {
    citations
        .map(|citation| {
            let kind = match citation.kind {
                LocationKind::Rung => "rung",
                LocationKind::Routine => "routine",
            };
            (kind.to_owned(), citation.path.to_lowercase(), citation.rung.map(u64::from))
        })
        .collect()
}

fn expected(question: &Value) -> Cited {
    let expected = question["expected"].as_array().expect("a list").iter();
    expected
        .map(|it| {
            let text = |at: usize| it[at].as_str().unwrap_or_default();
            (text(0).to_owned(), text(1).to_lowercase(), it[2].as_u64())
        })
        .collect()
}

/// What is cited for a question, or why nothing is.
fn ask(logic: &Logic<'_>, intent: &str, subject: &str) -> Result<Cited, String> {
    let place = || match logic.find(subject) {
        Found::One(place) => Ok(place),
        Found::Several(places) => Err(format!(
            "several: {:?}",
            places.iter().map(|it| logic.place(*it)).collect::<Vec<_>>()
        )),
        Found::None => Err("no such place".to_owned()),
    };
    let uses = |wanted| {
        let answer = logic.uses(place()?, wanted);
        Ok(cited(answer.rows.iter().map(|row| &row.citation)))
    };
    let turned = |wanted, only: Option<How>| {
        let answer = logic.turned(place()?, wanted);
        let rows = answer.rows.iter().filter(|row| !row.bound);
        let rows = rows.filter(|row| only.is_none_or(|how| row.how == Some(how)));
        Ok(cited(rows.map(|row| &row.citation)))
    };
    match intent {
        "used" => uses(Wanted::Used),
        "read" => uses(Wanted::Read),
        "written" => uses(Wanted::Written),
        "turns_on" => turned(Turned::On, None),
        "turns_off" => turned(Turned::Off, None),
        "latched" => turned(Turned::On, Some(How::Latch)),
        "unlatched" => turned(Turned::Off, Some(How::Unlatch)),
        "called" => {
            let answer = logic.callers(subject);
            Ok(cited(answer.rows.iter().map(|row| &row.citation)))
        }
        "explain" => match logic.find_unit(subject) {
            Found::One(unit) => Ok(cited([logic.cite(unit, Span::new(0, 0))].iter())),
            found => Err(format!("{found:?}")),
        },
        other => Err(format!("an intent that nobody knows: {other}")),
    }
}

fn differences(vendor: &str) -> Option<(usize, Vec<String>)> {
    let samples = samples::root()?;
    let text = fs::read_to_string(samples.join("golden/questions.jsonl")).expect("questions");
    let mut known: Option<(String, Project, Index)> = None;
    let (mut count, mut differences) = (0, Vec::new());
    for line in text.lines() {
        let question: Value = serde_json::from_str(line).expect("JSON");
        let file = question["file"].as_str().expect("a file");
        let outcome = question["outcome"].as_str().expect("an outcome");
        if !file.starts_with(vendor) || outcome == "unresolved" {
            continue;
        }
        if known.as_ref().is_none_or(|(other, ..)| other != file) {
            let project = project(&samples, file);
            let index = Index::build(&project);
            known = Some((file.to_owned(), project, index));
        }
        let Some((_, project, index)) = &known else { continue };
        let logic = Logic::new(project, index);
        // Languages of the file that are not read cannot be asked about.
        if index.opaque().iter().any(|opaque| opaque.reason == Reason::Language) {
            continue;
        }
        count += 1;
        let id = &question["id"];
        if outcome == "needs_input" {
            let name = question["question"].as_str().expect("a question");
            let name = name.trim_end_matches(['?', '.']);
            let options: BTreeSet<String> = question["options"]
                .as_array()
                .expect("options")
                .iter()
                .map(|option| option.as_str().expect("a text").to_lowercase())
                .collect();
            // The name is among the question's words.
            let asked = name.split_whitespace().any(|word| match logic.find(word) {
                Found::Several(places) => {
                    places.iter().map(|it| logic.place(*it).to_lowercase()).collect::<BTreeSet<_>>()
                        == options
                }
                _ => false,
            });
            if !asked {
                differences.push(format!("{id} {name}: does not ask back {options:?}"));
            }
            continue;
        }
        let intent = question["intent"].as_str().expect("an intent");
        let subject = question["subject"].as_str().expect("a subject");
        let mut expected = expected(&question);
        let disputed = DISPUTED.iter().filter(|(disputed, ..)| id == disputed);
        expected.extend(disputed.map(|(_, (kind, path, rung), _)| {
            ((*kind).to_owned(), (*path).to_owned(), Some(*rung))
        }));
        match ask(&logic, intent, subject) {
            Ok(cited) if cited == expected => {}
            Ok(cited) => differences.push(format!(
                "{id} {intent} {subject}: missing {:?}, extra {:?}",
                expected.difference(&cited).collect::<Vec<_>>(),
                cited.difference(&expected).collect::<Vec<_>>()
            )),
            Err(why) => differences.push(format!("{id} {intent} {subject}: {why}")),
        }
    }
    Some((count, differences))
}

#[test]
fn questions_about_logix_cite_exactly_what_they_must() {
    let Some((count, differences)) = differences("allen-bradley/") else { return };
    assert!(count >= 25, "only {count} were asked");
    assert!(differences.is_empty(), "{} of {count}\n{}", differences.len(), differences.join("\n"));
}

//! Questions about real projects, with the exact sets of locations that an answer must cite.

use std::{collections::BTreeSet, fs};

use serde_json::Value;
use tagbridge_logic::{
    Citation, How, Index, LocationKind, Logic, OpaqueReason, Span,
    query::{Found, Turned, Wanted},
};
use tagbridge_project::Project;

use super::{golden::project, samples};

/// Questions with a disputed answer in the golden file, and why ours is right:
///
/// - q116: the golden file treats `p^` as an independent place. Reading the target of a pointer
///   needs the pointer's value (IEC 61131-3 §6.4.4.10, dereferencing), so those lines use the
///   pointer, too.
/// - q165: an output reference sends its value to its tag each time the routine runs: the input
///   references of that tag read it in the next scan (1756-PM009E-EN-P, page 13, data latching).
///   This one (`SimpleBool BAND BNOT SimpleBool`) sends FALSE; the golden cross-reference has it as
///   a write, the question only knows ladder.
/// - q181: it counts a write of the preset of a timer (`timer.PT := …`) as turning the timer off. A
///   timer is not a bit (IEC 61131-3 §6.6.3.5.5): it cannot be turned off.
const DISPUTED: [&str; 3] = ["q116", "q165", "q181"];

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

/// The citations for a question, or the reason why there are none.
fn ask(logic: &Logic<'_>, intent: &str, subject: &str) -> Result<Cited, String> {
    let place = || match logic.find(subject) {
        Found::One(place) => Ok(place),
        Found::Several(places) => Err(format!(
            "several: {:?}",
            places.iter().map(|it| logic.place(*it)).collect::<Vec<_>>()
        )),
        Found::Unused(_) | Found::None => Err("no such place".to_owned()),
    };
    let uses = |wanted| {
        let answer = logic.uses(place()?, wanted);
        // The questions do not expect uncertain writes.
        let sure = answer.rows.iter().filter(|row| wanted != Wanted::Written || !row.may_write);
        Ok(cited(sure.map(|row| &row.citation)))
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
        other => Err(format!("an unknown intent: {other}")),
    }
}

/// Whether an answer cites a unit in an unsupported language.
fn names_unread(logic: &Logic<'_>, expected: &Cited) -> bool {
    let unread = logic.index.opaque().iter().filter(|it| it.reason == OpaqueReason::Language);
    let unread: Cited =
        cited(unread.map(|it| logic.cite(it.unit, it.span)).collect::<Vec<_>>().iter());
    !expected.is_disjoint(&unread)
}

fn differences(vendor: &str) -> Option<(usize, Vec<String>)> {
    let samples = samples::root()?;
    let text = fs::read_to_string(samples.join("golden/questions.jsonl")).expect("questions");
    let mut known: Option<(String, Project, Index)> = None;
    let (mut count, mut differences) = (0, Vec::new());
    let (mut asked, mut disputed) = (BTreeSet::new(), BTreeSet::new());
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
        let id = question["id"].as_str().expect("an id");
        let expected = expected(&question);
        if names_unread(&logic, &expected) {
            continue;
        }
        count += 1;
        asked.insert(id.to_owned());
        if outcome == "needs_input" {
            let name = question["question"].as_str().expect("a question");
            let name = name.trim_end_matches(['?', '.']);
            let options: BTreeSet<String> = question["options"]
                .as_array()
                .expect("options")
                .iter()
                .map(|option| option.as_str().expect("a text").to_lowercase())
                .collect();
            // The question contains the name.
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
        match ask(&logic, intent, subject) {
            Ok(cited) if cited == expected => {}
            _ if DISPUTED.contains(&id) => {
                disputed.insert(id.to_owned());
            }
            Ok(cited) => differences.push(format!(
                "{id} {intent} {subject}: missing {:?}, extra {:?}",
                expected.difference(&cited).collect::<Vec<_>>(),
                cited.difference(&expected).collect::<Vec<_>>()
            )),
            Err(why) => differences.push(format!("{id} {intent} {subject}: {why}")),
        }
    }
    let settled = DISPUTED.iter().filter(|id| asked.contains(**id) && !disputed.contains(**id));
    differences.extend(settled.map(|id| format!("{id}: no dispute any more")));
    Some((count, differences))
}

#[test]
fn questions_about_logix_cite_exactly_what_they_must() {
    check("allen-bradley/", 80);
}

#[test]
fn questions_about_s7_cite_exactly_what_they_must() {
    check("siemens/", 70);
}

#[test]
fn questions_about_codesys_cite_exactly_what_they_must() {
    check("codesys/", 70);
}

fn check(vendor: &str, least: usize) {
    let Some((count, differences)) = differences(vendor) else { return };
    assert!(count >= least, "only {count} were asked");
    assert!(differences.is_empty(), "{} of {count}\n{}", differences.len(), differences.join("\n"));
}

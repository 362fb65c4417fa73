//! Change requests as engineers type them, on seven forms of a small plant: the expected result is
//! compared with the executed new code.

use std::{collections::BTreeMap, fmt::Write as _};

use tagbridge_logic::{Index, Logic, PlaceId, UnitId, expr::Scalar, query::Found};
use tagbridge_project::spelling::plain;
use tagbridge_propose::{Planned, Proposed};
use tagbridge_scan::{Machine, with_presets};

use crate::ready::Ready;

/// A request in the list.
struct Typed {
    kind: String,
    expected: String,
    held: bool,
    prompt: String,
}

fn all() -> Vec<Typed> {
    let (mut kind, mut expected, mut found) = (String::new(), String::new(), Vec::new());
    for line in include_str!("../requests/typed.txt").lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if let Some((name, rest)) = line.strip_prefix('[').and_then(|it| it.split_once(']')) {
            (kind, expected) = (name.to_owned(), rest.trim().to_owned());
            continue;
        }
        let (head, prompt) = line.split_once(": ").expect("a sentence");
        let (kind, expected, prompt) = (kind.clone(), expected.clone(), prompt.to_owned());
        found.push(Typed { kind, expected, held: head.contains("held"), prompt });
    }
    found
}

/// The plant, and the rung of its horn as in the editor.
fn plants() -> Vec<(&'static str, Ready, &'static str)> {
    let lad = [
        ("Pumps.xml", include_str!("../plants/pumps/lad/Pumps.xml")),
        ("Tags.xml", include_str!("../plants/pumps/lad/Tags.xml")),
    ];
    let ladder = include_str!("../plants/pumps/ladder.export");
    vec![
        ("RLL", Ready::of_texts(&[("p.L5X", include_str!("../plants/pumps/pumps.L5X"))]), "3"),
        ("LAD", Ready::of_texts(&lad), "4"),
        ("SCL", Ready::of_texts(&[("p.scl", include_str!("../plants/pumps/scl/Pumps.scl"))]), ""),
        ("LD", Ready::of_texts(&[("p.export", ladder)]), "4"),
        ("ST", Ready::of_texts(&[("t.export", include_str!("../plants/pumps/text.export"))]), ""),
        (
            "PLCopen LD",
            Ready::of_texts(&[("p.xml", include_str!("../plants/pumps/ladder.xml"))]),
            "4",
        ),
        ("PLCopen ST", Ready::of_texts(&[("t.xml", include_str!("../plants/pumps/text.xml"))]), ""),
    ]
}

/// The result of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Became {
    Right,
    Asked,
    Refused,
    Wrong,
}

/// The same plant as function block diagrams.
fn blocks() -> Vec<(&'static str, Ready, &'static str)> {
    let fbd = [
        ("Pumps.xml", include_str!("../plants/pumps/fbd/Pumps.xml")),
        ("Tags.xml", include_str!("../plants/pumps/lad/Tags.xml")),
    ];
    let ladder = include_str!("../plants/pumps/ladder.export");
    let shown = ladder.replace(">Ld<", ">Fbd<");
    assert_ne!(shown, ladder);
    vec![
        ("FBD", Ready::of_texts(&fbd), "4"),
        ("FBD of CODESYS", Ready::of_texts(&[("f.export", shown.as_str())]), "4"),
        (
            "PLCopen FBD",
            Ready::of_texts(&[("f.xml", include_str!("../plants/pumps/blocks.xml"))]),
            "4",
        ),
    ]
}

#[test]
fn requests_in_peoples_words_become_what_they_say() {
    served(&plants(), |_| true);
}

#[test]
fn gates_are_changed_as_contacts_are() {
    const KINDS: [&str; 12] = [
        "invert",
        "normally closed",
        "only when",
        "series contact",
        "parallel contact",
        "interlock",
        "must not",
        "bypass",
        "remove contact",
        "replace contact",
        "delete rung",
        "new rung",
    ];
    served(&blocks(), |typed| KINDS.contains(&typed.kind.as_str()));
}

/// Sends the requests of these kinds to plants, and holds what comes of them against the list.
#[track_caller]
#[expect(clippy::print_stderr, reason = "figures are printed")]
fn served(plants: &[(&'static str, Ready, &'static str)], is_meant: impl Fn(&Typed) -> bool) {
    let mut counts: BTreeMap<(&str, bool, Became), usize> = BTreeMap::new();
    let mut report = String::new();
    for (form, ready, rung) in plants {
        for typed in all().into_iter().filter(&is_meant) {
            if typed.prompt.contains('{') && rung.is_empty() {
                continue;
            }
            let prompt = typed.prompt.replace("{rung of Alarm_Horn}", rung);
            let (became, why) = judged(ready, &prompt, &typed.expected);
            *counts.entry((*form, typed.held, became)).or_default() += 1;
            if became != Became::Right {
                let held = if typed.held { "held" } else { "open" };
                writeln!(report, "{form} {held} {became:?} [{}] {prompt} -- {why}", typed.kind)
                    .expect("a text");
            }
        }
    }
    eprintln!("{report}{counts:?}");
    let sum =
        |became: Became| counts.iter().filter(|it| it.0.2 == became).map(|it| *it.1).sum::<usize>();
    let total: usize = counts.values().sum();
    assert_eq!(sum(Became::Wrong), 0, "{report}");
    assert!(sum(Became::Right) * 100 >= total * FLOOR, "{} of {total}", sum(Became::Right));
}

/// The minimum number of a hundred requests that are right on all seven forms.
const FLOOR: usize = 80;

fn judged(ready: &Ready, prompt: &str, expected: &str) -> (Became, String) {
    match ready.asked(prompt) {
        Proposed::Ready(_) if expected == "refused" => (Became::Wrong, "served".to_owned()),
        Proposed::Ready(planned) => match wrong(ready, &planned, expected) {
            None => (Became::Right, String::new()),
            Some(why) => (Became::Wrong, format!("{why} | {}", planned.plan.summary)),
        },
        Proposed::Asks(questions) => (Became::Asked, questions[0].question.clone()),
        Proposed::Refused { .. } if expected == "refused" => (Became::Right, String::new()),
        Proposed::Refused { code, reason } => (Became::Refused, format!("{code}: {reason}")),
    }
}

/// Returns `None` if the new project is as expected; otherwise the reason.
fn wrong(ready: &Ready, planned: &Planned, expected: &str) -> Option<String> {
    let index = Index::build(&planned.project);
    let logic = Logic::new(&planned.project, &index);
    let bytes = |all: &[tagbridge_project::SourceFile]| {
        all.iter().map(|it| String::from_utf8_lossy(&it.bytes).into_owned()).collect::<String>()
    };
    let (old, new) = (bytes(&ready.source.files), bytes(&planned.files));
    let words: Vec<&str> = expected.split_whitespace().collect();
    match words.as_slice() {
        [output, "=", ..] => {
            let formula = expected.split_once('=').expect("a formula").1;
            wrong_formula(logic, output, formula)
        }
        ["no", output] => {
            let writes = match logic.find(output) {
                Found::One(place) => {
                    use tagbridge_logic::query::Wanted;
                    logic.uses(place, Wanted::Written).rows.len()
                }
                _ => 0,
            };
            (writes > 0 || !new.contains("Pump_2")).then(|| format!("{writes} writes"))
        }
        ["delay", output, how, ms] => wrong_delay(logic, output, *how == "off", ms.parse().ok()?),
        ["debounce", _, ms] => (!new.contains(*ms)).then(|| "no time".to_owned()),
        ["copy", _, name] => {
            (!planned.project.routines.iter().any(|it| it.name == **name || it.owner == **name))
                .then(|| "no copy".to_owned())
        }
        ["delete", name] => new.contains(*name).then(|| "there".to_owned()),
        [_, "renamed", to] => (!new.contains(*to)).then(|| "not renamed".to_owned()),
        ["tag", names @ ..] => names
            .iter()
            .filter(|it| **it != "and")
            .any(|name| {
                old.matches(&format!("\"{name}\"")).count() > 0
                    || !(new.contains(&format!("{name} : B"))
                        || new.contains(&format!("\"{name}\""))
                        || new.contains(&format!(">{name}<")))
            })
            .then(|| "no tag".to_owned()),
        ["comment", .., _, _] => (!new.contains("Feed pump")).then(|| "no comment".to_owned()),
        ["latch", output, reset] => wrong_formula(
            logic,
            output,
            &format!("(Tank_Full OR Level_High OR {output}) AND NOT {reset}"),
        ),
        ["alarm", ..] => wrong_formula(logic, "Level_Alarm", "Level > 90"),
        ["move" | "hours" | "starter", _] => (old == new).then(|| "nothing".to_owned()),
        [_, ms, "and", "rename"] => (!new.contains("Feed_Pump") || !has_value(&old, &new, ms))
            .then(|| "not both".to_owned()),
        [_, value] => (!has_value(&old, &new, value)).then(|| "no such value".to_owned()),
        other => panic!("{other:?}"),
    }
}

/// Whether a word that only the new text has is this number, or the milliseconds of it.
fn has_value(old: &str, new: &str, value: &str) -> bool {
    let split = |text: &str| -> Vec<String> {
        text.split(|it: char| !(it.is_alphanumeric() || matches!(it, '.' | '#' | '+')))
            .map(str::to_lowercase)
            .collect()
    };
    let count = |of: &[String], word: &str| of.iter().filter(|it| *it == word).count();
    let (old, new) = (split(old), split(new));
    let wanted: f64 = value.parse().expect("a number");
    new.iter().any(|word| {
        let plain = word.trim_start_matches("time#").trim_start_matches("t#");
        let number = match plain {
            it if it.ends_with("ms") => it.trim_end_matches("ms").parse::<f64>().ok(),
            it if it.ends_with('s') => {
                it.trim_end_matches('s').parse::<f64>().ok().map(|it| it * 1000.0)
            }
            it => it.parse::<f64>().ok(),
        };
        number.is_some_and(|it| (it - wanted).abs() < 1e-6) && count(&new, word) > count(&old, word)
    })
}

fn units(logic: Logic<'_>) -> Vec<UnitId> {
    logic.index.units().map(|it| it.0).collect()
}

fn place(logic: Logic<'_>, name: &str) -> Option<PlaceId> {
    let wanted = plain(name);
    let all = logic.index.places.ids();
    let mut found: Vec<PlaceId> = all
        .filter(|it| {
            let own = plain(&logic.place(*it));
            own == wanted
                || own.ends_with(&format!(".{wanted}"))
                || own.ends_with(&format!("#{wanted}"))
        })
        .collect();
    found.sort_by_key(|it| logic.place(*it).len());
    found.first().copied()
}

/// Executes the code once with each combination of what a formula names.
pub(crate) fn wrong_formula(logic: Logic<'_>, output: &str, formula: &str) -> Option<String> {
    let mut names: Vec<&str> = formula
        .split(|it: char| !(it.is_alphanumeric() || it == '_'))
        .filter(|it| it.contains('_') || ["Level", "Permit"].contains(it))
        .collect();
    names.sort_unstable();
    names.dedup();
    let target = place(logic, output)?;
    let levels = [0_i64, 79, 81, 84, 86, 89, 91];
    for bits in 0..(1_u32 << names.len()) {
        for level in levels {
            let mut machine = Machine::new(logic, units(logic));
            let mut values = BTreeMap::new();
            for (at, name) in names.iter().enumerate() {
                let value = match *name {
                    "Level" => Scalar::Int(level),
                    _ => Scalar::Bool(bits >> at & 1 == 1),
                };
                values.insert((*name).to_owned(), value.clone());
                let Some(place) = place(logic, name) else { return Some(format!("no {name}")) };
                machine.set(place, value);
            }
            // The results that code computes from the level must be consistent with it.
            if let Some(Scalar::Bool(high)) = values.get("Level_High").cloned() {
                let level_place = place(logic, "Level")?;
                machine.set(level_place, Scalar::Int(if high { 95 } else { 20 }));
            }
            if names.iter().any(|it| *it == "Pump_1" && *it != output)
                && !formula.contains("Pump_1)")
            {
                // The pump runs in the same scan.
                let on = values["Pump_1"] == Scalar::Bool(true);
                for (name, value) in [("Start_PB", on), ("Stop_PB", false), ("EStop_OK", true)] {
                    if !values.contains_key(name) {
                        machine.set(place(logic, name)?, Scalar::Bool(value));
                    }
                }
                if values.contains_key("Start_PB") || values.contains_key("EStop_OK") {
                    continue;
                }
            }
            machine.scan(100);
            let wanted = evaluate(formula, &values);
            let got = machine.value(target).and_then(Scalar::bit);
            if got != Some(wanted) {
                return Some(format!("{output} is {got:?} with {values:?}"));
            }
        }
        if !names.contains(&"Level") && bits + 1 == 1 << names.len() {
            break;
        }
    }
    None
}

/// A condition in the format of the list.
fn evaluate(formula: &str, values: &BTreeMap<String, Scalar>) -> bool {
    let spaced = formula.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let value = any(&words, &mut at, values);
    assert_eq!(at, words.len(), "{formula}");
    value
}

fn any(words: &[&str], at: &mut usize, values: &BTreeMap<String, Scalar>) -> bool {
    let mut value = every(words, at, values);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        value |= every(words, at, values);
    }
    value
}

fn every(words: &[&str], at: &mut usize, values: &BTreeMap<String, Scalar>) -> bool {
    let mut value = single(words, at, values);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        value &= single(words, at, values);
    }
    value
}

fn single(words: &[&str], at: &mut usize, values: &BTreeMap<String, Scalar>) -> bool {
    let word = words[*at];
    *at += 1;
    match word {
        "NOT" => !single(words, at, values),
        "(" => {
            let value = any(words, at, values);
            *at += 1;
            value
        }
        name if words.get(*at) == Some(&">") => {
            let limit: f64 = words[*at + 1].parse().expect("a limit");
            *at += 2;
            values[name].number().expect("a number") > limit
        }
        name => values[name] == Scalar::Bool(true),
    }
}

/// Whether an output follows with this delay in milliseconds.
fn wrong_delay(logic: Logic<'_>, output: &str, is_off: bool, ms: i64) -> Option<String> {
    let (index, presets) = with_presets(logic, &units(logic));
    let logic = Logic::new(logic.project, &index);
    let mut machine = Machine::new(logic, units(logic));
    for (place, value) in presets {
        machine.set(place, value);
    }
    let (target, permit, level) =
        (place(logic, output)?, place(logic, "Permit")?, place(logic, "Level")?);
    machine.set(level, Scalar::Int(0));
    let step = 100;
    let mut run = |on: bool, for_ms: i64| {
        let mut since = None;
        for scan in 1..=for_ms / step {
            machine.set(permit, Scalar::Bool(on));
            machine.scan(step);
            if machine.value(target).and_then(Scalar::bit) == Some(on) && since.is_none() {
                since = Some(scan * step);
            }
        }
        since
    };
    run(false, ms + 1_000);
    let (on, off) = (run(true, ms + 1_000), run(false, ms + 1_000));
    let (late, early) = if is_off { (off, on) } else { (on, off) };
    let is_late = late.is_some_and(|it| (it - ms).abs() <= 2 * step);
    let is_early = early.is_some_and(|it| it <= 2 * step);
    (!is_late || !is_early).then(|| format!("on after {on:?}, off after {off:?}"))
}

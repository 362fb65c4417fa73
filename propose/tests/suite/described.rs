//! Change requests that describe things of a plant instead of naming them, on our own three projects.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use tagbridge_project::Source;
use tagbridge_propose::Proposed;

use crate::ready::Ready;

/// Of a hundred requests, at least so many are planned as expected or asked back with the right names.
const FLOOR: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Became {
    Right,
    Asked,
    Refused,
    Wrong,
}

#[test]
fn described_things_are_found_or_asked_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let open = |path: &str| {
        Ready::of(Source::open(&root.join(path)).expect("a source")).expect("a project")
    };
    let projects: BTreeMap<&str, Ready> = [
        ("bottling", open("allen-bradley/Bottling.L5X")),
        ("mixing", open("siemens/Mixing")),
        ("packing", open("codesys/Packing.xml")),
    ]
    .into();
    let mut counts: BTreeMap<(&str, Became), usize> = BTreeMap::new();
    let mut report = String::new();
    let list = std::env::var("TAGBRIDGE_REQUESTS").map_or_else(
        |_| include_str!("../requests/described.tsv").to_owned(),
        |it| std::fs::read_to_string(it).expect("a list"),
    );
    if list.starts_with("id\t") {
        return printed(&list);
    }
    for line in list.lines().filter(|it| !it.starts_with('#')) {
        let mut parts = line.split('\t');
        let mut next = || parts.next().expect("a column");
        let (project, half, prompt, expected) = (next(), next(), next(), next());
        let (became, what) = judged(&projects[project], prompt, expected);
        *counts.entry((half, became)).or_default() += 1;
        if became != Became::Right {
            writeln!(report, "{project} {half} {became:?} {prompt} -- {expected} -- {what}")
                .expect("a text");
        }
    }
    eprintln!("{report}{counts:?}");
    let sum = |is: Became| counts.iter().filter(|it| it.0.1 == is).map(|it| *it.1).sum::<usize>();
    let total: usize = counts.values().sum();
    assert_eq!(sum(Became::Wrong), 0, "{report}");
    let served = sum(Became::Right) + sum(Became::Asked);
    assert!(served * 100 >= total * FLOOR, "{served} of {total}");
}

/// Prints what becomes of each request of a list with columns: id, project, language, request,
/// `change`, `ask` or `refuse`, what is expected.
#[expect(clippy::print_stderr, reason = "plans are printed")]
fn printed(list: &str) {
    let mut open: BTreeMap<String, Ready> = BTreeMap::new();
    for line in list.lines().skip(1) {
        let parts: Vec<&str> = line.split('\t').collect();
        let [id, project, _, prompt, expected, what, ..] = parts.as_slice() else { continue };
        let ready = open.entry((*project).to_owned()).or_insert_with(|| {
            Ready::of(Source::open(Path::new(project)).expect("a source")).expect("a project")
        });
        let became = match ready.asked(prompt) {
            Proposed::Ready(planned) => {
                let steps = planned.plan.steps.iter().map(|it| it.description.as_str());
                let assumed = planned.plan.assumptions.join(" ");
                format!("PLAN {} | {assumed}", steps.collect::<Vec<_>>().join(" "))
            }
            Proposed::Asks(questions) => {
                format!("ASK {} {:?}", questions[0].question, questions[0].options)
            }
            Proposed::Refused { code, reason } => {
                format!("REFUSED {code}: {}", reason.chars().take(160).collect::<String>())
            }
        };
        eprintln!("{id} [{expected}] {prompt}\n    {became}\n    wanted: {what}");
    }
}

/// What became of a request. `expected` has texts that the plan says, separated by ` & `; or `asks` and
/// texts of the options; or `refused`.
fn judged(ready: &Ready, prompt: &str, expected: &str) -> (Became, String) {
    let has_all = |said: &str, all: &str| all.split(" & ").all(|it| said.contains(it.trim()));
    match (ready.asked(prompt), expected.strip_prefix("asks")) {
        (Proposed::Ready(_), _) if expected == "refused" => (Became::Wrong, "served".to_owned()),
        (Proposed::Ready(planned), None) => {
            let steps = planned.plan.steps.iter().map(|it| it.description.as_str());
            let said = steps.collect::<Vec<_>>().join(" ");
            (if has_all(&said, expected) { Became::Right } else { Became::Wrong }, said)
        }
        (Proposed::Ready(planned), Some(_)) => (Became::Wrong, planned.plan.summary.clone()),
        (Proposed::Asks(questions), wanted) => {
            let said = format!("{} {:?}", questions[0].question, questions[0].options);
            let is_right = wanted.is_some_and(|it| has_all(&said, it));
            (if is_right { Became::Right } else { Became::Asked }, said)
        }
        (Proposed::Refused { .. }, _) if expected == "refused" => (Became::Right, String::new()),
        (Proposed::Refused { code, reason }, _) => {
            (Became::Refused, format!("{code}: {}", &reason[..reason.len().min(160)]))
        }
    }
}

#[test]
fn a_change_has_the_time_of_its_request() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects");
    let source = Source::open(&root.join("allen-bradley/Bottling.L5X")).expect("a source");
    let ready = Ready::of(source).expect("a project");
    // Only one timer has the old value.
    let prompt = "The line should only count as blocked after 3 seconds instead of 1.5";
    let proposed = ready.asked(prompt);
    let Proposed::Ready(planned) = proposed else { panic!("{prompt}: {proposed:?}") };
    assert_eq!(planned.plan.summary, "Change Blocked_Delay.PRE from 1500 to 3000.");
    let prompt = "Let the horn sound for 4 seconds instead of 2 before the line starts";
    let proposed = ready.asked(prompt);
    let Proposed::Asks(questions) = proposed else { panic!("{prompt}: {proposed:?}") };
    let options = &questions[0].options;
    assert_eq!(options.first().map(String::as_str), Some("set Horn_Time to 4 s"));
    assert!(options.iter().all(|it| it.contains("4 s")), "{options:?}");
}

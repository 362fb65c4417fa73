//! `PackML`: `PackTags`, modes, states, commands (ISA-TR88.00.02; OPC 30050 has the same names and
//! numbers).

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::{
    Effect, PlaceId, StatementId, Step,
    expr::{Comparison, Constant, Expr, ExprId},
};
use tagbridge_project::DataType;
use tagbridge_texts::Coded;

use crate::{analysis::Site, chapter_writer::ChapterWriter, facts::Facts};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-packml")]
pub(crate) enum PackmlFinding<'a> {
    Commands { name: &'a str, missing: &'a [String] },
    Status { name: &'a str, missing: &'a [String] },
    Administration { name: &'a str, missing: &'a [String] },
    Mode { name: &'a str, number: i64 },
    State { name: &'a str, number: i64 },
    Transition { from: &'a str, to: &'a str, name: &'a str },
    NotHandled { name: &'a str, missing: &'a [String] },
    NoEnd { state: &'a str, name: &'a str },
}

/// The minimum members of the structures of `PackTags`.
const SETS: [(&str, &[&str], &str); 3] = [
    ("cntrlcmd", &["UnitMode", "UnitModeChangeRequest", "CntrlCmd", "CmdChangeRequest"], "P01"),
    ("statecurrent", &["UnitModeCurrent", "StateCurrent", "MachSpeed", "CurMachSpeed"], "P02"),
    ("prodprocessedcount", &["ProdProcessedCount", "ProdDefectiveCount", "StopReason"], "P03"),
];

/// The states by number.
const STATES: [&str; 18] = [
    "Undefined",
    "Clearing",
    "Stopped",
    "Starting",
    "Idle",
    "Suspended",
    "Execute",
    "Stopping",
    "Aborting",
    "Aborted",
    "Holding",
    "Held",
    "Unholding",
    "Suspending",
    "Unsuspending",
    "Resetting",
    "Completing",
    "Completed",
];
/// Acting states, which end automatically.
const ACTING: [i64; 11] = [1, 3, 7, 8, 10, 12, 13, 14, 15, 16, 6];
/// The allowed transitions, in addition to Stopping and Aborting.
const NEXT: [(i64, i64); 18] = [
    (1, 2),
    (2, 15),
    (15, 4),
    (4, 3),
    (3, 6),
    (6, 16),
    (16, 17),
    (17, 15),
    (6, 10),
    (10, 11),
    (11, 12),
    (12, 6),
    (6, 13),
    (13, 5),
    (5, 14),
    (14, 6),
    (7, 2),
    (8, 9),
];
/// The commands that every machine must support.
const COMMANDS: [(i64, &str); 5] =
    [(1, "Reset"), (2, "Start"), (3, "Stop"), (8, "Abort"), (9, "Clear")];
/// The highest mode number.
const LAST_MODE: i64 = 31;

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    for defined in &facts.project.data_types {
        pen.check();
        tags(facts, pen, defined);
    }
    let named = named(facts);
    for place in named.get("unitmode").into_iter().chain(named.get("unitmodecurrent")).flatten() {
        numbers(facts, pen, *place, LAST_MODE, "P04");
    }
    for place in named.get("statecurrent").into_iter().flatten() {
        numbers(facts, pen, *place, 17, "P05");
        machine(facts, pen, *place);
    }
    for place in named.get("cntrlcmd").into_iter().flatten() {
        commands(facts, pen, *place);
    }
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}

fn tags(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, defined: &DataType) {
    let members: BTreeSet<String> = defined.members.iter().map(|it| plain(&it.name)).collect();
    for (mark, wanted, rule) in SETS {
        if !members.contains(mark) {
            continue;
        }
        let missing: Vec<String> = wanted
            .iter()
            .filter(|name| !members.contains(&plain(name)))
            .map(|name| (*name).to_owned())
            .collect();
        if missing.is_empty() {
            continue;
        }
        let name = defined.name.as_str();
        let message = match rule {
            "P01" => PackmlFinding::Commands { name, missing: &missing },
            "P02" => PackmlFinding::Status { name, missing: &missing },
            _ => PackmlFinding::Administration { name, missing: &missing },
        };
        pen.find(rule, name, &message, vec![facts.definition(name)]);
    }
}

/// The places in code, by their last name.
fn named(facts: &Facts<'_>) -> BTreeMap<String, BTreeSet<PlaceId>> {
    let mut found: BTreeMap<String, BTreeSet<PlaceId>> = BTreeMap::new();
    for id in facts.index.places.ids() {
        if let Step::Root(_, name) | Step::Member(name) = facts.index.places.step(id)
            && !facts.index.refs_to(id).is_empty()
        {
            let name = plain(facts.index.names.text(name));
            found.entry(name).or_default().insert(facts.index.canonical(id));
        }
    }
    found
}

/// The constants that code assigns to a place.
fn stored(facts: &Facts<'_>, pen: &ChapterWriter<'_>, place: PlaceId) -> Vec<(i64, StatementId)> {
    let mut found = Vec::new();
    for (unit, _) in facts.index.units() {
        pen.check();
        for (id, statement) in facts.index.statements_of(unit) {
            if let Effect::Assign { to, value, .. } = &statement.effect
                && facts.index.canonical(facts.index.reference(*to).place) == place
                && let Expr::Const(Constant::Int(number)) = facts.index.exprs.get(*value)
            {
                found.push((number, id));
            }
        }
    }
    found
}

fn numbers(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    place: PlaceId,
    last: i64,
    rule: &'static str,
) {
    let name = facts.logic.place(place);
    for (number, id) in stored(facts, pen, place) {
        if (0..=last).contains(&number) {
            continue;
        }
        let message = match rule {
            "P04" => PackmlFinding::Mode { name: &name, number },
            _ => PackmlFinding::State { name: &name, number },
        };
        pen.find(rule, &format!("{name} {number}"), &message, vec![facts.statement(id)]);
    }
}

/// The transitions of the state machine, and acting states without an exit.
fn machine(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, place: PlaceId) {
    let number = |name: &String| name.parse::<i64>().ok().filter(|it| (0..18).contains(it));
    let called = |number: i64| usize::try_from(number).ok().and_then(|at| STATES.get(at).copied());
    for machine in facts.logic.states(place).rows {
        let name = machine.subject.as_str();
        for transition in &machine.transitions {
            let ends = transition
                .from
                .first()
                .and_then(number)
                .zip(transition.to.first().and_then(number));
            let Some((from, to)) = ends else { continue };
            if from == to || is_allowed(from, to) {
                continue;
            }
            let (Some(from), Some(to)) = (called(from), called(to)) else { continue };
            let subject = format!("{name} {from} {to}");
            let message = PackmlFinding::Transition { from, to, name };
            pen.find("P06", &subject, &message, vec![Site::of_code(&transition.citation)]);
        }
        for state in machine.states.iter().filter(|it| it.is_dead) {
            let Some(at) = number(&state.name).filter(|it| ACTING.contains(it)) else { continue };
            let entered = machine.transitions.iter().find(|it| it.to.contains(&state.name));
            let (Some(state), Some(entered)) = (called(at), entered) else { continue };
            let subject = format!("{name} {state}");
            let message = PackmlFinding::NoEnd { state, name };
            pen.find("P08", &subject, &message, vec![Site::of_code(&entered.citation)]);
        }
    }
}

fn is_allowed(from: i64, to: i64) -> bool {
    match to {
        // Abort, from all states that are not aborted.
        8 => from != 9,
        // Stop, from all states in which the machine can run.
        7 => !matches!(from, 1 | 2 | 8 | 9),
        _ => from == 0 || NEXT.contains(&(from, to)),
    }
}

/// The commands that the code reads.
fn commands(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, place: PlaceId) {
    let index = facts.index;
    let mut known = BTreeSet::new();
    for at in 0..u32::try_from(index.exprs.len()).unwrap_or(u32::MAX) {
        let Expr::Compare(Comparison::Eq, left, right) = index.exprs.get(ExprId(at)) else {
            continue;
        };
        for (one, other) in [(left, right), (right, left)] {
            if let (Expr::Ref(read), Expr::Const(Constant::Int(number))) =
                (index.exprs.get(one), index.exprs.get(other))
                && index.canonical(read) == place
            {
                known.insert(number);
            }
        }
    }
    let missing: Vec<String> = COMMANDS
        .iter()
        .filter(|(number, _)| !known.contains(number))
        .map(|(_, name)| (*name).to_owned())
        .collect();
    // Without any read command, another program or an instruction handles them.
    if known.is_empty() || missing.is_empty() {
        return;
    }
    let name = facts.logic.place(place);
    let at: Vec<Site> = index
        .related(place)
        .iter()
        .flat_map(|it| index.refs_to(it.0))
        .map(|at| facts.reference(*at))
        .collect();
    pen.find("P07", &name, &PackmlFinding::NotHandled { name: &name, missing: &missing }, at);
}

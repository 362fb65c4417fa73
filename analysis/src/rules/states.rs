//! State machines: charts, and numbers that contain a state.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::{
    Effect, PlaceId, RoutineId,
    expr::{Comparison, Constant, Expr, ExprId},
    query::States,
};
use tagbridge_project::{DataTypeKind, Initial, Language, Member, Section};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    facts::Facts,
    instances::is_fixed,
    rule::Confidence,
    words::{any, words},
};

/// Minimum number of compared constants of a state machine.
const LEAST_STATES: usize = 3;

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-states")]
pub(crate) enum SequenceFinding<'a> {
    NeverLeft { state: &'a str, machine: &'a str },
    NeverReached { state: &'a str, machine: &'a str },
    TwoWriters { machine: &'a str, routines: &'a [String] },
    Duplicate { number: i64, name: &'a str, names: &'a [String] },
}

/// A count.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-machines")]
pub(crate) enum StateMachineCount {
    Charts,
    Numbers,
    States,
    Transitions,
}

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut counts = [0; 4];
    let mut note = |at: usize, machine: &States| {
        counts[at] += 1;
        counts[2] += machine.states.len();
        counts[3] += machine.transitions.len();
    };
    for (at, routine) in facts.project.routines.iter().enumerate() {
        pen.check();
        if routine.language == Language::Sfc {
            let routine = RoutineId::at(at);
            for machine in facts.logic.sequence(routine).rows {
                note(0, &machine);
                chart(facts, pen, routine, &machine);
            }
        }
    }
    for place in candidates(facts, pen) {
        pen.check();
        for machine in facts.logic.states(place).rows {
            if machine.transitions.is_empty()
                || !machine.states.iter().all(|it| it.citation.is_none())
            {
                continue;
            }
            note(1, &machine);
            number(facts, pen, &machine);
        }
    }
    enumerations(facts, pen);
    constants(facts, pen);
    let kinds = [
        StateMachineCount::Charts,
        StateMachineCount::Numbers,
        StateMachineCount::States,
        StateMachineCount::Transitions,
    ];
    for (what, count) in kinds.iter().zip(counts) {
        pen.figure(what, count);
    }
}

/// A step that is never entered or never left.
fn chart(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, routine: RoutineId, machine: &States) {
    let machine_name = machine.subject.as_str();
    for state in &machine.states {
        let site = state.citation.as_ref().map(Site::of_code);
        let at = || vec![site.clone().unwrap_or_else(|| facts.routine(routine))];
        let (name, subject) = (state.name.as_str(), format!("{machine_name} {}", state.name));
        if state.is_dead {
            let message = SequenceFinding::NeverLeft { state: name, machine: machine_name };
            pen.find("Q01", &subject, &message, at());
        }
        if state.is_unreachable {
            let message = SequenceFinding::NeverReached { state: name, machine: machine_name };
            pen.find("Q02", &subject, &message, at());
        }
    }
}

fn number(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>, machine: &States) {
    let name = machine.subject.as_str();
    // If most states are never assigned, the number is a command from outside.
    let unreached = machine.states.iter().filter(|it| it.is_unreachable).count();
    let is_open = unreached * 2 > machine.states.len();
    for state in &machine.states {
        let subject = format!("{name} {}", state.name);
        let entered = machine.transitions.iter().find(|it| it.to.contains(&state.name));
        if state.is_dead
            && !is_open
            && let Some(entered) = entered
        {
            let message = SequenceFinding::NeverLeft { state: &state.name, machine: name };
            pen.find_as(
                "Q01",
                Confidence::Likely,
                &subject,
                &message,
                vec![Site::of_code(&entered.citation)],
            );
        }
        let left = machine.transitions.iter().find(|it| it.from.contains(&state.name));
        if state.is_unreachable
            && !is_open
            && let Some(left) = left
        {
            let message = SequenceFinding::NeverReached { state: &state.name, machine: name };
            pen.find_as(
                "Q02",
                Confidence::Likely,
                &subject,
                &message,
                vec![Site::of_code(&left.citation)],
            );
        }
    }
    let mut routines: BTreeMap<RoutineId, Site> = BTreeMap::new();
    for transition in &machine.transitions {
        let unit = facts.index.unit(transition.citation.unit);
        routines.entry(unit.routine).or_insert_with(|| Site::of_code(&transition.citation));
    }
    if routines.len() > 1 {
        let names: Vec<String> = routines.keys().map(|it| facts.logic.path(*it)).collect();
        let message = SequenceFinding::TwoWriters { machine: name, routines: &names };
        // Other routines may only reset it.
        let leads = |routine: &RoutineId| {
            let mut all = machine.transitions.iter().filter(|it| !it.from.is_empty());
            all.any(|it| facts.index.unit(it.citation.unit).routine == *routine)
        };
        let is_sure = routines.keys().filter(|it| leads(it)).count() > 1;
        let sure = if is_sure { Confidence::Certain } else { Confidence::Review };
        pen.find_as("Q03", sure, name, &message, routines.into_values().collect());
    }
}

/// Places that are compared with several constants, and to which one is assigned.
fn candidates(facts: &Facts<'_>, pen: &ChapterWriter<'_>) -> Vec<PlaceId> {
    let index = facts.index;
    let mut compared: BTreeMap<PlaceId, BTreeSet<i64>> = BTreeMap::new();
    for at in 0..u32::try_from(index.exprs.len()).unwrap_or(u32::MAX) {
        let Expr::Compare(Comparison::Eq | Comparison::Ne, left, right) =
            index.exprs.get(ExprId(at))
        else {
            continue;
        };
        for (one, other) in [(left, right), (right, left)] {
            if let (Expr::Ref(place), Expr::Const(Constant::Int(number))) =
                (index.exprs.get(one), index.exprs.get(other))
            {
                compared.entry(index.canonical(place)).or_default().insert(number);
            }
        }
    }
    compared.retain(|place, numbers| numbers.len() >= LEAST_STATES && is_fixed(index, *place));
    let mut stored: BTreeSet<PlaceId> = BTreeSet::new();
    for (unit, _) in index.units() {
        pen.check();
        for (_, statement) in index.statements_of(unit) {
            if let Effect::Assign { to, .. } = &statement.effect {
                let place = index.canonical(index.reference(*to).place);
                if compared.contains_key(&place) {
                    stored.insert(place);
                }
            }
        }
    }
    stored.into_iter().collect()
}

/// Two names of one number in an enumeration.
fn enumerations(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    for defined in &facts.project.data_types {
        if defined.kind != DataTypeKind::Enumeration {
            continue;
        }
        let mut by_number: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for value in &defined.values {
            if let Some(number) = value.number {
                by_number.entry(number).or_default().push(value.name.clone());
            }
        }
        for (number, names) in by_number.iter().filter(|it| it.1.len() > 1) {
            let name = defined.name.as_str();
            let subject = format!("{name} {number}");
            let message = SequenceFinding::Duplicate { number: *number, name, names };
            pen.find("Q04", &subject, &message, vec![facts.definition(name)]);
        }
    }
}

/// Words in names of constants that number states.
const STATES: [&str; 8] =
    ["state", "states", "step", "steps", "zustand", "schritt", "phase", "betriebsart"];
/// Words in names of constants that are aliases of others.
const BOUNDS: [&str; 8] = ["first", "last", "min", "max", "default", "count", "initial", "init"];

/// Constants of one owner with a common prefix.
type Family<'a> = BTreeMap<(&'a str, String), Vec<(&'a str, i64, Site)>>;

/// Two names of one number in the constants of a state machine: `STATE_IDLE`, `STATE_RUN`.
fn constants(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut families = Family::new();
    let mut add = |scope, name: &'_ str, full, initial: Option<&Initial>, at: Site| {
        let Some(Initial::Scalar(text)) = initial else { return };
        let (Ok(number), all) = (text.parse::<i64>(), words(name)) else { return };
        if let Some((last, stem)) = all.split_last()
            && any(stem, &STATES)
            && !any(std::slice::from_ref(last), &BOUNDS)
        {
            families.entry((scope, stem.join("_"))).or_default().push((full, number, at));
        }
    };
    for tag in facts.project.tags.iter().filter(|tag| tag.constant) {
        pen.check();
        let own = tag.name.rsplit('.').next().unwrap_or(&tag.name).trim_matches('"');
        add(&tag.scope, own, &tag.name, tag.initial.as_ref(), facts.tag(&tag.name));
    }
    for block in &facts.project.blocks {
        pen.check();
        let is_fixed = |it: &&Member| it.constant || it.section == Some(Section::Constant);
        for member in block.members.iter().filter(is_fixed) {
            let at = facts.definition(&block.name);
            add(&block.name, &member.name, &member.name, member.initial.as_ref(), at);
        }
    }
    for ((scope, stem), family) in families.iter().filter(|it| it.1.len() >= LEAST_STATES) {
        let numbers: BTreeSet<i64> = family.iter().map(|it| it.1).collect();
        for number in numbers {
            let those: Vec<_> = family.iter().filter(|it| it.1 == number).collect();
            if those.len() < 2 {
                continue;
            }
            let names: Vec<String> = those.iter().map(|it| it.0.to_owned()).collect();
            let mut at: Vec<Site> = those.iter().map(|it| it.2.clone()).collect();
            at.dedup();
            let subject = format!("{scope} {stem} {number}");
            let message = SequenceFinding::Duplicate { number, name: stem, names: &names };
            pen.find_as("Q04", Confidence::Likely, &subject, &message, at);
        }
    }
}

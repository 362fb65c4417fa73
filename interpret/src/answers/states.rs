//! Numbers that contain the state of a sequence, and charts.

use std::collections::BTreeMap;

use tagbridge_logic::{
    Effect, How, Logic, NameId, PlaceId, RoutineId, UnitId,
    expr::{Constant, Evaluation, Expr, Scalar, Truth, Values},
    query::{Found, InsideRow, State, States, Transition, Turned},
};

use super::sentences::preset;
use crate::{book::Book, say::with};

pub(super) fn states(book: &mut Book<'_>, place: PlaceId, name: &str, state: Option<&str>) {
    let answer = book.logic().states(place);
    let Some(machine) = answer.rows.first() else {
        book.say("no-states", &with!["name" => name]);
        let uses = book.logic().uses(place, tagbridge_logic::query::Wanted::Used);
        for row in uses.rows {
            let quote = book.quote(&row.citation);
            book.item(&row.citation, &quote);
        }
        return;
    };
    tell(book, machine, name, state);
    book.completeness(&answer.opaque, &answer.gaps);
}

/// The steps of a chart; false if a routine is not a chart.
pub(super) fn chart(
    book: &mut Book<'_>,
    routine: RoutineId,
    name: &str,
    state: Option<&str>,
) -> bool {
    let answer = book.logic().sequence(routine);
    let Some(machine) = answer.rows.first() else { return false };
    tell(book, machine, name, state);
    book.completeness(&answer.opaque, &answer.gaps);
    true
}

/// The state machine in the code of some units; false if they contain no state machine.
pub(super) fn machine_in(book: &mut Book<'_>, units: &[UnitId], state: Option<&str>) -> bool {
    let machines = book.logic().machines();
    let is_here = |it: &&States| {
        it.transitions.first().is_some_and(|first| units.contains(&first.citation.unit))
    };
    let Some(machine) = machines.iter().filter(is_here).max_by_key(|it| it.states.len()) else {
        return false;
    };
    tell(book, machine, &machine.subject, state);
    true
}

/// The states and the transitions: all of them, or those of one state, first what follows it.
fn tell(book: &mut Book<'_>, machine: &States, name: &str, state: Option<&str>) {
    let texts = texts(book.logic(), machine);
    let label = |state: &String| match texts.get(state) {
        Some(text) => format!("{state} ({text})"),
        None => state.clone(),
    };
    let or = format!(" {} ", book.word("or"));
    let and = format!(" {} ", book.word("and"));
    let is_it = |name: &String| {
        state.is_some_and(|state| {
            let text = texts.get(name).map_or("", String::as_str);
            name.eq_ignore_ascii_case(state) || text.eq_ignore_ascii_case(state)
        })
    };
    let mut transitions: Vec<&Transition> = machine.transitions.iter().collect();
    if let Some(state) = state {
        let after: Vec<&Transition> =
            transitions.iter().copied().filter(|it| it.from.iter().any(is_it)).collect();
        let to: Vec<String> =
            after.iter().map(|it| it.to.iter().map(label).collect::<Vec<_>>().join(&and)).collect();
        if !after.is_empty() {
            book.say("states-after", &with!["state" => state, "states" => to.join(&or)]);
        }
        let before = transitions.into_iter().filter(|it| !it.from.iter().any(is_it));
        let before: Vec<&Transition> = before.filter(|it| it.to.iter().any(is_it)).collect();
        transitions = after.into_iter().chain(before).collect();
    } else {
        let all: Vec<String> = machine.states.iter().map(|it| label(&it.name)).collect();
        book.say(
            "states",
            &with!["name" => name, "count" => all.len(), "states" => all.join(", ")],
        );
    }
    for transition in transitions {
        let from = match transition.from.as_slice() {
            [] => book.word("any-state"),
            from => from.iter().map(label).collect::<Vec<_>>().join(&and),
        };
        let condition = condition(book, transition);
        let to = transition.to.iter().map(label).collect::<Vec<_>>().join(&and);
        let text =
            book.words("transition", &with!["from" => from, "to" => to, "condition" => condition]);
        book.item(&transition.citation, &text);
    }
    if !machine.given_by.is_empty() {
        book.say("states-given", &with!["name" => name]);
        for citation in &machine.given_by {
            let quote = book.quote(citation);
            book.item(citation, &quote);
        }
    }
    let dead = machine.states.iter().filter(|it| it.is_dead);
    let unreachable = machine.states.iter().filter(|it| it.is_unreachable);
    let names = |of: Vec<&State>| of.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let groups = [
        ("dead-states", names(dead.collect())),
        ("unreachable-states", names(unreachable.collect())),
    ];
    for (key, states) in groups {
        if !states.is_empty() {
            book.say(key, &with!["states" => states.join(", ")]);
        }
    }
}

/// The conditions of a transition, with the times of its timers.
fn condition(book: &Book<'_>, transition: &Transition) -> String {
    let logic = book.logic();
    let text = logic.conjunction(&transition.conditions);
    let places = transition.conditions.iter().flat_map(|it| logic.index.exprs.places(*it));
    let times: Vec<String> = places
        .filter_map(|place| {
            let rows = logic.turned(place, Turned::On).rows;
            let row = rows.into_iter().find(|row| row.how.is_none() && !row.bound)?;
            let time = preset(book, &InsideRow { row, calls: Vec::new() }, place)?;
            Some(format!("{}{time}", logic.place(place)))
        })
        .collect();
    if times.is_empty() { text } else { format!("{text} ({})", times.join("; ")) }
}

/// A number has the value of one state; all other values are unknown.
struct InState<'a> {
    logic: Logic<'a>,
    place: PlaceId,
    state: i64,
}

impl Values for InState<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        (self.logic.index.canonical(place) == self.place).then_some(Scalar::Int(self.state))
    }

    fn text(&self, name: NameId) -> &str {
        self.logic.index.names.text(name)
    }
}

/// The texts that the code assigns in single states of a number: what a display shows in this state.
fn texts(logic: Logic<'_>, machine: &States) -> BTreeMap<String, String> {
    let index = logic.index;
    let numbers: Vec<i64> = machine.states.iter().filter_map(|it| it.name.parse().ok()).collect();
    let place = match logic.find(&machine.subject) {
        Found::One(place) if numbers.len() == machine.states.len() => index.canonical(place),
        _ => return BTreeMap::new(),
    };
    let mut units: Vec<UnitId> = machine.transitions.iter().map(|it| it.citation.unit).collect();
    units.dedup();
    let mut found: BTreeMap<PlaceId, BTreeMap<String, String>> = BTreeMap::new();
    for (_, statement) in units.iter().flat_map(|unit| index.statements_of(*unit)) {
        let Effect::Assign { to, value, how: How::Store } = &statement.effect else { continue };
        let Expr::Const(Constant::Text(text)) = index.exprs.get(*value) else { continue };
        let is_possible = |state: &&i64| {
            let values = InState { logic, place, state: **state };
            Evaluation::new(&index.exprs, &values).truth(statement.guard) != Truth::False
        };
        let possible: Vec<&i64> = numbers.iter().filter(is_possible).collect();
        if let [state] = possible.as_slice() {
            let target = index.canonical(index.reference(*to).place);
            let text = index.names.text(text).trim_matches(['\'', '"']).to_owned();
            found.entry(target).or_default().entry(state.to_string()).or_insert(text);
        }
    }
    found.into_values().max_by_key(BTreeMap::len).unwrap_or_default()
}
